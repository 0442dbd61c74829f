// @ts-check
// Pieces in five colours. Each colour also has its own shape, heraldic hatching and letter, for readers who cannot tell
// it by colour. All are drawn once, in a sprite; a piece on the table refers to its drawing.

/** @import { Say } from "#types/room" */
import { html, nothing, svg } from "lit-html";
import { language } from "#kit/text.js";

/** @typedef {"red" | "yellow" | "green" | "blue" | "joker"} Kind */

/** The letter of each colour: a translatable text, since every language has its own. */
export const LETTERS = { red: "R", yellow: "Y", green: "G", blue: "B" };

// Letters and digits as outlines, so that pieces never wait for a font. From Young Serif (OFL-1.1): 100 units are the
// height of a capital, the origin is the center of the sign.
/** @type {Record<string, string>} */
const GLYPHS = {
  R: "M49 42q2 0 2 2v4q0 2-2 2h-41q-2 0-2-2v-4q0-2 2-2h1q3 0 4-2q2-2 2-5q0-3-2-6l-12-22q-4 0-8 0h-10v22q0 6 2 9q2 4 6 4h1q2 0 2 2v4q0 2-2 2h-41q-2 0-2-2v-4q0-2 2-2h1q5 0 7-4q2-3 2-9v-58q0-6-2-9q-2-4-8-4q-2 0-2-2v-4q0-2 2-2h49q11 0 19 4q8 4 13 10q4 7 4 14q0 7-4 13q-3 7-12 11l15 27q2 5 5 9q3 4 8 4zM-10-2q14 0 20-6q6-5 6-14q0-9-6-15q-5-5-15-5h-12v40z",
  Y: "M50-50q2 0 2 2v4q0 2-2 2q-5 0-9 3q-4 3-8 10l-21 35q0 1 0 2v21q0 6 2 9q2 4 7 4h1q2 0 2 2v4q0 2-2 2h-41q-2 0-2-2v-4q0-2 2-2q5 0 7-4q2-3 2-9v-20q0-1 0-3l-24-35q-5-7-8-10q-3-3-8-3q-2 0-2-2v-4q0-2 2-2h47q2 0 2 2v4q0 2-2 2q-4 0-7 1q-3 2-3 5q0 3 3 7l15 25l15-25q3-6 3-9q0-4-7-4q-2 0-2-2v-4q0-2 2-2z",
  G: "M-25-5q0 7 2 15q1 8 5 14q3 7 9 11q5 4 13 4q3 0 6-1q4-1 6-3q3-1 3-4v-7q0-8-2-11q-2-3-6-4q-3-1-6-1h-1q-2 0-2-2v-4q0-2 2-2h42q2 0 2 2v4q0 2-2 2h-1q-4 0-4 5v14q-4 11-15 18q-10 7-26 7q-11 0-20-4q-9-4-15-11q-6-7-9-16q-4-9-4-20q0-7 2-14q1-7 5-14q3-7 9-13q5-5 14-8q8-4 19-4q10 0 17 3q7 2 12 6q4 4 7 8q3 4 4 7q1 3 1 5q0 1 0 2q-1 0-2 1l-16 6q-1 0-1 0q-1 0-2 0q0 0-1 0q0 0 0-1q0-1 0-2q0-1 0-3q0-9-5-15q-5-6-15-6q-7 0-13 4q-6 5-9 13q-3 8-3 19z",
  B: "M2-50q9 0 16 3q8 3 12 9q5 5 5 12q0 6-4 11q-3 4-10 8q11 3 16 10q6 8 6 18q0 8-4 15q-5 7-13 10q-8 4-18 4h-49q-2 0-2-2v-4q0-2 2-2q10 0 10-13v-58q0-13-10-13q-2 0-2-2v-4q0-2 2-2zM-3-10q9 0 13-4q5-4 5-12q0-7-5-12q-4-4-12-4h-8v32zM2 42q10 0 16-6q5-5 5-15q0-21-25-21h-8v29q0 6 2 10q2 3 7 3z",
  1: "M10 30q0 5 2 8q2 3 5 3q3 1 6 1h3q2 0 2 2v4q0 2-2 2h-51q-2 0-2-2v-4q0-2 2-2h4q3 0 6-1q3 0 5-3q1-3 1-8v-55q0-4-3-3l-14 5q-1 0-2 0q0-1 0-2v-5q0-1 0-1q1 0 2-1q8-3 17-8q9-4 17-10q2-1 2 1z",
  2: "M2 39q8 0 14-2q6-1 10-5q4-4 7-12h1q0-1 2-1q0 0 1 0l4 2q1 1 1 2q0 0 0 1l-13 27q0 1-1 1q-1 0-2-1q-1-1-1-1q-1 0-2 0h-63q-2 0-2-2v-4q0-1 0-2q3-6 8-10q6-5 12-9q6-5 12-9q6-5 11-10q5-5 8-11q3-6 3-13q0-10-3-15q-4-6-12-6q-8 0-12 6q-5 6-5 15q0 2 0 3q1 1 1 2q0 1-2 1q-1 0-1 0q-1 0-1-1l-17-5q-2-1-2-3q0-2 1-5q2-4 4-8q3-4 8-7q4-4 11-6q6-3 14-3q11 0 20 4q9 3 14 10q6 7 6 18q0 8-4 15q-4 7-10 12q-6 6-12 10q-7 5-14 9q-6 4-11 7q-5 3-7 6z",
  3: "M-4 43q11 0 17-6q5-6 5-15q0-10-6-14q-6-4-16-4q-3 0-6 1q-3 1-5 1q-1 0-2-2l-1-5q0-1 1-1q0-1 1-1q9-2 16-4q7-3 11-7q4-4 4-12q0-8-4-12q-4-3-10-3q-8 0-13 6q-5 6-5 15q0 2 0 3q0 1 0 2q0 1-1 1q-1 0-2 0q0 0-1 0l-16-6q-2-1-2-3q0-2 1-5q2-4 5-8q3-4 7-7q5-4 11-6q7-3 15-3q11 0 19 3q9 3 13 9q5 6 5 14q0 10-7 16q-6 5-16 7q8 1 13 3q6 3 10 8q3 6 3 14q0 9-6 16q-6 7-16 10q-10 4-22 4q-8 0-15-2q-6-2-11-5q-5-3-7-6q-3-3-3-5q0-1 1-2l11-10q1-1 1-1q1 0 1 2q1 5 4 10q2 4 7 7q5 3 11 3z",
  4: "M21 29q0 6 2 9q1 2 4 3q3 1 7 1h3q2 0 2 2v4q0 2-2 2h-51q-2 0-2-2v-4q0-2 2-2h3q4 0 7-1q2-1 4-3q2-3 2-9v-7h-39q-2 0-2-2v-8q0-2 1-3l39-57q1-1 1-1q1-1 2-1h15q2 0 2 2v58h14q2 0 2 2v8q0 2-2 2h-14zM-23 10h25v-35z",
};

/** The letters that only other languages need. @type {Record<string, string>} */
let more_letters = {};
await bring_letters();

/** Loads the letters that English lacks, if the reader's language has any; called again when it changes. */
export async function bring_letters() {
  if (!language().startsWith("en")) ({ MORE_LETTERS: more_letters } = await import("#kit/letters.js"));
}

/** @param {Kind} kind */
export const piece = (kind) =>
  html`<svg class="piece" viewBox="0 0 100 100" aria-hidden="true"><use href="#piece-${kind}"></use></svg>`;

/** The empty place of a missing colour: its shape and letter, dashed. @param {Kind} kind */
export const slot = (kind) =>
  html`<svg class="piece" viewBox="0 0 100 100" aria-hidden="true"><use href="#slot-${kind}"></use></svg>`;

/**
 * A sign of the display face, `height` high, centered on x, y.
 * @param {string} sign
 * @param {number} x
 * @param {number} y
 * @param {number} height
 */
export const glyph = (sign, x, y, height) =>
  svg`<path class="glyph" transform="translate(${x} ${y}) scale(${height / 100})"
    d=${GLYPHS[sign] ?? more_letters[sign]}></path>`;

// Vertical lines are red (gules), horizontal ones blue (azure), diagonal ones green (vert), dots gold (or).
const HATCHING = {
  red: svg`<path
    d="M14 24.7V75.3M23 15.3V84.7M32 9.9V90.1M41 6.9V93.1M50 6V94M59 6.9V93.1M68 9.9V90.1M77 15.3V84.7M86 24.7V75.3"></path>`,
  blue: svg`<path d="M39 14H61M30 23H70M21 32H79M12 41H88M5 50H95M12 59H88M21 68H79M30 77H70M39 86H61"></path>`,
  green: svg`<path
    d="M46.5 12.5L62.2 28.2M41.9 20.9L78 57M37.2 29.2L93.8 85.8M32.6 37.6L83 88M28 46L70 88M23.4 54.4L57 88M18.8 62.8L44 88M14.2 71.2L31 88M9.6 79.6L18 88"></path>`,
  yellow: svg`<path class="dots"
    d="M22 22h0m14 0h0m14 0h0m14 0h0m14 0h0M22 36h0m56 0h0M22 50h0m56 0h0M22 64h0m56 0h0M22 78h0m14 0h0m14 0h0m14 0h0m14 0h0M36 36h0m28 0h0M36 64h0m28 0h0"></path>`,
  joker: nothing,
};

const SHAPES = {
  red: svg`<circle cx="50" cy="50" r="45"></circle>`,
  blue: svg`<path d="M50 3L97 50L50 97L3 50Z"></path>`,
  green: svg`<path d="M50 6L95 88H5Z"></path>`,
  yellow: svg`<rect x="10" y="10" width="80" height="80" rx="3"></rect>`,
  joker: svg`<path
    d="M50 4L64.7 32.8L96.6 37.9L73.8 60.7L78.8 92.6L50 78L21.2 92.6L26.2 60.7L3.4 37.9L35.3 32.8Z"></path>`,
};

const SMALL_STAR = "M50 41.5L53 49.3L61.4 49.7L54.9 54.9L57 63L50 58.4L43 63L45.1 54.9L38.6 49.7L47 49.3Z";

/** The height of the letter's disc: at the middle of the shape. @type {Record<Kind, number>} */
const MIDDLE = { red: 50, blue: 50, green: 61, yellow: 50, joker: 53 };
const KINDS = /** @type {Kind[]} */ (Object.keys(SHAPES));

/** The symbols of all drawings; once in a page. @param {Say} say */
export const sprite = (say) =>
  html`<svg class="sprite" width="0" height="0"
    aria-hidden="true">${KINDS.map((kind) => [symbol(say, kind), empty_symbol(say, kind)])}</svg>`;

/** @param {Say} say @param {Kind} kind */
const symbol = (say, kind) => svg`<symbol id="piece-${kind}" viewBox="0 0 100 100" overflow="visible">
    <g class="fill ${kind}">${SHAPES[kind]}</g>
    <g class="hatching">${HATCHING[kind]}</g>
    <g class="outline">${SHAPES[kind]}</g>
    <circle class="disc" cx="50" cy=${MIDDLE[kind]} r=${kind === "joker" ? 17 : 23}></circle>
    ${
      kind === "joker"
        ? svg`<path class="glyph" d=${SMALL_STAR}></path>`
        : glyph(say(LETTERS[kind]), 50, MIDDLE[kind], 27)
    }
  </symbol>`;

/** @param {Say} say @param {Kind} kind */
const empty_symbol = (say, kind) => svg`<symbol id="slot-${kind}" viewBox="0 0 100 100" overflow="visible">
    <g class="empty">${SHAPES[kind]}</g>
    ${kind === "joker" ? nothing : glyph(say(LETTERS[kind]), 50, MIDDLE[kind], 30)}
  </symbol>`;
