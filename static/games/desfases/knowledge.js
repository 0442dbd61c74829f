// @ts-check
// How a replay draws what somebody could know of coins that lie suit side up, and of the points.

/** @import { Suit, Value } from "#types/views/piecepack" */
import { coin } from "#kit/piecepack.js";

/** A coin, "suns 3", or a number of points. @param {string} name */
export function drawn(name) {
  const [suit, value] = name.split(" ");
  return value === undefined
    ? name
    : coin({ suit: /** @type {Suit} */ (suit), value: /** @type {Value} */ (Number(value)) });
}
