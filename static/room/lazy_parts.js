// @ts-check
// Parts of the room page that most visits do not need, loaded with their style sheets when first drawn.

/** @import { Boot, Game, Parts } from "#types/room" */
import { still } from "#kit/flip.js";
import { with_style } from "#kit/style_sheets.js";

/**
 * A page older than this reloads if a part cannot be loaded though the server answers: the site was updated, or the
 * part was lost on its way, and browsers do not retry that. But whatever blocks it, such as an ad blocker, may do so
 * permanently: for the same part it reloads only once.
 */
const OLD_MS = 10_000;

/**
 * @param {Game} game
 * @param {Boot} boot
 * @param {() => void} redraw  a part has come
 * @param {() => boolean} is_connected
 * @returns {Parts}
 */
export function make_parts(game, { game: key, room, styles }, redraw, is_connected) {
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
    let is_wanted = true;

    async function bring() {
      is_wanted = false;
      try {
        if (needs_styles) styled ??= Promise.all(styles.map(with_style));
        [part] = await Promise.all([load(), needs_styles && styled]);
        redraw();
      } catch (/** @type {any} */ problem) {
        styled = null;
        is_wanted = true; // tried again when the page is next drawn
        const mark = styles + problem;
        if (is_connected() && performance.now() > OLD_MS && history.state !== mark) {
          history.replaceState(mark, "");
          location.reload();
        }
      }
    }
    return () => {
      if (is_wanted) bring();
      return part;
    };
  }

  const stage = lazily(async () => (await import("#room/stage.js")).stage_of(key));

  return {
    alerts: lazily(() => import("#room/alerts.js")),
    clock: lazily(() => import("#room/clock.js")),
    consequences: lazily(async () => (await import("#room/consequences.js")).of_game(key), false),
    earlier: lazily(() => import("#room/telling.js"), false),
    hot_seat: lazily(() => import("#room/hot_seat.js")),
    no_entry: lazily(() => import("#room/no_entry.js")),
    figures: lazily(() => import("#room/figures.js")),
    ending: lazily(async () => {
      const [{ bring_from, of_game }, hindsight] = await Promise.all([import("#room/ending.js"), game.hindsight?.()]);
      return of_game(hindsight, bring_from(room));
    }),
    gathering: lazily(() => import("#room/gathering.js"), false),
    guide: lazily(async () => (await import("#room/guide.js")).of_game(key)),
    host_actions: lazily(() => import("#room/host_actions.js")),
    rules_in_short: lazily(() => import("#room/rules_in_short.js")),
    invitation: lazily(() => import("#room/invitation.js")),
    languages: lazily(() => import("#kit/languages.js")),
    menu: lazily(() => import("#room/menu.js")),
    seat_link: lazily(() => import("#room/seat_link.js")),
    noise: lazily(async () => (await import("#room/telling.js")).noise_of(key), false),
    people: lazily(() => import("#room/people.js"), false),
    prompt_tools: lazily(() => import("#room/proposals.js"), false),
    push: lazily(() => import("#room/push.js")),
    reactions: lazily(() => import("#room/reactions.js")),
    results: lazily(() => import("#room/results.js")),
    stage: () => (still.matches ? null : stage()),
    table_settings: lazily(() => import("#room/table_settings.js")),
    proposals: lazily(() => import("#room/proposals.js")),
  };
}
