// @ts-check
// Loads the parts of the page that its state needs: parts.js says which.

import { NO_ANSWER } from "#effects/fetching.js";
import { all_parts } from "#effects/parts.js";
/** @import { Boot, Game, Parts } from "#types/room" */
/** @import { Event } from "#state/reduce.js" */
/** @import { State } from "#state/state.js" */
import { settings } from "#kit/preferences.js";
import { with_style } from "#kit/style_sheets.js";

/**
 * A page older than this reloads if a part cannot be loaded though the server answers: the site was updated, or the
 * part was lost on its way, and browsers do not retry that. But whatever blocks it, such as an ad blocker, may do so
 * permanently: for the same part it reloads only once.
 */
const OLD_MS = 10_000;
/** A part that could not be loaded is tried again after this, as long as the page needs it. */
const AGAIN_MS = 2_000;
/** An object of its own: what comes takes back this refusal, and no other. */
const NOT_LOADED = { ...NO_ANSWER };
const NAMES = /** @type {(keyof Parts)[]} */ (Object.keys(all_parts));

/**
 * @param {Game} game
 * @param {Boot} boot
 * @param {{ dispatch: (event: Event) => void, state: () => State }} loop
 */
export function make_loading(game, boot, { dispatch, state: state_now }) {
  const parts = /** @type {Parts} */ (/** @type {unknown} */ (Object.fromEntries(NAMES.map((name) => [name, null]))));
  /** When a part is tried again; Infinity: it is on its way, or there. @type {Map<keyof Parts, number>} */
  const due = new Map();
  /** @type {Promise<unknown> | null} */
  let styled = null;

  /** @param {State} state */
  function load_what_is_needed(state) {
    for (const name of NAMES)
      if ((due.get(name) ?? 0) <= state.now && may_come(name, state) && all_parts[name].is_needed(state, boot))
        void bring(name);
  }

  /** @template {keyof Parts} Name @param {Name} name */
  async function bring(name) {
    due.set(name, Infinity);
    try {
      const { load, has_room_styles } = all_parts[name];
      if (!has_room_styles) styled ??= Promise.all(boot.styles.map(with_style));
      [parts[name]] = await Promise.all([load(game, boot, state_now, dispatch), has_room_styles || styled]);
      if (state_now().refusal === NOT_LOADED) dispatch({ type: "change", fields: { refusal: null } });
      dispatch({ type: "refreshed", settings: settings() });
    } catch (problem) {
      styled = null;
      const { now, connection } = state_now();
      due.set(name, now + AGAIN_MS);
      if (connection === "open") load_page_again(`${boot.styles}${problem}`);
      const said = connection === "lost" ? {} : { refusal: NOT_LOADED }; // the page says already that nothing comes
      dispatch({ type: "change", fields: { ...said, ...all_parts[name].shut } });
    }
  }

  return { parts, load_what_is_needed };
}

/** While the connection is lost, only what the reader opens is tried. @param {keyof Parts} name @param {State} state */
const may_come = (name, { connection }) => connection !== "lost" || all_parts[name].shut !== undefined;

/** @param {string} mark  of what could not be loaded */
function load_page_again(mark) {
  if (performance.now() <= OLD_MS || history.state === mark) return;
  history.replaceState(mark, "");
  location.reload();
}
