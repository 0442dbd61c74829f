// @ts-check
// Reasons why the pawn cannot go to a square or its tile cannot be scored (RULES.md, decisions 4 to 8). For display
// only: the server decides.

/** @import { Say } from "#types/room" */
/** @import { Square, View } from "#types/views/desfases" */

const GAP = "c3";

/** Column and row. @param {string} square @returns {[number, number]} */
const at = (square) => [square.charCodeAt(0), Number(square[1])];

/**
 * The columns and rows from one square to another.
 * @param {string} here
 * @param {string} there
 * @returns {[number, number]}
 */
function way(here, there) {
  const [[x, y], [other_x, other_y]] = [at(here), at(there)];
  return [other_x - x, other_y - y];
}

/** The squares between two on a line. @param {string} here @param {string} there */
function between(here, there) {
  const [across, up] = way(here, there);
  const steps = Math.max(Math.abs(across), Math.abs(up));
  const [x, y] = at(here);
  return Array.from({ length: steps - 1 }, (_, nth) => {
    const [right, above] = [Math.sign(across) * (nth + 1), Math.sign(up) * (nth + 1)];
    return String.fromCharCode(x + right) + String(y + above);
  });
}

/**
 * @param {Say} say
 * @param {View} view
 * @param {string} pawn  where it stands
 * @param {string} square
 */
export function no_move(say, view, pawn, square) {
  const [across, up] = way(pawn, square);
  /** @param {string} other */
  const is_taken = (other) => view.suits.some((suit) => suit.pawn === other);
  if (square === pawn) return say("The pawn stands there: it has to move.");
  if (across && up && Math.abs(across) !== Math.abs(up))
    return say("A pawn moves in a straight line, and none leads to {square}.", { square });
  if (is_taken(square)) return say("Another pawn stands there.");
  if (between(pawn, square).includes(GAP)) return say("The gap is in the way.");
  return say("Another pawn is in the way.");
}

/**
 * @param {Say} say
 * @param {View} view
 * @param {string} pawn
 * @param {Square} square
 */
export function no_score(say, view, pawn, square) {
  const [across, up] = way(pawn, square);
  if (Math.abs(across) + Math.abs(up) !== 1) return say("Only a tile right next to the pawn can be scored.");
  if (view.tiles[square].coin) return say("This tile has been scored already.");
  return say("This tile does not face the pawn.");
}
