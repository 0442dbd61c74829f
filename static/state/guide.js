// @ts-check
// The reader's place in the guide to a first lesson. What the guide says comes with each frame: the steps at this place
// of the script, then those with which it ends. A step that asks for a press lasts until that is done; players who want
// to play freely skip it, or close the guide. Loaded with the guide: reduce.js is handed what follows from each event.

/** @import { Guide, Guided } from "#types/guide" */
/** @import { Guide as Said } from "#types/wire" */
/** @import { Event } from "#state/reduce.js" */
/** @import { State } from "#state/state.js" */
import { is_asked_now } from "#state/room.js";

/** The guide after an event. @param {State} state @param {Event} event */
export function guide_after(state, event) {
  const guide = { ...state.guide };
  const now = guided_now({ ...state, guide });
  guide.is_shown = now !== null;
  if (now) {
    if (guide.place !== now.said.place) arrive(guide, now.said);
    if (event.type === "guide") obey(guide, event.does, now.said);
    note_step(guide, now);
  }
  return JSON.stringify(guide) === JSON.stringify(state.guide) ? state.guide : guide;
}

/** What steps go by; null if nothing is to be done now. @param {State} state @returns {Guided | null} */
export function guided_now(state) {
  const { guided, frame, table } = state;
  if (!guided || !frame?.guide || table?.state !== "playing" || table.paused) return null;
  return { state: { ...state, table, frame }, said: frame.guide };
}

// --- From step to step --------------------------------------------------------------------------------------

/**
 * The script has come to another place. The step that was shown stays, if it belongs there; after a move was taken back
 * what was told is not told again.
 * @param {Guide} guide
 * @param {Said} said
 */
function arrive(guide, said) {
  const { own, place } = said;
  const was = nth_of(said, guide.step);
  if (guide.place === undefined) guide.has_left = own > 0 && was >= own;
  const came_back = place !== null && guide.place !== undefined && (guide.place === null || guide.place > place);
  if (own === 0 || guide.has_left) guide.nth = Math.max(was, own);
  else guide.nth = first_asked(said, came_back ? own - 1 : was < own ? was : 0);
  guide.place = place;
}

/** Which of these steps has this number; -1: none. @param {Said} said @param {number | null} step */
const nth_of = (said, step) => said.steps.findIndex((_, nth) => number_of(said, nth) === step);

/** This step, or the first of the presses to which it belongs. @param {Said} said @param {number} nth */
function first_asked({ steps }, nth) {
  const asked = steps.findIndex(({ press }) => press);
  return Math.max(0, asked < 0 ? nth : Math.min(nth, asked));
}

/** @param {Guide} guide @param {(Event & { type: "guide" })["does"]} does @param {Said} said */
function obey(guide, does, said) {
  if (does === "hold_back") guide.was_held_back = true;
  else if (does === "fold") guide.is_folded = !guide.is_folded;
  else if (is_to_be_done(said, guide.nth)) Object.assign(guide, { has_left: true, nth: said.own });
  else guide.nth += 1;
}

/** @param {Guide} guide @param {Guided} now */
function note_step(guide, now) {
  const step = number_of(now.said, shown_nth({ ...now, state: { ...now.state, guide } }));
  if (step !== guide.step) Object.assign(guide, { step, was_held_back: false });
}

// --- What is shown ------------------------------------------------------------------------------------------

/** The number of a step among all of them. @param {Said} said @param {number} nth */
const number_of = ({ steps, own, before, of }, nth) => (nth < own ? before + nth : of - steps.length + nth);

/** Whether a step lasts until somebody has moved. @param {Said} said @param {number} nth */
const is_to_be_done = ({ steps, own, waits }, nth) => nth < own && (waits || !!steps[nth].press);

/** Of several presses the one that is next. @param {Guided} now */
function shown_nth({ state, said: { steps, own } }) {
  const { nth } = state.guide;
  return steps[nth].press ? Math.min(nth + pressed(state), own - 1) : nth;
}

/** How much of an answer is put together. @param {State} state */
const pressed = ({ chosen, said }) => Math.min(chosen.length, 1) + Object.keys(said).length;

/** @param {Guided} now */
export function shown_step(now) {
  const nth = shown_nth(now);
  const { steps, of } = now.said;
  return { ...steps[nth], number: number_of(now.said, nth), of, lasts: is_to_be_done(now.said, nth) };
}

/** Whether the press that it asks for is possible now. @param {Guided} now */
export const is_asked_for = (now) => !!shown_step(now).press && is_asked_now(now.state);

/** @param {Guided} now */
export const words_of = (now) =>
  is_asked_for(now) && now.state.picked !== null
    ? { text: "Now confirm it: press the button." }
    : shown_step(now).words;

/** @param {Guided} now */
export const is_at_its_end = ({ state, said }) => state.guide.nth === said.steps.length - 1;
