// @ts-check
// The latest change on the board. Only motion and passing marks depend on it, never the contents of a square.

/** @import { SeenTile, Square, View } from "#types/views/desfases" */
/** @import { Suit } from "#types/views/piecepack" */
/** @import { Frame } from "#types/wire" */
import { is_a_quarter_on } from "#games/desfases/compass.js";

/**
 * @typedef {object} Changes
 * @property {Set<string>} turned  squares whose tiles have made a quarter turn
 * @property {Map<Suit, string>} moved  pawns, and whence
 */

/** Compares every frame with the previous one in its game; redrawing the same frame changes nothing. */
export function watch_changes() {
  let shown = -1;
  /** @type {View | null} */
  let before = null;
  /** @type {Changes} */
  let changes = { turned: new Set(), moved: new Map() };

  /** @param {Pick<Frame<View>, "seq" | "view" | "outcome">} frame */
  return ({ seq, view, outcome }) => {
    if (seq !== shown) changes = { turned: turned(before, view), moved: moved(before, view) };
    [shown, before] = [seq, outcome ? null : view];
    return changes;
  };
}

/** @param {View | null} before @param {View} now */
function turned(before, now) {
  return new Set(
    /** @type {[Square, SeenTile][]} */ (Object.entries(now.tiles)).flatMap(([square, { facing }]) => {
      const was = before?.tiles[square].facing;
      return was && facing && is_a_quarter_on(was, facing) ? [square] : [];
    }),
  );
}

/** @param {View | null} before @param {View} now */
function moved(before, now) {
  /** @type {Map<Suit, string>} */
  const whence = new Map();
  for (const { suit, pawn } of now.suits) {
    const was = before?.suits.find((other) => other.suit === suit)?.pawn;
    if (was && was !== pawn) whence.set(suit, was);
  }
  return whence;
}
