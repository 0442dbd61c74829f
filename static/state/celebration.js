// @ts-check
// The moment at the end of a game, for those who have seen it end: first the secret, then the sun.

/** @import { Frame } from "#types/wire" */
/** @import { State } from "#state/state.js" */
import { be_deaf } from "#state/answer.js";

/** The last move has landed, and everybody has seen what it brought. */
const SEEN_MS = 1500;
/** Until the table is visible again. */
const MOMENT_MS = 3200;
/** For this long the buttons of the end ignore presses meant for the game. */
const END_MS = 900;

/** @param {State} state @param {Frame | null} before  the frame that was shown */
export function note_ending(state, before) {
  if (!state.frame?.outcome) Object.assign(state, { is_to_be_celebrated: false, moment: null });
  else if (before && !before.outcome) state.is_to_be_celebrated = true;
}

/** @param {State} state @param {number | null} lands_in  milliseconds until the last move lands; null: nothing moves */
export function celebrate(state, lands_in) {
  if (!state.is_to_be_celebrated) return; // it was already
  state.is_to_be_celebrated = false;
  be_deaf(state, state.now, END_MS);
  if (lands_in === null || !state.frame?.outcome?.winners.length) return;
  const from = state.now + lands_in + SEEN_MS;
  state.moment = { from, until: from + MOMENT_MS, is_here: false };
}

/** @param {State} state */
export function pass_moment(state) {
  const { moment, now } = state;
  if (!moment) return;
  if (moment.until <= now) state.moment = null;
  else if (moment.from <= now && !moment.is_here) state.moment = { ...moment, is_here: true };
}

/** When that changes. @param {State} state */
export const next_moment_at = ({ moment }) => (moment?.is_here ? moment.until : (moment?.from ?? Infinity));
