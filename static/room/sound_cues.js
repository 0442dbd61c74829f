// @ts-check
// What is heard of the difference between two states of the page: who came, what moved, and how the game ended.

/** @import { Cue, Event, Sound } from "#types/sound" */
/** @import { Frame, Sight, Table } from "#types/wire" */
/** @import { State } from "#state/state.js" */
import { is_decided } from "#state/celebration.js";
import { is_nearly_up, is_running } from "#state/clock.js";
import { is_nudged } from "#state/evening.js";

/** The steps of the scene at the end in which nobody has risen. */
const COVERED = new Set(["before", "dusk", "secret"]);

/**
 * In the order in which it is heard.
 * @param {State} before
 * @param {State} after
 * @param {Cue[]} of_pieces  what their game says of the event between them
 * @param {boolean} is_still  the reader wants no motion
 * @returns {Cue[]}
 */
export const cues_between = (before, after, of_pieces, is_still) => [
  ...arrivals(before, after),
  ...reactions(before, after),
  ...of_pieces.map((cue) => ({ seat: mover(before), ...cue })),
  ...endings(before, after, is_still),
  ...warnings(before, after),
];

/**
 * The event between two states; null if nothing has happened, another game begins, or the viewer has changed.
 * @param {State} earlier
 * @param {State} later
 * @returns {Event | null}
 */
export function event_between({ frame: before }, { frame: now, moments }) {
  if (!before || !now || now.seq <= before.seq || now.you !== before.you || before.outcome) return null;
  /** @type {Sight[]} */
  const sights = moments.flatMap(({ seq, sight }) => (sight && seq > before.seq ? sight : []));
  return { before, now, sights };
}

/** Whose move it was, if that is sure. @param {State} state */
const mover = ({ frame }) => (frame?.asked.length === 1 ? frame.asked[0] : null);

/** Friends who have just sat down. @param {State} before @param {State} after @returns {Cue[]} */
function arrivals({ table: before }, { table: after }) {
  if (!before || !after) return [];
  const here = new Set(before.seats.map(({ person }) => person));
  return after.seats.flatMap(({ person }, seat) =>
    person && !here.has(person) && !after.you.seats.includes(seat) ? [{ name: "knock", seat }] : [],
  );
}

/** @param {State} before @param {State} after @returns {Cue[]} */
const reactions = (before, after) =>
  after.reactions
    .filter((reaction) => !before.reactions.includes(reaction))
    .map(({ from }) => ({ name: "pop", seat: from.seat }));

/**
 * Somebody at this device is nudged: heard also while the page is hidden.
 * @param {State} before
 * @param {State} after
 * @returns {Cue[]}
 */
export const nudges_between = (before, after) =>
  after.nudges
    .filter((nudge) => !before.nudges.includes(nudge) && is_nudged({ nudges: [nudge], table: after.table }))
    .map(({ from }) => ({ name: "nudge", seat: from.seat }));

/** @param {State} before @param {State} after @param {boolean} is_still @returns {Cue[]} */
const endings = (before, after, is_still) =>
  after.frame?.outcome && is_revealed(before, after, is_still) ? [{ name: ending(after.frame, after.table) }] : [];

/**
 * Whether the winner rises now, or the reader has left the scene before; without a scene they are known at once.
 * @param {State} before @param {State} after @param {boolean} is_still
 */
function is_revealed(before, after, is_still) {
  const event = event_between(before, after);
  if (event) return is_still || !is_decided(event.now);
  return is_covered(before) && !is_covered(after);
}

/** @param {State} state */
const is_covered = ({ end_scene }) => end_scene !== null && COVERED.has(end_scene.step);

/** @param {Frame} frame @param {Table | null} table @returns {Sound} */
function ending(frame, table) {
  if (you_won(frame)) return "won";
  return table?.team && !frame.outcome?.winners.length && is_decided(frame) ? "lost" : "ended";
}

/** @param {Frame} frame */
const you_won = ({ outcome, you }) => you !== null && outcome?.winners.includes(you);

/** The reader's time is nearly up, as it was not. @param {State} before @param {State} after @returns {Cue[]} */
function warnings(before, after) {
  const seat = after.table?.you.seat ?? null;
  if (seat === null || !is_running(before, seat) || is_nearly_up(before, seat)) return [];
  return is_nearly_up(after, seat) ? [{ name: "clock" }] : [];
}
