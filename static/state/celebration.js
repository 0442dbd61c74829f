// @ts-check
// The scene at the end of a game, for those who have seen it end: the table darkens, the secret opens, the winner
// rises, and the result comes. A press or a key ends it.

/** @import { Frame } from "#types/wire" */
/** @import { State } from "#state/state.js" */
import { be_deaf } from "#state/answer.js";

/** The last move has landed, and everybody has seen it. */
const SEEN_MS = 400;
/** The steps of the scene, and when each begins. */
const STEPS = { dusk: 0, secret: 600, winner: 1500, result: 2300, over: 3600 };
const steps = /** @type {(keyof typeof STEPS)[]} */ (Object.keys(STEPS));
/** Why a game ended that was broken off: app/table/state.py. */
const BY_AGREEMENT = "The players ended the game by agreement.";
/** For this long the buttons of the end ignore presses meant for the game. */
const END_MS = 900;

/** @typedef {{ from: number, step: "before" | keyof typeof STEPS }} EndScene */

/** @param {State} state @param {Frame | null} before  the frame that was shown */
export function note_ending(state, before) {
  const none = { is_to_be_celebrated: false, end_scene: null, is_result_away: false };
  if (!state.frame?.outcome) Object.assign(state, none);
  else if (before && !before.outcome) state.is_to_be_celebrated = true;
}

/** @param {State} state @param {number | null} lands_in  milliseconds until the last move lands; null: nothing moves */
export function celebrate(state, lands_in) {
  if (!state.is_to_be_celebrated) return; // it was already
  state.is_to_be_celebrated = false;
  be_deaf(state, state.now, END_MS);
  if (lands_in === null || !is_decided(state.frame)) return;
  state.end_scene = { from: state.now + lands_in + SEEN_MS, step: "before" };
}

/** Whether the game was won, or lost by a team, and not broken off. @param {Frame | null} frame */
export const is_decided = (frame) => !!frame?.outcome && frame.outcome.why.text !== BY_AGREEMENT;

/** @param {EndScene} end_scene @param {keyof typeof STEPS} step */
const begins_at = ({ from }, step) => from + STEPS[step];

/** @param {State} state */
export function pass_scene(state) {
  const { end_scene, now } = state;
  if (!end_scene) return;
  const step = steps.filter((one) => now >= begins_at(end_scene, one)).at(-1) ?? "before";
  if (step === "over") state.end_scene = null;
  else if (step !== end_scene.step) state.end_scene = { ...end_scene, step };
}

/** When its next step begins. @param {State} state */
export function next_step_at({ end_scene }) {
  if (!end_scene) return Infinity;
  return begins_at(end_scene, steps[1 + /** @type {string[]} */ (steps).indexOf(end_scene.step)]);
}
