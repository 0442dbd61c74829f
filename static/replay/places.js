// @ts-check
// Which moment of an analysis, and which knowledge of a seat, belongs to each step of a replay.

/** @import { ReplayStep } from "#types/api" */

/**
 * The index of the latest moment not after each step.
 * @param {number[]} seqs  the events of the moments, in order
 * @param {Pick<ReplayStep, "seq">[]} steps
 */
export function places_of(seqs, steps) {
  let place = 0;
  return steps.map(({ seq }) => {
    while (seqs[place + 1] <= seq) place += 1;
    return place;
  });
}

/** The latest that was said of what hidden things could be. @param {ReplayStep[]} steps @param {number} step */
export function could_be_at(steps, step) {
  for (let at = step; at >= 0; at--) {
    const told = steps[at].could_be;
    if (told) return told;
  }
  return [];
}
