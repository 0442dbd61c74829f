// @ts-check
// Parts of the room page that most visits do not need: each is loaded when it is first drawn, with their style sheets.

/** @import { Game, Parts } from "#types/room" */

/** When a part cannot be loaded though the server is there, a page that is older than this is loaded again: the site is
 * another one by now. */
const OLD_MS = 10_000;

/**
 * @param {Game} game
 * @param {string[]} styles
 * @param {() => void} redraw  a part has come
 * @param {() => boolean} is_connected
 * @returns {Parts}
 */
export function make_parts(game, styles, redraw, is_connected) {
  /** @type {Promise<unknown> | null} */
  let styled = null;

  /**
   * @template Part
   * @param {() => Promise<Part>} load
   * @param {boolean} [needs_styles]  whether its style is not in the sheets that every room has
   */
  function lazily(load, needs_styles = true) {
    /** @type {Part | null} */
    let part = null;
    let is_on_its_way = false;

    async function bring() {
      is_on_its_way = true;
      try {
        if (needs_styles) styled ??= Promise.all(styles.map(with_style));
        [part] = await Promise.all([load(), needs_styles && styled]);
        redraw();
      } catch {
        styled = null;
        is_on_its_way = false; // it is tried again when the page is next drawn
        if (is_connected() && performance.now() > OLD_MS) location.reload();
      }
    }
    return () => {
      if (!part && !is_on_its_way) bring();
      return part;
    };
  }

  return {
    calling: lazily(() => import("#kit/calling.js")),
    clock: lazily(() => import("#kit/clock.js")),
    curtain: lazily(() => import("#kit/curtain.js")),
    doors: lazily(() => import("#kit/doors.js")),
    gathering: lazily(() => import("#kit/gathering.js"), false),
    guide: lazily(() => import("#kit/guide.js")),
    hand: lazily(() => import("#kit/hand.js")),
    in_short: lazily(() => import("#kit/in_short.js")),
    invitation: lazily(() => import("#kit/invitation.js")),
    languages: lazily(() => import("#kit/languages.js")),
    menu: lazily(() => import("#kit/dialog.js")),
    onward: lazily(() => import("#kit/onward.js")),
    people: lazily(() => import("#kit/people.js"), false),
    reachable: lazily(() => import("#kit/reachable.js")),
    reactions: lazily(() => import("#kit/reactions.js")),
    rest: lazily(async () => game.rest?.bring(), false),
    results: lazily(() => import("#kit/results.js")),
    setting: lazily(() => import("#kit/setting.js")),
    together: lazily(() => import("#kit/together.js")),
  };
}

/** @param {string} href */
function with_style(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  const loaded = new Promise((done, failed) => {
    link.addEventListener("load", done);
    link.addEventListener("error", failed);
  });
  document.head.append(link);
  return loaded;
}
