// @ts-check
// Table settings as filled in by a host, and the commands to apply them.

/** @import { Clock, Table, ToServer } from "#types/wire" */

import { is_flag, is_object, is_text, keep, kept_object, one_of } from "#kit/keeping.js";

/**
 * The values filled in and not yet sent. `password`: null, unchanged; empty, none.
 * @typedef {object} Draft
 * @property {string} game
 * @property {number} seats
 * @property {Record<string, unknown>} options
 * @property {Table["sitting"]} sitting
 * @property {boolean} onlookers
 * @property {boolean} locked
 * @property {string} password
 * @property {Clock | null} clock
 * @property {boolean} fast_bots
 * @property {boolean} hints
 * @property {Table | null} sent_to  the table to which it was last sent, as it was then
 * @property {string} problem
 */

const PLACE = `tertulia:draft:${location.pathname.split("/").at(-1)}`;

/**
 * Keeps what was changed, for a page that is loaded again, as when the host picks another game elsewhere. The password
 * is not kept; game, seats and options belong together.
 * @param {Draft} draft
 * @param {Draft} opened  as it was at first
 */
export function keep_draft(draft, opened) {
  const { game, seats, options, sitting, onlookers, locked, clock, fast_bots, hints } = draft;
  const is_same_game = game === opened.game && seats === opened.seats && is_same(options, opened.options);
  const changed = {
    ...(!is_same_game && { game, seats, options }),
    ...(sitting !== opened.sitting && { sitting }),
    ...(onlookers !== opened.onlookers && { onlookers }),
    ...(locked !== opened.locked && { locked }),
    ...(!is_same(clock, opened.clock) && { clock }),
    ...(fast_bots !== opened.fast_bots && { fast_bots }),
    ...(hints !== opened.hints && { hints }),
  };
  keep("sessionStorage", PLACE, JSON.stringify(changed));
}

/** Takes what was kept. @returns {Partial<Draft>} */
export function take_draft() {
  const draft = kept_object("sessionStorage", PLACE, {
    game: is_text,
    seats: Number.isInteger,
    options: is_object,
    sitting: one_of("freely", "asked"),
    onlookers: is_flag,
    locked: is_flag,
    clock: (clock) => clock === null || (is_object(clock) && Number.isInteger(clock.seconds)),
    fast_bots: is_flag,
    hints: is_flag,
  });
  keep("sessionStorage", PLACE, null);
  return draft;
}

/** The commands that make the table like the draft. @param {Table} table @param {Draft} draft @returns {ToServer[]} */
export function differences(table, draft) {
  const { game, seats, options, sitting, onlookers, locked, password, clock, fast_bots, hints } = draft;
  /** @type {ToServer[]} */
  const wanted = [];
  const is_same_game = game === table.game && seats === table.seats.length && is_same(options, table.options);
  // After a game, new settings put the finished one away.
  if (table.state === "over" || (table.state === "gathering" && !is_same_game))
    wanted.push({ type: "options", game, seats, options });
  const doors = {
    ...(sitting !== table.sitting && { sitting }),
    ...(onlookers !== table.onlookers && { onlookers }),
    ...(locked && password && { password }),
    ...(!locked && table.password && { password: "" }),
    ...(!is_same(clock, table.clock) && { clock }),
    ...(fast_bots !== table.fast_bots && { fast_bots }),
    ...(hints !== table.hints && { hints }),
  };
  if (Object.keys(doors).length) wanted.push({ type: "doors", ...doors });
  return wanted;
}

/** @param {object | null} one @param {object | null} other */
const is_same = (one, other) => spelled(one) === spelled(other);
/** @param {object | null} what */
const spelled = (what) => JSON.stringify(Object.entries(what ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));
