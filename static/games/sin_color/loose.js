// @ts-check
// What of Sin Color lies on the table before the game: a die between two coins.

/** @import { LoosePiece } from "#types/room" */
/** @import { Suit, Value } from "#types/views/piecepack" */
import { coin, die, piecepack_sprite } from "#kit/piecepack.js";

/** @param {Suit} suit @param {Value} value @returns {LoosePiece} */
const two_sided = (suit, value) => ({ is: "coin", face: (times) => coin(times % 2 ? { value } : { suit }) });
const THROWN = /** @type {Value[]} */ ([3, 0, 5, 1, 4, 2]);

export const loose = [
  two_sided("suns", 4),
  {
    is: /** @type {const} */ ("die"),
    face: (/** @type {number} */ times) => die("arms", THROWN[times % THROWN.length]),
  },
  two_sided("crowns", 2),
];
export const sprite = piecepack_sprite;
