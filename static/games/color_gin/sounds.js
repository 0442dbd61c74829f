// @ts-check
// The sounds of a table of Color Gin.

/** @import { Event, Sound } from "#types/sound" */
/** @import { View } from "#types/views/color_gin" */

/** The sound of a card if any has moved. @param {Event<View>} event @returns {Sound | null} */
export const sound = ({ before, now }) => (where(now.view) === where(before.view) ? null : "card");

/** The number of cards in each place, and whether hands are open. @param {View} view */
const where = ({ round, deck, discards, hands, showdown }) => String([round, deck, discards, hands, showdown !== null]);
