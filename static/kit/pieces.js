// @ts-check
// Pieces in five colours. Each colour has its own shape, heraldic hatching and letter, so it can be told without
// seeing colours. All are drawn once, in a sprite; a piece on the table is a reference to its drawing.

import { html, nothing, svg } from "lit-html";
import { GLYPHS } from "#kit/glyphs.js";

/** @typedef {"red" | "yellow" | "green" | "blue" | "joker"} Kind */

/** The letter of each colour, as this reader's language has it. */
export const LETTERS = { red: "R", yellow: "Y", green: "G", blue: "B", joker: "★" };

/** @param {Kind} kind */
export const piece = (kind) => html`<svg class="piece" viewBox="0 0 100 100" aria-hidden="true"><use href="#piece-${kind}"></use></svg>`;

/** The empty place of a colour that is still missing: its shape and letter, dashed. @param {Kind} kind */
export const slot = (kind) => html`<svg class="piece" viewBox="0 0 100 100" aria-hidden="true"><use href="#slot-${kind}"></use></svg>`;

/**
 * A sign of the display face, `height` high, with its middle at x, y.
 * @param {string} sign
 * @param {number} x
 * @param {number} y
 * @param {number} height
 */
export const glyph = (sign, x, y, height) =>
  svg`<path class="glyph" transform="translate(${x} ${y}) scale(${height / 100})" d=${GLYPHS[sign]}></path>`;

// Upright lines are red (gules), level ones blue (azure), slanting ones green (vert), dots are gold (or).
const HATCHING = {
  red: svg`<path d="M14 24.7V75.3M23 15.3V84.7M32 9.9V90.1M41 6.9V93.1M50 6V94M59 6.9V93.1M68 9.9V90.1M77 15.3V84.7M86 24.7V75.3"></path>`,
  blue: svg`<path d="M39 14H61M30 23H70M21 32H79M12 41H88M5 50H95M12 59H88M21 68H79M30 77H70M39 86H61"></path>`,
  green: svg`<path d="M46.5 12.5L62.2 28.2M41.9 20.9L78 57M37.2 29.2L93.8 85.8M32.6 37.6L83 88M28 46L70 88M23.4 54.4L57 88M18.8 62.8L44 88M14.2 71.2L31 88M9.6 79.6L18 88"></path>`,
  yellow: svg`<path class="dots" d="M22 22h0m14 0h0m14 0h0m14 0h0m14 0h0M22 36h0m56 0h0M22 50h0m56 0h0M22 64h0m56 0h0M22 78h0m14 0h0m14 0h0m14 0h0m14 0h0M36 36h0m28 0h0M36 64h0m28 0h0"></path>`,
  joker: nothing,
};

const SHAPES = {
  red: svg`<circle cx="50" cy="50" r="45"></circle>`,
  blue: svg`<path d="M50 3L97 50L50 97L3 50Z"></path>`,
  green: svg`<path d="M50 6L95 88H5Z"></path>`,
  yellow: svg`<rect x="10" y="10" width="80" height="80" rx="3"></rect>`,
  joker: svg`<path d="M50 4L64.7 32.8L96.6 37.9L73.8 60.7L78.8 92.6L50 78L21.2 92.6L26.2 60.7L3.4 37.9L35.3 32.8Z"></path>`,
};

const SMALL_STAR = "M50 41.5L53 49.3L61.4 49.7L54.9 54.9L57 63L50 58.4L43 63L45.1 54.9L38.6 49.7L47 49.3Z";

/** Where the letter's disc lies: in the middle of the shape. @type {Record<Kind, number>} */
const MIDDLE = { red: 50, blue: 50, green: 61, yellow: 50, joker: 53 };
const KINDS = /** @type {Kind[]} */ (Object.keys(SHAPES));

/** All drawings; once in a page. */
export const sprite = () => html`<svg class="sprite" width="0" height="0" aria-hidden="true">${KINDS.map((kind) => [symbol(kind), empty_symbol(kind)])}</svg>`;

/** @param {Kind} kind */
const symbol = (kind) => svg`<symbol id="piece-${kind}" viewBox="0 0 100 100" overflow="visible">
    <g class="fill ${kind}">${SHAPES[kind]}</g>
    <g class="hatching">${HATCHING[kind]}</g>
    <g class="outline">${SHAPES[kind]}</g>
    <circle class="disc" cx="50" cy=${MIDDLE[kind]} r=${kind === "joker" ? 17 : 23}></circle>
    ${kind === "joker" ? svg`<path class="glyph" d=${SMALL_STAR}></path>` : glyph(LETTERS[kind], 50, MIDDLE[kind], 27)}
  </symbol>`;

/** @param {Kind} kind */
const empty_symbol = (kind) => svg`<symbol id="slot-${kind}" viewBox="0 0 100 100" overflow="visible">
    <g class="empty">${SHAPES[kind]}</g>
    ${kind === "joker" ? nothing : glyph(LETTERS[kind], 50, MIDDLE[kind], 30)}
  </symbol>`;
