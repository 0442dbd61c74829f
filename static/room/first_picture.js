// @ts-check
// When the table can first be drawn.

/** @import { Parts } from "#types/room" */
/** @import { State } from "#state/state.js" */
/** @import { Table } from "#types/wire" */
import { has_run } from "#room/log.js";

/**
 * The first frame comes right after the table, and so do the parts that draw it: drawing without them would move
 * everything when they come.
 * @param {Table} table
 * @param {State} state
 * @param {Parts} parts
 */
export function is_about_to_come(table, { frame, lines }, parts) {
  if (table.state === "gathering") return !parts.gathering();
  if (table.state === "over" && !parts.ending()) return true;
  if (table.you.seats.length && !parts.consequences()) return true;
  if (has_run(lines) && !parts.noise()) return true;
  if (frame) return false;
  if (table.onlookers) return table.you.seats.length < 2;
  return table.you.seats.length === 1 && table.state === "playing"; // finished games come to their players
}
