// @ts-check
// The latest change on the board. Only motion and passing marks depend on it, never the contents of a square.

/** @import { Side, View } from "#types/views/desfases" */
/** @import { Suit } from "#types/views/piecepack" */
/** @import { Frame } from "#types/wire" */
import { is_a_quarter_on } from "#games/desfases/compass.js";

/** How tiles and pawns stand. @typedef {{ facing: Map<string, Side>, pawns: Map<Suit, string> }} Standing */

/**
 * @typedef {object} Changes
 * @property {number} seq  of the frame that they led to
 * @property {Standing | null} before  what is compared with the next one
 * @property {Set<string>} turned  squares whose tiles have made a quarter turn
 * @property {Map<Suit, string>} moved  pawns, and whence
 */

/** @type {Changes} */
export const initial = { seq: -1, before: null, turned: new Set(), moved: new Map() };

/**
 * Compares every frame with the previous one in its game.
 * @param {Changes} changes
 * @param {Pick<Frame<View>, "seq" | "view" | "outcome">} frame
 * @returns {Changes}
 */
export function next(changes, { seq, view, outcome }) {
  const { before } = changes;
  if (seq === changes.seq) return changes;
  const now = standing(view);
  return { seq, before: outcome ? null : now, turned: turned(before, now), moved: moved(before, now) };
}

/** What of it lies open to all. @param {View} view @returns {Standing} */
const standing = ({ tiles, suits }) => ({
  facing: new Map(Object.entries(tiles).flatMap(([square, { facing }]) => (facing ? [[square, facing]] : []))),
  pawns: new Map(suits.flatMap(({ suit, pawn }) => (pawn ? [[suit, pawn]] : []))),
});

/** @param {Standing | null} before @param {Standing} now */
function turned(before, now) {
  const changed = [...now.facing].filter(([square, facing]) =>
    is_a_quarter_on(before?.facing.get(square) ?? facing, facing),
  );
  return new Set(changed.map(([square]) => square));
}

/** @param {Standing | null} before @param {Standing} now */
const moved = (before, now) => new Map([...(before?.pawns ?? [])].filter(([suit, was]) => now.pawns.get(suit) !== was));
