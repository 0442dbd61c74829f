// @ts-check
// What of Color Dice lies on the table before the game: three dice.

/** @import { LoosePiece } from "#types/room" */
/** @import { Name, Pips } from "#types/views/color_dice" */
import { die, pawn_sprite } from "#games/color_dice/pieces.js";

const NAMES = /** @type {Name[]} */ (["red", "blue", "yellow"]);
const THROWN = /** @type {Pips[]} */ ([5, 2, 6, 1, 3, 4]);

/** @type {LoosePiece[]} */
export const loose = NAMES.map((name, nth) => ({
  is: "die",
  face: (times) => die(name, THROWN[(times + 2 * nth) % THROWN.length]),
}));
export const sprite = pawn_sprite;
