// @ts-check
// Skipping the moves of bots: the server lets them answer fast, and the page shows no more than the end of it, except
// for what is shown for a moment and in no log.

/** @import { Frame, Table } from "#types/wire" */

/**
 * Whether this reader waits for nobody but bots, who take their time.
 * @param {Table} table
 * @param {Frame | null} frame
 */
export const may_skip = (table, frame) =>
  !!frame &&
  table.practice &&
  !table.fast_bots &&
  !table.lesson &&
  !table.paused &&
  table.state === "playing" &&
  table.you.seat !== null &&
  frame.asked.length > 0 &&
  frame.asked.every((seat) => table.seats[seat].bot !== null);
