// @ts-check
// Which moment of an analysis belongs to each step of a replay.

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
