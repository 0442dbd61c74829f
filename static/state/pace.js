// @ts-check
// The pace at which other players' moves are shown: frames in quick succession are queued, so that each move is seen. A
// skipped frame passes its lines on to the next; a board can draw any frame after any other.

/** @import { Frame, FromServer } from "#types/wire" */
/** @import { State } from "#state/state.js" */
import { is_seen_in_passing, next_at, skipped } from "#state/pacing.js";

/** @typedef {{ message: FromServer, at: number }} Waiting  `at`: when it came */
/** @typedef {{ message: Frame, at: number }} WaitingFrame */

/**
 * `late`: how long what is shown was delayed; passing moments are shown for their full time. `is_hurried`: the reader
 * has acted and waits for the effect. `is_skipping`: they skip the moves until somebody is asked who is no bot.
 * @typedef {{ queue: Waiting[], shown_at: number, late: number, is_hurried: boolean, is_skipping: boolean }} Pace
 */

/** Messages about the table keep their order with frames; all others are handled at once. */
const IN_ORDER = /frame|table|results/;

/** @returns {Pace} */
export const initial_pace = () => ({
  queue: [],
  shown_at: -Infinity,
  late: 0,
  is_hurried: false,
  is_skipping: false,
});

/** A message has come. @param {State} state @param {FromServer} message @param {number} now */
export function take(state, message, now) {
  const { queue } = state.pace;
  const waits = message.type === "frame" || (IN_ORDER.test(message.type) && queue.length > 0);
  if (!waits) return show(state, message);
  state.pace = { ...state.pace, queue: [...queue, { message, at: now }] };
  go_on(state, now);
}

/** Shows what is due. @param {State} state @param {number} now */
export function go_on(state, now) {
  const { pace } = state;
  if (!pace.queue.length) return;
  if (pace.is_skipping) return skim(state, now);
  if (hurries(state)) return catch_up(state, now);
  if (due_at(state, now) > now) return;
  show_one(state, now);
  // What is due next depends on when the acts of this one land.
  state.effects.push({ do: "dispatch", event: { type: "tick" } });
}

/** When something is due next; Infinity: never. @param {State} state @param {number} now */
export const next_shown_at = (state, now) =>
  state.pace.queue.length && !state.pace.is_skipping ? due_at(state, now) : Infinity;

/** The reader waits for the effect of their own answer, has just come back, or wants no pace. @param {State} state */
const hurries = ({ pace, answered, is_catching_up, settings, is_hidden }) =>
  pace.is_hurried || answered !== null || is_catching_up || settings.pace === "off" || is_hidden;

/** Shows everything queued now, in order. @param {State} state @param {number} now */
export function catch_up(state, now) {
  const { queue } = state.pace;
  state.pace = { queue: [], shown_at: now, late: 0, is_hurried: false, is_skipping: false };
  for (const { message } of queue) show(state, message);
}

/** Shows no more than has to be seen until a person is asked. @param {State} state @param {number} now */
export function skip(state, now) {
  state.pace = { ...state.pace, is_skipping: true };
  go_on(state, now);
}

/** Shows the next message at once. @param {State} state */
export function hurry(state) {
  state.pace = { ...state.pace, is_hurried: true };
}

/**
 * Shows only what has to be seen; the lines of everything else come with it.
 * @param {State} state
 * @param {number} now
 */
function skim(state, now) {
  const all = frames(state);
  const newest = all.at(-1)?.message;
  if (!newest) return;
  const asks_bots = is_for_bots(state, newest);
  state.pace = { ...state.pace, is_skipping: asks_bots && !newest.outcome };
  const move = { asks: !asks_bots, ends: !!newest.outcome, fades: newest.lines.some(({ fades }) => fades) };
  if (is_seen_in_passing(move)) show_all_as_one(state, all.length - 1, now, all.length > 1);
}

/** Whether nobody but bots is asked. @param {State} state @param {Frame} frame */
const is_for_bots = ({ table }, { asked }) =>
  !!table && asked.length > 0 && asked.every((seat) => table.seats[seat].bot !== null);

/** @param {State} state */
const frames = ({ pace }) =>
  /** @type {WaitingFrame[]} */ (pace.queue.filter(({ message }) => message.type === "frame"));

/**
 * The next frame is due once the last one has been seen, or when a queued one can wait no longer.
 * @param {State} state
 * @param {number} now
 */
function due_at(state, now) {
  const { shown_at, late } = state.pace;
  const shown = { at: shown_at, late, lands: Math.max(now, state.lands_at) };
  return next_at(frames(state).map(came), shown, state.settings.pace);
}

/**
 * Skips as many frames as cannot be shown one by one before one of them is due.
 * @param {State} state
 * @param {number} now
 */
const show_one = (state, now) =>
  show_all_as_one(state, skipped(frames(state).map(came), now, state.settings.pace), now, false);

/**
 * Shows the frame after so many that are passed over, with their lines, and what came with it.
 * @param {State} state
 * @param {number} passes
 * @param {number} now
 * @param {boolean} is_skimmed  its lines are those of skipped moves, too
 */
function show_all_as_one(state, passes, now, is_skimmed) {
  const { queue } = state.pace;
  const all = frames(state);
  const waiting = all[passes];
  const { you, delayed } = waiting.message;
  const passed = all
    .slice(0, passes)
    .filter(({ message }) => message.you === you && message.delayed?.eyes === delayed?.eyes);
  const lines = [...passed, waiting].flatMap(({ message }) => message.lines);
  const nth = queue.indexOf(waiting);
  const rest = queue.slice(nth + 1);
  const next = rest.findIndex(({ message }) => message.type === "frame");
  const after = next < 0 ? rest : rest.slice(0, next);
  const late = lines.some(({ sight }) => sight) ? now - waiting.at : 0;
  state.pace = { ...state.pace, queue: rest.slice(after.length), shown_at: now, late };
  for (const { message } of queue.slice(0, nth)) if (message.type !== "frame") show(state, message);
  show(state, { ...waiting.message, lines }, is_skimmed);
  for (const { message } of after) show(state, message);
}

/** @param {State} state @param {FromServer} message @param {boolean} [is_skimmed] */
function show(state, message, is_skimmed = false) {
  state.effects.push({ do: "dispatch", event: { type: "show", message, is_skimmed } });
}

/** @param {WaitingFrame} waiting */
const came = ({ message, at }) => ({ at, asks: asks(message) });

/** @param {Frame} frame */
const asks = ({ you, asked }) => you !== null && asked.includes(you);
