// @ts-check
// The stage of a replay, which comes after the first picture: until then, and without it, pieces glide.

/** @import { Frame } from "#types/wire" */

/** @param {HTMLElement} root @param {string} game */
export function make_later_stage(root, game) {
  /** @type {ReturnType<typeof import("#room/stage.js").stage_of> | null} */
  let stage = null;

  async function bring() {
    const needed = /** @type {const} */ ([import("#room/stage.js"), import(`#games/${game}/stage.js`)]);
    const [{ stage_of }, of_motion] = await Promise.all(needed);
    stage = stage_of(of_motion, root);
  }

  return {
    bring,
    clear: () => stage?.clear(),
    /** @param {Frame} before @param {Frame} after */
    perform: (before, after) => stage?.perform(before, { frame: after }, after.lines) ?? null,
  };
}
