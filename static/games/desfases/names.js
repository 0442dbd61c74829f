// @ts-check
// Names of squares, tiles and suits, as arguments of sentences.

/** @import { Text } from "#types/wire" */
/** @import { Suit, Value } from "#types/views/piecepack" */

const VALUES = ["null", "ace", "2", "3", "4", "5"];
const ALONE = { suns: "Suns", moons: "Moons", crowns: "Crowns", arms: "Arms" };

/** @param {Suit} suit @returns {Text} */
export const suit_named = (suit) => ({ text: suit });

/** Not in a sentence. @param {Suit} suit @returns {Text} */
export const suit_alone = (suit) => ({ text: ALONE[suit] });

/** @param {Value} value @returns {Text} */
export const value_named = (value) => ({ text: VALUES[value] });

/**
 * A tile, or a coin whose value is known.
 * @param {{ suit: Suit, value: Value | null }} thing
 * @returns {Text}
 */
export const named = ({ suit, value }) =>
  value === null
    ? { text: "coin of {suit}", with: { suit: suit_named(suit) } }
    : { text: "{value} of {suit}", with: { value: value_named(value), suit: suit_named(suit) } };
