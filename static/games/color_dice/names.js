// @ts-check
// Names of people, places and groups, as arguments of sentences.

/** @import { Argument, Text } from "#types/wire" */
/** @import { Place } from "#types/color_dice" */
/** @import { Name, View } from "#types/views/color_dice" */

/** @type {Record<Name, string>} */
const DUMMIES = {
  red: "the red dummy",
  yellow: "the yellow dummy",
  green: "the green dummy",
  blue: "the blue dummy",
  black: "the black dummy",
  white: "the white dummy",
};
/** @type {Record<Name, string>} */
const ALONE = {
  red: "Red dummy",
  yellow: "Yellow dummy",
  green: "Green dummy",
  blue: "Blue dummy",
  black: "Black dummy",
  white: "White dummy",
};

const SOMEBODY = "{seat}";
const AREA = "{who}’s area";
const OUTSIDE = "outside";
const GROUP = "{count} {colour}";

/** The player of this colour, within a sentence. @param {View} view @param {number} colour @returns {Argument} */
export function who(view, colour) {
  const { seat, name } = view.colours[colour];
  return seat === null ? { text: DUMMIES[name] } : { seat };
}

/** The player of this colour, outside a sentence. @param {View} view @param {number} colour @returns {Text} */
export function who_alone(view, colour) {
  const { seat, name } = view.colours[colour];
  return seat === null ? { text: ALONE[name] } : { text: SOMEBODY, with: { seat: { seat } } };
}

/** The home of a colour. @param {View} view @param {number} area @returns {Text} */
export const area_named = (view, area) => ({ text: AREA, with: { who: who(view, area) } });

/** @param {View} view @param {Place} place @returns {Text} */
export const place_named = (view, place) => (place === "outside" ? { text: OUTSIDE } : area_named(view, place));

/** A number of pawns of a colour. @param {View} view @param {number} colour @param {number} count @returns {Text} */
export const group_named = (view, colour, count) => ({
  text: GROUP,
  with: { count, colour: { text: view.colours[colour].name } },
});
