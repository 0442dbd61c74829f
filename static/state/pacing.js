// @ts-check
// When the next of several frames is shown, and which are skipped: decisions from when each came, and the time. Times
// are in milliseconds.

/** @typedef {{ at: number, asks: boolean }} Came  when it came, and whether it asks the reader */
/**
 * The last one: when it was shown, how long after it came, and when its acts land.
 * @typedef {{ at: number, late: number, lands: number }} Shown
 */

/**
 * The minimum interval, and the maximum delay behind the present.
 * @type {Record<string, { apart: number, behind: number }>}
 */
const PACES = {
  normal: { apart: 400, behind: 2000 },
  slow: { apart: 1200, behind: 6000 },
};
/** A reader who is asked waits no longer than a piece glides. */
const GLIDE_MS = 260;

/**
 * The next frame is due once the last one has been seen and has come to rest, or when a queued one can wait no longer.
 * @param {Came[]} queue  not empty
 * @param {Shown} shown
 * @param {string} pace
 */
export const next_at = (queue, { at, late, lands }, pace) =>
  Math.min(Math.max(at + PACES[pace].apart, lands, queue[0].at + late), ...queue.map((came) => latest(came, pace)));

/** @param {Came} came @param {string} pace */
const latest = ({ at, asks }, pace) => at + (asks ? GLIDE_MS : PACES[pace].behind);

/**
 * While moves are skipped: whether this one is shown all the same. Its lines are in no log, or it is the last.
 * @param {{ asks: boolean, ends: boolean, fades: boolean }} move  whether it asks a person, or ends the game; whether
 *   something of it is shown for a moment only
 */
export const is_seen_in_passing = ({ asks, ends, fades }) => asks || ends || fades;

/**
 * How many of the first frames are skipped: as many as cannot be shown one by one before one of them is due.
 * @param {Came[]} queue
 * @param {number} now
 * @param {string} pace
 */
export function skipped(queue, now, pace) {
  const { apart } = PACES[pace];
  const slots = queue.map((came) => 1 + Math.max(0, Math.floor((latest(came, pace) - now) / apart)));
  return Math.max(0, ...slots.map((most, nth) => nth + 1 - most));
}
