// @ts-check
// What the replay page fetches.

/** @import { Analysis, Replay } from "#types/api" */
/** @import { Noise } from "#types/noise" */
/** @import { Boot, Eyes } from "#types/replay" */
/** @import { Hindsight } from "#types/room" */
import { analysis_of, source_of } from "#replay/address.js";

/** What the game itself has for finished games. @typedef {{ hindsight: Hindsight | undefined, noise: Noise }} OfGame */

/**
 * Brings the game through somebody's eyes, once; null if it does not come.
 * @param {Boot} boot
 * @param {() => Promise<OfGame>} load
 */
export function make_fetching(boot, load) {
  /** @type {Map<Eyes, Promise<OfGame & { replay: Replay }>>} */
  const fetched = new Map();

  return async function bring(/** @type {Eyes} */ eyes) {
    const on_its_way = fetched.get(eyes) ?? brought(boot, load, eyes);
    fetched.set(eyes, on_its_way);
    try {
      return await on_its_way;
    } catch {
      fetched.delete(eyes);
      return null;
    }
  };
}

/** @param {Boot} boot @param {() => Promise<OfGame>} load @param {Eyes} eyes */
async function brought(boot, load, eyes) {
  const [answer, of_game] = await Promise.all([fetch(source_of(boot, eyes)), load()]);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return { replay: /** @type {Replay} */ (await answer.json()), ...of_game };
}

/** The analysis; null if it does not come, or is cut short. @param {Boot} boot @returns {Promise<Analysis | null>} */
export const analysis_from = (boot) =>
  fetch(analysis_of(boot))
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => null);
