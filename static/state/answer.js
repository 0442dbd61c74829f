// @ts-check
// The reader's answer: what is picked stays on this page until it is confirmed, and then waits for the server. A new
// prompt may appear under somebody's finger: its buttons ignore presses meant for the last one.

/** @import { Move, ToServer } from "#types/wire" */
/** @import { State } from "#state/state.js" */
import { hurry } from "#state/pace.js";
import { hint_now } from "#state/room.js";

export const SETTLE_MS = 300;

/** Clears the pick, and enables the buttons after a moment. @param {State} state @param {number} now */
export function settle(state, now) {
  Object.assign(state, { picked: null, chosen: [], said: {}, why: "" });
  be_deaf(state, now, SETTLE_MS);
}

/** Presses are ignored for a moment. @param {State} state @param {number} now @param {number} ms */
export function be_deaf(state, now, ms) {
  state.settled_at = Math.max(state.settled_at, now + ms);
  state.settling = true;
}

/**
 * A move is made: an answer to the question, or a free one. The answer is kept, also over a reload, and sent again
 * until the server has responded.
 * @param {State} state
 * @param {Move} move
 * @param {boolean} is_free
 * @returns {ToServer}
 */
export function answer(state, move, is_free) {
  // A free move names the question that was on the page: with the next one it would be another.
  const question = state.frame?.question ?? null;
  Object.assign(state, { picked: null, why: "" });
  if (is_free) hurry(state);
  else Object.assign(state, { answered: question, refusal: null, missed: [] });
  const seat = own_seat(state);
  return { type: "play", id: "", question, move, ...(seat !== undefined && { seat }) };
}

/** The seat of this device that an answer is for, where several are played. @param {Pick<State, "table">} state */
export function own_seat({ table }) {
  const you = table?.you;
  return you && you.seats.length > 1 ? (you.seat ?? undefined) : undefined;
}

/**
 * Takes back the last thing picked, chosen or said, or else closes what is open: the guide last.
 * @param {State} state
 */
export function step_back(state) {
  state.why = "";
  if (state.missed.length) state.missed = [];
  else if (state.picked) state.picked = null;
  else if (state.chosen.length) state.chosen = [];
  else if (Object.keys(state.said).length) state.said = without_the_last(state.said);
  else if (hint_now(state) && !state.is_hint_away) state.is_hint_away = true;
  else if (state.confirming) state.confirming = null;
  else if (state.rail_open) state.rail_open = false;
  else if (state.frame?.outcome && !state.is_result_away) state.is_result_away = true;
  else if (state.guide.is_shown) state.guided = false;
}

/** Everything said except the latest. @param {Record<string, unknown>} said */
const without_the_last = (said) => Object.fromEntries(Object.entries(said).slice(0, -1));
