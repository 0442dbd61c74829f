// @ts-check
// Directions: absolute on the wire; players see the board from their own side, spectators from the south.

/** @import { Say } from "#types/room" */
/** @import { Side, Square } from "#types/views/desfases" */

const CLOCKWISE = /** @type {Side[]} */ ("NESW".split(""));
const SOUTH = 2;
const FILES = "abcde";
const PLACES = [0, 1, 2, 3, 4];
const TO_A_PLAYER = ["facing away", "facing right", "facing you", "facing left"];
const TO_AN_ONLOOKER = ["facing north", "facing east", "facing south", "facing west"];

/**
 * The view of a table from a side: all of it is turned until that side is at the bottom.
 * @param {Side | null} side  null: an onlooker's
 */
export function seen_from(side) {
  const quarters = side === null ? 0 : (SOUTH - CLOCKWISE.indexOf(side) + 4) % 4;
  /** @param {Side} direction */
  const on_screen = (direction) => (CLOCKWISE.indexOf(direction) + quarters) % 4;
  const rows = PLACES.map((y) => PLACES.map((x) => square_at(x, y, quarters)));
  const along = quarters % 2;

  return {
    /** Whether the names of columns and rows begin elsewhere than at the bottom left. */
    is_turned: quarters !== 0,
    /** All squares in reading order: left to right, top to bottom. */
    squares: rows.flat(),
    /**
     * The names of columns and rows, beside the board. As in chess a square has the same name for everybody, so that
     * log, chat and replay agree: from another side the letters are reversed, or mark the rows.
     */
    columns: rows[0].map((square) => square[along]),
    ranks: rows.map(([square]) => square[1 - along]),
    /** Clockwise quarter turns of a tile with its foot at the bottom. @param {Side} facing */
    quarters: (facing) => (on_screen(facing) - SOUTH + 4) % 4,
    /** @param {Say} say @param {Side} facing */
    in_words: (say, facing) => say((side === null ? TO_AN_ONLOOKER : TO_A_PLAYER)[on_screen(facing)]),
  };
}

/**
 * The square there after this many quarter turns of the board, counted from its top left corner.
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

/** The distance between two squares in a straight line. @param {string} here @param {string} there */
export const squares = (here, there) =>
  Math.max(Math.abs(here.charCodeAt(0) - there.charCodeAt(0)), Math.abs(Number(here[1]) - Number(there[1])));
