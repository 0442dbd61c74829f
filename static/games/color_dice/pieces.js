// @ts-check
// Pawns, dice and badges in six colours. Each colour also has its own shape, heraldic hatching and letter, for readers
// who cannot distinguish it by colour. All are drawn once, in a sprite.

/** @import { Say } from "#types/room" */
/** @import { Name, Pips } from "#types/views/color_dice" */
import { html, svg } from "lit-html";
import { MORE_LETTERS } from "#kit/letters.js";
import { glyph, LETTERS as OF_FOUR } from "#kit/pieces.js";

const NAMES = /** @type {Name[]} */ (["red", "yellow", "green", "blue", "black", "white"]);
/** @type {Record<Name, string>} */
const LETTERS = { ...OF_FOUR, black: "K", white: "W" };

// All are centered on 0 0, within 50 to every side.
/** @type {Record<Name, string>} */
const SHAPES = {
  red: "M0-46A46 46 0 1 1 0 46A46 46 0 1 1 0-46Z",
  yellow: "M-41-41H41V41H-41Z",
  green: "M0-46L47 40H-47Z",
  blue: "M0-49L49 0L0 49L-49 0Z",
  black: "M0-49L14.5-16L48-14L22 8L31 43L0 24L-31 43L-22 8L-48-14L-14.5-16Z",
  white: "M-18-46H18V-18H46V18H18V46H-18V18H-46V-18H-18Z",
};
/** The height of the letter's disc. @type {Partial<Record<Name, number>>} */
const MIDDLE = { green: 10, black: 1 };

const STEPS = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6];
/** @param {(at: number) => string} line */
const lines = (line) => STEPS.map((step) => line(step * 10)).join("");
const UPRIGHT = lines((x) => `M${x}-60V60`);
const LEVEL = lines((y) => `M-60 ${y}H60`);
/** No longer than the others: clipped parts count as drawn, too. */
const SLANTING = lines(
  (x) =>
    `M${Math.max(-60, 2 * x - 60)} ${Math.max(-60, -60 - 2 * x)}L${Math.min(60, 2 * x + 60)} ${Math.min(60, 60 - 2 * x)}`,
);
const DOTS = [-45, -30, -15, 0, 15, 30, 45].map((y) => `M-45 ${y}${"h0m15 0".repeat(7)}`).join("");
// As in heraldry: vertical lines are red, crossed ones black, diagonal ones green, horizontal ones blue, dots gold.
/** @type {Record<Name, string>} */
const HATCHING = { red: UPRIGHT, yellow: DOTS, green: SLANTING, blue: LEVEL, black: UPRIGHT + LEVEL, white: "" };

const SKIRT =
  "M41 40C41 60 30 70 20 80C13 87 10 93 10 100Q10 112 50 112Q90 112 90 100C90 93 87 87 80 80C70 70 59 60 59 40Z";

/**
 * The letter of a colour in its disc, centered on x, y.
 * @param {Say} say
 * @param {Name} name
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function letter(say, name, x, y, radius) {
  const sign = say(LETTERS[name]);
  return svg`<circle class="disc" cx=${x} cy=${y} r=${radius}></circle>
    ${
      sign in MORE_LETTERS
        ? svg`<path class="glyph" transform="translate(${x} ${y}) scale(${radius * 0.0118})"
          d=${MORE_LETTERS[sign]}></path>`
        : glyph(sign, x, y, radius * 1.18)
    }`;
}

/** @param {Name} name @param {string} d @param {string} clip */
const hatched = (name, d, clip) => svg`<path class="fill ${name}" d=${d}></path>
  <g class="hatching" clip-path="url(#${clip})"><path class=${name === "yellow" ? "dots" : ""}
    d=${HATCHING[name]}></path></g>
  <path class="outline" d=${d}></path>`;

/** The symbols that drawings refer to; once in a page. @param {Say} say */
export const pawn_sprite = (say) => html`<svg class="sprite cd-sprite" width="0" height="0" aria-hidden="true">
  <clipPath id="die-edge"><rect x="-60" y="-60" width="120" height="120" rx="26"></rect></clipPath>
  <clipPath id="skirt"><path d=${SKIRT} transform="translate(-50 -80)"></path></clipPath>
  ${NAMES.map(
    (name) => svg`<clipPath id="shape-${name}"><path d=${SHAPES[name]}></path></clipPath>
      <symbol id="badge-${name}" viewBox="-50 -50 100 100" overflow="visible">
        ${hatched(name, SHAPES[name], `shape-${name}`)} ${letter(say, name, 0, MIDDLE[name] ?? 0, 24)}
      </symbol>
      <symbol id="pawn-${name}" viewBox="0 0 100 116" overflow="visible">
        <g class="fill ${name}"><path d=${SKIRT}></path></g>
        <g class="hatching" transform="translate(50 80)" clip-path="url(#skirt)"><path
          class=${name === "yellow" ? "dots" : ""} d=${HATCHING[name]}></path></g>
        <path class="outline" d=${SKIRT}></path>
        <g class="cd-head" transform="translate(50 ${
          name === "green" ? 31 : 29
        }) scale(.58)">${hatched(name, SHAPES[name], `shape-${name}`)}</g>
        ${letter(say, name, 50, 85, 21)}
      </symbol>`,
  )}
</svg>`;

/** @param {Name} name */
export const pawn = (name) =>
  html`<svg class="cd-pawn-drawn" viewBox="0 0 100 116" aria-hidden="true"><use href="#pawn-${name}"></use></svg>`;

/** The mark of a colour: its shape, hatching and letter. @param {Name} name */
export const badge = (name) =>
  html`<svg class="cd-badge" viewBox="0 0 100 100" aria-hidden="true"><use href="#badge-${name}"></use></svg>`;

const [LOW, MID, HIGH] = [33, 50, 67];
/** The positions of each value's pips. @type {Record<Pips, number[][]>} */
const PIPS = {
  1: [[MID, MID]],
  2: [
    [LOW, HIGH],
    [HIGH, LOW],
  ],
  3: [
    [LOW, HIGH],
    [MID, MID],
    [HIGH, LOW],
  ],
  4: [
    [LOW, LOW],
    [LOW, HIGH],
    [HIGH, LOW],
    [HIGH, HIGH],
  ],
  5: [
    [LOW, LOW],
    [LOW, HIGH],
    [MID, MID],
    [HIGH, LOW],
    [HIGH, HIGH],
  ],
  6: [
    [LOW, LOW],
    [LOW, MID],
    [LOW, HIGH],
    [HIGH, LOW],
    [HIGH, MID],
    [HIGH, HIGH],
  ],
};

/** @param {Name} name @param {Pips} value */
export const die = (name, value) => html`<svg class="cd-die-drawn" viewBox="0 0 100 100" aria-hidden="true">
  <rect class="fill ${name}" x="3" y="3" width="94" height="94" rx="20"></rect>
  <g class="hatching" transform="translate(50 50) scale(.78)" clip-path="url(#die-edge)"><path
    class=${name === "yellow" ? "dots" : ""} d=${HATCHING[name]}></path></g>
  <rect class="outline" x="3" y="3" width="94" height="94" rx="20"></rect>
  <rect class="cd-ivory" x="17" y="17" width="66" height="66" rx="13"></rect>
  ${PIPS[value].map(([x, y]) => svg`<circle class="cd-pip" cx=${x} cy=${y} r="7.2"></circle>`)}
</svg>`;

/** A cross over a pawn about to be struck. */
export const cross = () => html`<svg class="cd-cross" viewBox="0 0 100 100" aria-hidden="true">
  <path d="M22 22L78 78M78 22L22 78"></path><path d="M22 22L78 78M78 22L22 78"></path>
</svg>`;

/** A padlock. */
export const lock = () => html`<svg class="cd-lock" viewBox="0 0 20 20" aria-hidden="true">
  <path class="cd-bow" d="M6 10V6.5A4 4 0 0 1 14 6.5V10"></path><rect x="3.5" y="9" width="13" height="9" rx="2"></rect>
</svg>`;

/** The number of throws: three marks, filled one by one. @param {number} thrown */
export const throws = (thrown) => html`<svg class="cd-throws" viewBox="0 0 44 12" aria-hidden="true">
  ${[0, 1, 2].map(
    (nth) => svg`<circle class=${nth < thrown ? "cd-used" : ""} cx=${7 + 15 * nth} cy="6" r="4.4"></circle>`,
  )}
</svg>`;
