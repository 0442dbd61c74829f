// @ts-check
// What a table of Color Gin sounds like.

/** @import { Event, Sound } from "#types/sound" */
/** @import { View } from "#types/views/color_gin" */

/** Whatever moves is a card. @param {Event<View>} event @returns {Sound | null} */
export const sound = ({ before, now }) => (where(now.view) === where(before.view) ? null : "card");

/** How many lie where, and whether hands lie open. @param {View} view */
const where = ({ round, deck, discards, hands, showdown }) => String([round, deck, discards, hands, showdown !== null]);
