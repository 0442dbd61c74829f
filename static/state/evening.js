// @ts-check
// Around an evening: until when its date is shown, and who is nudged just now.

/** @import { Nudged, Table } from "#types/wire" */
/** @import { State } from "#state/state.js" */

const MINUTE = 60_000;
/** How long an evening at which no game has begun is still shown: app/table/evening.py. */
export const SHOWN_MS = 6 * 60 * MINUTE;
const NUDGED_MS = 4000;

/** The date, until it is long over. @param {{ table: Table | null, now: number }} state */
export const evening_now = ({ table, now }) =>
  table?.evening !== undefined && now < table.evening + SHOWN_MS ? table.evening : null;

/** When another number of minutes is to be shown, or no date any more. @param {State} state */
export function next_minute(state) {
  const evening = evening_now(state);
  if (evening === null) return Infinity;
  const left = evening - state.now;
  return left > 0 ? state.now + 1 + ((left - 1) % MINUTE) : evening + SHOWN_MS;
}

/** One for each who is nudged. @param {State} state @param {Nudged} nudge @param {number} now */
export function take_nudge(state, nudge, now) {
  const others = state.nudges.filter(({ to }) => to.seat !== nudge.to.seat);
  state.nudges = [...others, { ...nudge, until: now + NUDGED_MS }];
}

/** Whether somebody at this device is nudged just now. @param {Pick<State, "nudges" | "table">} state */
export const is_nudged = ({ nudges, table }) =>
  nudges.some(({ to }) => to.seat !== null && table?.you.seats.includes(to.seat));
