// @ts-check
// The clocks: the time each seat has left, counted down from the last frame. Only the server decides when it is up.

/** @import { State } from "#state/state.js" */
import { next_minute } from "#state/evening.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A clock below this is urgent. */
const URGENT_MS = 30 * SECOND;

/** @typedef {Pick<State, "clock" | "now"> & { table: State["table"] }} Clocks */

/** Time left in milliseconds; null if this seat has no clock. @param {Clocks} state @param {number} seat */
export function time_left(state, seat) {
  const { clock, now } = state;
  const left = clock?.left[seat] ?? null;
  if (!clock || left === null) return null;
  return is_running(state, seat) ? Math.max(0, left - (now - clock.at)) : left;
}

/** @param {Clocks} state @param {number} seat */
export const is_running = ({ clock, table }, seat) => clock?.running.includes(seat) === true && !table?.paused;

/** Whether it runs, and has little time left. @param {Clocks} state @param {number} seat */
export const is_nearly_up = (state, seat) =>
  is_running(state, seat) && (time_left(state, seat) ?? Infinity) <= URGENT_MS;

/**
 * When a clock, or how long it is until the evening, says something else: at the end of the second, or of the minute if
 * no seconds are shown.
 * @param {State} state
 */
export const next_clock_change = (state) => Math.min(next_second(state), next_minute(state));

/** @param {State} state */
function next_second(state) {
  const running = (state.clock?.running ?? []).map((seat) => time_left(state, seat) ?? 0).filter((left) => left > 0);
  if (!running.length || state.table?.paused) return Infinity;
  return state.now + 1 + Math.min(...running.map((left) => left % (left > HOUR ? MINUTE : SECOND)));
}
