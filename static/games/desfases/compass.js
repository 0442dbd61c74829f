// @ts-check
// Directions: absolute on the wire; players see the board from their own side, onlookers from the south.

/** @import { Say } from "#types/room" */
/** @import { Side, Square } from "#types/views/desfases" */

const CLOCKWISE = /** @type {Side[]} */ ("NESW".split(""));
const SOUTH = 2;
const FILES = "abcde";
const PLACES = [0, 1, 2, 3, 4];
const TO_A_PLAYER = ["facing away", "facing right", "facing you", "facing left"];
const TO_AN_ONLOOKER = ["facing north", "facing east", "facing south", "facing west"];

/**
 * How a table is seen from a side: the whole of it is turned until that side lies at the bottom.
 * @param {Side | null} side  null: an onlooker's
 */
export function seen_from(side) {
  const quarters = side === null ? 0 : (SOUTH - CLOCKWISE.indexOf(side) + 4) % 4;
  /** @param {Side} direction */
  const on_screen = (direction) => (CLOCKWISE.indexOf(direction) + quarters) % 4;
  const rows = PLACES.map((y) => PLACES.map((x) => square_at(x, y, quarters)));
  const along = quarters % 2;

  return {
    /** All squares as they are read: from left to right, from top to bottom. */
    squares: rows.flat(),
    /**
     * What the columns and the rows are called, beside the board. As at chess a square has one name for everybody, so
     * that log, chat, talk and replay speak of the same: from another side the letters run back, or stand at the rows.
     */
    columns: rows[0].map((square) => square[along]),
    ranks: rows.map(([square]) => square[1 - along]),
    /** Quarter turns clockwise of a tile whose foot lies at the bottom. @param {Side} facing */
    quarters: (facing) => (on_screen(facing) - SOUTH + 4) % 4,
    /** @param {Say} say @param {Side} facing */
    in_words: (say, facing) => say((side === null ? TO_AN_ONLOOKER : TO_A_PLAYER)[on_screen(facing)]),
  };
}

/**
 * The square that lies there after so many quarter turns of the board, counted from its top left corner.
 * @param {number} x
 * @param {number} y
 * @param {number} quarters
 * @returns {Square | "c3"}
 */
function square_at(x, y, quarters) {
  let [column, row] = [x, y];
  for (let turn = 0; turn < quarters; turn++) [column, row] = [row, 4 - column];
  return /** @type {Square | "c3"} */ (FILES[column] + String(5 - row));
}

/** @param {Side} before @param {Side} now */
export const is_a_quarter_on = (before, now) => (CLOCKWISE.indexOf(before) + 1) % 4 === CLOCKWISE.indexOf(now);
