// @ts-check
// The sounds of a table of Color Dice.

/** @import { Event, Sound } from "#types/sound" */
/** @import { View } from "#types/views/color_dice" */

/**
 * The sound of an action, ignoring the dice thrown for the next player.
 * @param {Event<View>} event
 * @returns {Sound | null}
 */
export function sound({ before: { view: before }, now: { view: now } }) {
  if (String(now.areas) !== String(before.areas)) return "pawn";
  return throws(now) === throws(before) ? null : "die";
}

/** @param {View} view */
const throws = ({ turn, round, colours }) => String([turn, round, colours.map(({ thrown }) => thrown)]);

/** Whether pawns of the reader were struck. @param {Event<View>} event */
export const is_taken = ({ before, now }) => standing(now) < standing(before);

/** The number of the reader's pawns in areas. @param {Event<View>["now"]} frame */
const standing = ({ view, you }) => view.areas.reduce((count, pawns) => count + (pawns[you ?? -1] ?? 0), 0);
