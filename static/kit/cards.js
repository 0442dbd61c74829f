// @ts-check
// Playing cards: index and pips, or two half-figures (kit/courts.js). Every suit has its own shape and, unless the
// reader prefers two, its own colours. All backs are the same tiles. Drawings have no accessible names: the element
// around them has.

/** @import { Drawing } from "#types/room" */
/** @import { Figure } from "#kit/courts.js" */
import { html, svg } from "lit-html";
import { courts, joker, SUN } from "#kit/courts.js";
import { glyph } from "#kit/pieces.js";

/** @typedef {"S" | "H" | "D" | "C"} Suit */
/** @typedef {string} Card  rank and suit: AS, TD, QH; a joker: *1, *2 */

const RANKS = "A23456789TJQK";

/** @param {Card} card */
export const is_joker = (card) => card.startsWith("*");
/** @param {Card} card */
export const suit_of = (card) => /** @type {Suit} */ (card[1]);
/** 1 is the ace; 11 to 13 are jack, queen and king. @param {Card} card */
export const rank_of = (card) => RANKS.indexOf(card[0]) + 1;

// All are centered on 0 0, within 50 to every side.
/** @type {Record<Suit, string>} */
const SHAPES = {
  S: "M0-47C10-30 44-12 44 13C44 28 33 37 22 37C14 37 7 33 4 26C5 36 9 43 16 47H-16C-9 43-5 36-4 26C-7 33-14 37-22 37C-33 37-44 28-44 13C-44-12-10-30 0-47Z",
  H: "M0 46C-13 28-46 8-46-17C-46-34-34-44-22-44C-11-44-3-37 0-27C3-37 11-44 22-44C34-44 46-34 46-17C46 8 13 28 0 46Z",
  D: "M0-49Q15-22 37 0Q15 22 0 49Q-15 22-37 0Q-15-22 0-49Z",
  C: "M0-47A21 21 0 1 1 0-5A21 21 0 1 1 0-47ZM-24-11A21 21 0 1 1-24 31A21 21 0 1 1-24-11ZM24-11A21 21 0 1 1 24 31A21 21 0 1 1 24-11ZM-9-14H9L5 26Q8 41 18 47H-18Q-8 41-5 26Z",
};
export const SUITS = /** @type {Suit[]} */ (Object.keys(SHAPES));
const STAR = "M0-48L14.7-19.2L46.6-14.1L23.8 8.7L28.8 40.6L0 26L-28.8 40.6L-23.8 8.7L-46.6-14.1L-14.7-19.2Z";

// Letters and digits as outlines, as in pieces.js, which has 1 to 4; 9 is a 6 upside down. From Young Serif (OFL-1.1).
/** @type {Record<string, string>} */
const GLYPHS = {
  A: "M40 29q2 6 4 9q2 4 6 4q1 0 1 0q1 1 1 2v4q0 2-2 2h-41q-2 0-2-2v-4q0-1 0-2q0 0 2 0q3 0 7-3q3-2 3-6q0-1 0-2q0-1-1-2l-4-11h-36l-4 11q-1 1-1 2q0 1 0 2q0 4 4 6q3 3 7 3q1 0 1 0q1 1 1 2v4q0 2-2 2h-34q-2 0-2-2v-4q0-1 1-2q0 0 1 0q4 0 6-4q3-3 4-9l29-77q1-2 2-2h16q2 0 3 2zM-18 6h28l-14-39z",
  J: "M31-50q2 0 2 2v4q0 2-2 2h-1q-5 0-7 4q-2 3-2 9v50q0 6-1 11q-2 6-5 10q-3 5-9 7q-6 3-14 3q-7 0-12-2q-5-3-7-6q-3-3-5-6q-1-3-1-4q0-2 2-4l13-6q1-1 1-1q2 0 2 2q0 1 0 2q-1 1-1 4q0 2 1 5q0 3 2 5q2 2 5 2q4 0 6-3q2-3 2-7v-62q0-6-2-9q-2-4-7-4h-1q-2 0-2-2v-4q0-2 2-2z",
  Q: "M-1-52q11 0 20 5q9 4 16 11q7 7 11 17q4 9 4 20q0 12-4 21q-5 10-13 17q-8 8-19 11q-3 1-6 3q-3 2-3 6q0 4 3 7q3 2 9 2q6 0 11-2q5-2 11-4q1 0 1 0q1 0 2 1l3 6q0 0 0 1q0 1-1 2q-7 3-14 6q-7 2-15 2q-11 0-17-2q-5-3-8-7q-2-4-2-8q0-4 1-7q2-3 4-5q-9-1-17-6q-8-4-14-11q-6-7-9-16q-3-9-3-19q0-10 4-19q3-9 10-16q7-8 16-12q9-4 19-4zM-30-8q0 6 1 13q1 6 4 12q2 7 6 12q4 5 9 8q5 3 12 3q9 0 15-4q7-4 10-12q3-7 3-16q0-5-1-12q-1-6-3-13q-3-6-7-11q-4-5-9-9q-5-3-12-3q-14 0-21 9q-7 9-7 23z",
  K: "M49 42q2 0 2 2v4q0 2-2 2h-41q-2 0-2-2v-4q0-2 2-2h1q3 0 5-2q2-1 2-4q0-3-3-7l-19-27l-11 12v15q0 13 8 13h1q2 0 2 2v4q0 2-2 2h-41q-2 0-2-2v-4q0-2 2-2h1q9 0 9-13v-58q0-13-9-13h-1q-2 0-2-2v-4q0-2 2-2h41q2 0 2 2v4q0 2-2 2h-1q-8 0-8 13v26l30-33q1-1 1-2q0-1 0-2q0-2-3-2h-2q-2 0-2-2v-4q0-2 2-2h34q2 0 2 2v4q0 2-2 2h-2q-4 0-7 2q-3 1-7 7l-20 21l28 41q3 5 5 8q1 2 3 3q1 1 2 2q1 0 3 0z",
  5: "M-4 43q10 0 15-6q5-6 5-16q0-9-4-14q-5-5-11-7q-7-2-15-1q-8 0-16 2q-1 0-1 0q-1-1 0-2l7-47q0-2 2-2h24q8 0 12 0q5 0 7-1q3-2 4-4l3-3q1-1 1-1q1 0 2 1l4 2q1 1 1 2q0 0-1 1l-9 15q-1 1-2 1q0 0-1 0q0 0-1-1q0-1-1-1q-1 0-1 0h-31l-5 28q6-2 13-1q7 0 14 1q7 2 13 6q6 4 10 10q4 6 4 15q0 9-6 16q-5 8-14 12q-9 4-21 4q-9 0-15-2q-7-2-11-5q-4-3-6-6q-3-3-3-5q0-1 1-1l11-11q1-1 2-1q0 0 0 2q1 5 3 10q3 4 7 7q4 3 10 3z",
  6: "M36 19q0 10-5 17q-5 8-13 12q-9 4-19 4q-9 0-16-4q-6-3-11-10q-5-6-7-14q-2-8-2-17q0-13 3-23q3-11 8-19q6-8 14-12q9-5 20-5q7 0 13 2q5 2 9 5q3 3 5 6q2 3 2 5q0 1 0 1l-12 11q-1 1-1 0q0 0-1-1q0 0 0-1q-1-8-5-13q-4-4-12-4q-10 0-16 7q-5 8-7 23q4-3 9-4q5 0 9 0q11 0 19 4q8 5 12 13q4 8 4 17zM-18 14q0 4 1 9q2 4 4 9q2 4 6 7q4 3 9 3q6 0 9-3q4-2 5-6q2-5 2-9q0-4-1-9q-1-5-3-10q-3-4-6-7q-4-3-9-3q-7 0-11 3q-3 3-5 7q-1 5-1 9z",
  7: "M4-39q-9 0-15 2q-6 1-10 5q-4 4-8 11v1q-1 1-2 1q-1 0-1 0l-4-2q-2-1-2-2q0 0 1-1l12-27q1-1 2-1q1 0 1 1h1q0 1 1 1q0 0 1 0h55q2 0 2 2v8q0 1-1 1q0 1 0 1l-29 67q-2 4-1 7q1 2 3 4q3 1 6 1q3 1 5 1h4q2 0 2 2v4q0 2-2 2h-55q-2 0-2-2v-4q0-2 2-2h4q4 0 6-1q2 0 5-3q2-3 5-9l29-68z",
  8: "M1-52q9 0 15 4q7 3 11 8q3 6 3 13q0 8-4 14q-5 6-11 10q8 4 13 11q5 6 5 16q0 9-4 15q-5 6-12 9q-8 3-18 3q-14 0-23-7q-9-7-9-20q0-9 5-15q5-5 13-8q-4-3-8-7q-4-4-6-8q-2-5-2-12q0-7 4-13q4-6 11-9q8-4 17-4zM1-41q-7 0-11 4q-4 4-4 10q0 5 3 8q3 4 7 7q3 2 7 3q6-2 10-7q3-5 3-11q0-5-4-10q-4-4-11-4zM-3 7q-8 2-12 7q-4 4-4 10q0 4 2 8q2 4 6 6q4 3 10 3q8 0 12-4q5-4 5-11q0-4-2-8q-2-3-5-5q-3-3-6-4q-4-2-6-2z",
  0: "M41 0q0 17-5 29q-5 11-15 17q-9 6-21 6q-12 0-21-6q-10-6-15-17q-5-12-5-29q0-17 5-29q5-11 15-17q9-6 21-6q12 0 21 6q10 6 15 17q5 12 5 29zM22 0q0-21-5-31q-5-10-17-10q-12 0-17 10q-5 10-5 31q0 21 5 31q5 11 17 11q12 0 17-11q5-10 5-31z",
};

const FIRST_COURT = 11;

// Positions of pips: those above the middle, which are repeated upside down below; and single ones.
const [LEFT, MIDDLE, RIGHT] = [37, 50, 63];
const [TOP, HALF] = [26, 70];
const PAIR = [
  [LEFT, TOP],
  [RIGHT, TOP],
];
const FOUR = [...PAIR, [LEFT, 55], [RIGHT, 55]];
const WAIST = [
  [LEFT, HALF],
  [RIGHT, HALF],
];
/** @type {Record<number, { twice: number[][], once?: number[][] }>} */
const PIPS = {
  2: { twice: [[MIDDLE, TOP]] },
  3: { twice: [[MIDDLE, TOP]], once: [[MIDDLE, HALF]] },
  4: { twice: PAIR },
  5: { twice: PAIR, once: [[MIDDLE, HALF]] },
  6: { twice: PAIR, once: WAIST },
  7: { twice: PAIR, once: [...WAIST, [MIDDLE, 48]] },
  8: { twice: [...PAIR, [MIDDLE, 48]], once: WAIST },
  9: { twice: FOUR, once: [[MIDDLE, HALF]] },
  10: { twice: [...FOUR, [MIDDLE, 41]] },
};

/**
 * The symbols that drawings refer to; once in a page.
 * @param {boolean} two_colours  whether the reader prefers suits in two colours
 */
export const cards_sprite = (
  two_colours,
) => html`<svg class="sprite ${two_colours ? "two-colours" : ""}" width="0" height="0" aria-hidden="true">
  ${SUITS.map(
    (suit) => svg`<symbol id="pip-${suit}" viewBox="-50 -50 100 100" overflow="visible"><path
    d=${SHAPES[suit]}></path></symbol>`,
  )}
  ${Object.entries(courts).map(([card, figure]) => half(card, figure))}${jokers.map((suits, nth) =>
    half(`*${nth + 1}`, joker, suits),
  )}
  <pattern id="card-tiles" x="8" y="7" width="42" height="42" patternUnits="userSpaceOnUse">${tile()}</pattern>
</svg>`;

/** The suits of both jokers' clothes: in place of the first's, the second's. @type {Partial<Record<Suit, Suit>>[]} */
const jokers = [{}, { H: "C", D: "H", C: "D" }];

/** @param {string} card @param {Figure} figure @param {Partial<Record<Suit, Suit>>} suits */
const half = (card, figure, suits = {}) =>
  svg`<symbol id="court-${card}" viewBox="0 0 100 70" overflow="visible">${figure.map(
    ([paint, outline]) => svg`<path class=${look_of(paint, suits)} d=${outline}></path>`,
  )}</symbol>`;

/** @param {Figure[0][0]} paint @param {Partial<Record<Suit, Suit>>} suits */
const look_of = (paint, suits) =>
  paint in SHAPES ? `paper suit-${suits[/** @type {Suit} */ (paint)] ?? paint}` : paint;

const PETALS =
  "M0 0q9 3 12 12Q3 9 0 0zM42 0q-3 9-12 12 3-9 12-12zM0 42q3-9 12-12-3 9-12 12zM42 42q-9-3-12-12 9 3 12 12z";
const LOZENGES = "M21-3l3 3-3 3-3-3zM21 39l3 3-3 3-3-3zM0 18l3 3-3 3-3-3zM42 18l3 3-3 3-3-3z";
const ARCS = "M12 4.5q9 5 18 0M12 37.5q9-5 18 0M4.5 12q5 9 0 18M37.5 12q-5 9 0 18";

/** The sun, and a quarter of a flower in each corner. */
const tile = () => svg`<g class="tile"><path transform="translate(-.5 6.6) scale(.39)" d=${SUN}></path>
  <circle class="hole" cx="21" cy="21" r="5.4"></circle><circle cx="21" cy="21" r="2.6"></circle>
  <path d=${PETALS + LOZENGES}></path><path class="arc" d=${ARCS}></path></g>`;

/**
 * @param {Suit} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
const pip = (suit, x, y, size) =>
  svg`<use href="#pip-${suit}" x=${x - size / 2} y=${y - size / 2} width=${size} height=${size}></use>`;

/** @param {Suit} suit @param {number[][]} places */
const pips = (suit, places) => places.map(([x, y]) => pip(suit, x, y, 17));

/**
 * @param {string} sign
 * @param {number} x
 * @param {number} y
 * @param {number} height
 */
const letter = (sign, x, y, height) =>
  GLYPHS[sign] || sign === "9"
    ? svg`<path class="glyph" transform="translate(${x} ${y}) scale(${height / (sign === "9" ? -100 : 100)})"
      d=${GLYPHS[sign === "9" ? "6" : sign]}></path>`
    : glyph(sign, x, y, height);

/** The upper half, and its copy turned by 180 degrees. @param {Drawing} half */
const twice = (half) => svg`${half}<g transform="rotate(180 50 70)">${half}</g>`;

/** Rank above suit, at the top left. Broad signs are drawn narrower. @param {Card} card */
function index(card) {
  const sign = card[0];
  const what = sign === "T" ? [letter("1", -14, 0, 23), letter("0", 8, 0, 23)] : letter(sign, 0, 0, 23);
  const breadth = sign === "T" ? 0.62 : "AQK".includes(sign) ? 0.8 : 1;
  return svg`<g transform="translate(15 ${
    sign === "Q" ? 19 : 21
  }) scale(${breadth} 1)">${what}</g>${pip(suit_of(card), 15, 46, 17)}`;
}

/** @param {Card} card */
function inside(card) {
  const [suit, rank] = [suit_of(card), rank_of(card)];
  if (rank === 1) return svg`${pip(suit, 50, 70, 56)}${sun_in(suit)}`;
  if (rank < FIRST_COURT) return svg`${twice(pips(suit, PIPS[rank].twice))}${pips(suit, PIPS[rank].once ?? [])}`;
  return court(card);
}

/** Cut out of an ace. @param {Suit} suit */
const sun_in = (suit) => svg`<path class="ivory" transform="translate(37 ${SUNS[suit]}) scale(.24)" d=${SUN}></path>`;

/** Where an ace's pip is broadest. */
const SUNS = { S: 67, H: 56, D: 61, C: 62 };

/** @param {Card} card */
const court = (card) => twice(svg`<use href="#court-${card}" width="100" height="70"></use>`);

/** @param {number} x @param {number} y @param {number} size */
const star = (x, y, size) =>
  svg`<path class="star" transform="translate(${x} ${y}) scale(${size / 100})" d=${STAR}></path>`;

/** A drawing of 100 × 140 (css/cards.css). @param {string} look @param {Drawing} what */
const drawing = (look, what) =>
  html`<svg class="card-art ${look}" viewBox="0 0 100 140" aria-hidden="true"><rect class="face" x="1" y="1" width="98"
    height="138" rx="9"></rect>${what}</svg>`;

/** The face of a card. @param {Card} card */
export const card_face = (card) =>
  is_joker(card)
    ? drawing("joker", svg`${court(card)}${twice(star(15, 19, 22))}`)
    : drawing(`suit-${suit_of(card)}`, svg`${twice(index(card))}${inside(card)}`);

export const card_back = () =>
  drawing("back", svg`<rect class="line" x="8" y="7" width="84" height="126" rx="3" fill="url(#card-tiles)"></rect>`);

/** A suit's sign alone, on a chip of card. @param {Suit} suit */
export const suit_mark = (suit) =>
  html`<svg class="suit-mark suit-${suit}" viewBox="-60 -60 120 120" aria-hidden="true"><rect class="chip" x="-60"
    y="-60" width="120" height="120" rx="24"></rect><path class="glyph" d=${SHAPES[suit]}></path></svg>`;
