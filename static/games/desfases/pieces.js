// @ts-check
// The pieces of Desfases: their names, as arguments of sentences, and marks that the piecepack lacks: the pin in a tile
// that does not turn, the ring of a timer.

import { html, svg } from "lit-html";

/** @import { Text } from "#types/wire" */
/** @import { Suit, Value } from "#types/views/piecepack" */

const VALUES = ["null", "ace", "2", "3", "4", "5"];
const ALONE = { suns: "Suns", moons: "Moons", crowns: "Crowns", arms: "Arms" };

/** @param {Suit} suit @returns {Text} */
export const suit_named = (suit) => ({ text: suit });

/** A suit's name outside a sentence. @param {Suit} suit @returns {Text} */
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

/** An upright drawing pin: a slanted one would look like a magnifying glass. */
export const pin = () => html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <path class="de-needle" d="M10 12V19"></path>
  <path class="de-head" d="M5 1H15V4.2H13.2L14 8.6H17V12.4H3V8.6H6L6.8 4.2H5Z"></path>
  <path class="de-glint" d="M9 4.6L8.5 8.2"></path>
</svg>`;

/** The maximum number of turns of a timer. */
const MOST = 5;

/** A ring, open where the die touches it; the dark part is the turns left. @param {number} left */
export const ring = (left) => html`<svg class="de-ring" viewBox="-50 -50 100 100" aria-hidden="true">
  ${Array.from(
    { length: MOST },
    (_, nth) => svg`<circle class=${nth < left ? "de-left" : ""} r="45" pathLength=${MOST + 1}
      stroke-dasharray="0.78 5.22" stroke-dashoffset=${-nth - 0.11}></circle>`,
  )}
</svg>`;
