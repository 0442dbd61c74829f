// @ts-check
// What of Desfases lies on the table before the game: a few of its tiles.

/** @import { LoosePiece } from "#types/room" */
/** @import { Suit, Value } from "#types/views/piecepack" */
import { piecepack_sprite, tile, tile_back } from "#kit/piecepack.js";

/** @param {Suit} suit @param {Value} value @returns {LoosePiece} */
const two_sided = (suit, value) => ({
  is: "tile",
  face: (times) => (times % 2 ? tile_back() : tile(suit, value)),
});

export const loose = [two_sided("moons", 3), two_sided("suns", 5), two_sided("arms", 2)];
export const sprite = piecepack_sprite;
