// @ts-check
// Color Dice in hindsight: nothing was ever hidden. The winner's pawns.

/** @import { Hindsight } from "#types/room" */
/** @import { View } from "#types/views/color_dice" */
import { pawn } from "#games/color_dice/pieces.js";

const FEW = 3;

/** @type {Hindsight<View>["opened"]} */
export const opened = ({ view }) => ({ view, sights: [] });

/** @type {Hindsight<View>["trophy"]} */
export const trophy = ({ view }, winners) =>
  winners.flatMap((seat) => Array.from({ length: FEW }, () => pawn(view.colours[seat].name)));
