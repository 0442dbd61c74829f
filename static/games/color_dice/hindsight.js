// @ts-check
// Color Dice in hindsight: nothing was ever hidden.

/** @import { Hindsight } from "#types/room" */
/** @import { View } from "#types/views/color_dice" */

/** @type {Hindsight<View>["opened"]} */
export const opened = ({ view }) => ({ view, sights: [] });
