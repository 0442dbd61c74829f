// @ts-check
// What a table of Color Dice sounds like.

/** @import { Event, Sound } from "#types/sound" */
/** @import { View } from "#types/views/color_dice" */

/**
 * What somebody does, before the dice that are thrown for whoever comes next.
 * @param {Event<View>} event
 * @returns {Sound | null}
 */
export function sound({ before: { view: before }, now: { view: now } }) {
  if (String(now.areas) !== String(before.areas)) return "pawn";
  return throws(now) === throws(before) ? null : "die";
}

/** @param {View} view */
const throws = ({ turn, round, colours }) => String([turn, round, colours.map(({ thrown }) => thrown)]);

/** Pawns of the reader's were struck. @param {Event<View>} event */
export const is_taken = ({ before, now }) => standing(now) < standing(before);

/** How many of the reader's pawns stand in areas. @param {Event<View>["now"]} frame */
const standing = ({ view, you }) => view.areas.reduce((count, pawns) => count + (pawns[you ?? -1] ?? 0), 0);
