// @ts-check
// When the first picture of a table can be drawn.

/** @import { Game, Known, Parts } from "#types/room" */
/** @import { Table } from "#types/wire" */
import { has_run } from "#room/log.js";

/**
 * The first frame comes right after the table, and so do the parts that it is drawn by: drawn without them, everything
 * would be moved by them.
 * @param {Table} table
 * @param {Known} known
 * @param {Game} game
 * @param {Parts} parts
 */
export function is_about_to_come(table, { frame, lines }, game, parts) {
  if (table.state === "gathering") return !parts.gathering();
  if (table.state === "over" && !parts.ending()) return true;
  if (table.you.seats.length && !parts.consequences()) return true;
  if (has_run(lines) && !parts.noise()) return true;
  if (frame) return game.rest?.is_needed(frame) && !parts.rest();
  if (table.onlookers) return table.you.seats.length < 2;
  return table.you.seats.length === 1 && table.state === "playing"; // what is over comes to who has played it
}
