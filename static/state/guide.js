// @ts-check
// The reader's place in the guide to a first game: a few steps, each about something visible. A step that asks for an
// action continues once that is done; players who want to play freely skip it, or close the guide. Loaded with the
// guide: reduce.js is handed what follows from each event.

/** @import { Guide, Guided, GuideOfGame, Step } from "#types/guide" */
/** @import { Table } from "#types/wire" */
/** @import { Event } from "#state/reduce.js" */
/** @import { State } from "#state/state.js" */
import { is_asked_now } from "#state/room.js";

/** @type {Step} */
export const LAST = {
  title: "Now keep playing",
  words: "The log tells what has happened; the rules in short are behind “?”. The bots are patient.",
  at: ["#tab-log", ".rail-toggle"],
};

/** Steps that taking moves back may go back by: more, and it is another turn that asks the same. */
const MOST_BACK = 2;

/** The guide after each event, by the steps of a game. @param {GuideOfGame} course */
export const guide_by = (course) => (/** @type {State} */ state, /** @type {Event} */ event) => {
  const guide = { ...state.guide };
  if (state.table && state.table.state !== "playing") guide.steps = []; // the next game has other steps
  const now = guided_now(state);
  guide.is_shown = now !== null;
  if (now) {
    if (!guide.steps.length) begin(guide, course, now.state.table);
    if (event.type === "guide") obey(guide, event.does);
    go_on(guide, now);
    guide.words = words_now(guide, now);
  }
  return is_alike(guide, state.guide) ? state.guide : guide;
};

/** What steps go by; null if nothing is to be done now. @param {State} state @returns {Guided | null} */
export function guided_now(state) {
  const { guided, frame, table } = state;
  if (!guided || !table || table.state !== "playing" || table.paused || !frame || frame.you === null) return null;
  return { state: { ...state, table, frame } };
}

/** @param {Guide} one @param {Guide} other */
const is_alike = (one, other) =>
  one.steps.length === other.steps.length &&
  JSON.stringify({ ...one, steps: null }) === JSON.stringify({ ...other, steps: null });

/**
 * All steps, from where the reader was before a reload.
 * @param {Guide} guide
 * @param {GuideOfGame} course
 * @param {Table} table
 */
function begin(guide, { steps }, { lesson }) {
  guide.steps = [...steps.filter((step) => lesson || !step.lesson), LAST];
  guide.nth = Math.max(
    0,
    guide.steps.findIndex(({ title }) => title === guide.place),
  );
  guide.could_be_done = guide.was_held_back = false;
}

/** @param {Guide} guide @param {(Event & { type: "guide" })["does"]} does */
function obey(guide, does) {
  if (does === "hold_back") guide.was_held_back = true;
  else if (does === "fold") guide.is_folded = !guide.is_folded;
  else if (step_of(guide).until) skip(guide);
  else go_to(guide, guide.nth + 1);
}

/** @param {Guide} guide */
export const step_of = ({ steps, nth }) => steps[nth];

/** @param {Guide} guide */
export const is_at_its_end = ({ steps, nth }) => nth === steps.length - 1;

// --- From step to step --------------------------------------------------------------------------------------

/** @param {Guide} guide @param {Guided} now */
function go_on(guide, now) {
  while (is_done(guide, now)) go_to(guide, guide.nth + 1);
  if (!is_elsewhere(guide, now)) return;
  find_the_way(guide, now);
  is_done(guide, now);
}

/** @param {Guided} now */
const is_asked = (now) => is_asked_now(now.state);

/**
 * Whether the player is asked something else: a move was taken back, or made just before a reload, or a bot has ended
 * the round.
 * @param {Guide} guide
 * @param {Guided} now
 */
const is_elsewhere = (guide, now) =>
  step_of(guide).until !== undefined && !guide.can_be_done && now.state.answered === null && is_asked(now);

/**
 * To the step about what is asked, if it is a later one or was just left. Otherwise the opening is over.
 * @param {Guide} guide
 * @param {Guided} now
 */
function find_the_way(guide, now) {
  const fits = guide.steps.map(({ until, from = is_asked }) => until !== undefined && from(now) && !until(now));
  const later = fits.indexOf(true, guide.nth + 1);
  const way = later < 0 ? fits.lastIndexOf(true) : later;
  if (way < 0 || way < guide.nth - MOST_BACK) skip(guide);
  else go_to(guide, way);
}

/** @param {Guide} guide @param {Guided} now */
function is_done(guide, now) {
  const { until, from = is_asked } = step_of(guide);
  guide.can_be_done = until !== undefined && from(now);
  guide.could_be_done ||= guide.can_be_done;
  return until !== undefined && guide.could_be_done && until(now);
}

/** @param {Guide} guide @param {number} nth */
function go_to(guide, nth) {
  Object.assign(guide, { nth, could_be_done: false, was_held_back: false, place: guide.steps[nth].title });
}

/** The expected event did not happen: the rest of the opening would make no sense. @param {Guide} guide */
function skip(guide) {
  const { lesson } = step_of(guide);
  guide.steps = guide.steps.filter((step, other) => other <= guide.nth || !lesson || !step.lesson);
  go_to(guide, guide.nth + 1);
}

/**
 * The text of an action that is no longer possible, but is not done yet, stays.
 * @param {Guide} guide
 * @param {Guided} now
 */
function words_now(guide, now) {
  const { words, until, press, meanwhile = "One moment: the bots are playing." } = step_of(guide);
  if (until && !guide.can_be_done) return guide.could_be_done ? guide.words : meanwhile;
  if (press && now.state.picked !== null) return "Now confirm it in the prompt.";
  return typeof words === "string" ? words : words(now);
}
