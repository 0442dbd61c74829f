// @ts-check
// The sounds of a table of Color Dice.

/** @import { Cue, Event, Sound } from "#types/sound" */
/** @import { View } from "#types/views/color_dice" */

/** Dice roll while pawns walk; struck ones fall when the others have come. @param {Event<View>} event */
export const cues = ({ before: { view: before }, now: { view: now } }) => [
  ...several("die", thrown(before, now)),
  ...several("pawn", arrived(before, now)),
  ...several("strike", struck(before, now)),
];

/** @param {Sound} name @param {number} count @returns {Cue[]} */
const several = (name, count) => (count ? [{ name, count }] : []);

/** The number of dice thrown. @param {View} before @param {View} now */
function thrown(before, now) {
  const is_other_turn = before.turn !== now.turn || before.round !== now.round;
  if (now.turn === null) return 0;
  return now.colours.filter(({ thrown }, colour) => is_other_turn || thrown !== before.colours[colour].thrown).length;
}

/** The number of pawns that have come to an area. @param {View} before @param {View} now */
const arrived = (before, now) =>
  count_of(now.areas.flatMap((pawns, area) => pawns.map((here, colour) => here - before.areas[area][colour])));

/** The number of pawns that are in no area any more. @param {View} before @param {View} now */
const struck = (before, now) =>
  count_of(now.colours.map((_, colour) => in_areas(before, colour) - in_areas(now, colour)));

/** @param {View} view @param {number} colour */
const in_areas = ({ areas }, colour) => areas.reduce((count, pawns) => count + pawns[colour], 0);

/** How many more there are in all, ignoring where there are fewer. @param {number[]} differences */
const count_of = (differences) => differences.reduce((all, more) => all + Math.max(0, more), 0);

/** Whether pawns of the reader were struck. @param {Event<View>} event */
export const is_taken = ({ before, now }) =>
  now.you !== null && in_areas(now.view, now.you) < in_areas(before.view, now.you);
