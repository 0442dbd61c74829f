// @ts-check
// The piecepack: tiles, coins, dice and pawns of four suits. Each suit has its own colour, shape and hatching, for
// readers who cannot tell it by colour. Drawings have no accessible names: the element around them has.

/** @import { Drawing } from "#types/room" */
/** @import { Suit, Value } from "#types/views/piecepack" */
import { html, nothing, svg } from "lit-html";
import { glyph } from "#kit/pieces.js";

export const SUITS = /** @type {Suit[]} */ (["suns", "moons", "crowns", "arms"]);

// All are centered on 0 0, within 50 to every side.
const SUN =
  "M0-48L8-30L24-42L22-22L42-24L30-8L48 0L30 8L42 24L22 22L24 42L8 30L0 48L-8 30L-24 42L-22 22L-42 24L-30 8L-48 0L-30-8L-42-24L-22-22L-24-42L-8-30Z";
const MOON = "M27-40A46 46 0 1 0 27 40A43 43 0 0 1 27-40Z";
const CROWN =
  "M-33 23L-41-14A6 6 0 1 1-34-17L-18 0L-4-28A7 7 0 1 1 4-28L18 0L34-17A6 6 0 1 1 41-14L33 23ZM-34 29H34V40H-34Z";
const ARMS =
  "M0-48C13-32 17-22 14-7C12 2 9 8 8 14H-8C-9 8-12 2-14-7C-17-22-13-32 0-48ZM13 14C12-2 17-23 34-24C46-24 49-11 41-4C36 0 30-2 29-7C26-2 27 8 23 14ZM-13 14C-12-2-17-23-34-24C-46-24-49-11-41-4C-36 0-30-2-29-7C-26-2-27 8-23 14ZM-26 17H26V26H-26ZM-8 29H8C10 36 6 43 0 48C-6 43-10 36-8 29ZM12 29H21C22 34 26 38 31 38C26 44 13 42 12 29ZM-12 29H-21C-22 34-26 38-31 38C-26 44-13 42-12 29Z";
/** @type {Record<Suit, string>} */
const SHAPES = { suns: SUN, moons: MOON, crowns: CROWN, arms: ARMS };

// As in heraldry: vertical lines are red, crossed ones black, dots gold, horizontal ones blue.
const UPRIGHT = "M-40-50V50M-30-50V50M-20-50V50M-10-50V50M0-50V50M10-50V50M20-50V50M30-50V50M40-50V50";
const LEVEL = "M-50-40H50M-50-30H50M-50-20H50M-50-10H50M-50 0H50M-50 10H50M-50 20H50M-50 30H50M-50 40H50";
const DOTS =
  "M-32 14h0m16 0h0m16 0h0m16 0h0m16 0h0M-24 4h0m24 0h0m24 0h0M0-8h0M-22 34h0m15 0h0m15 0h0m15 0h0M-35-5h0M35-5h0";
/** @type {Record<Suit, string>} */
const HATCHING = { suns: UPRIGHT, moons: UPRIGHT + LEVEL, crowns: DOTS, arms: LEVEL };

const FIVE =
  "M-4 46q10 0 15-6q5-5 5-15q0-9-4-14q-5-5-11-7q-7-2-15-2q-8 1-16 3q-1 0-1-1q-1 0 0-1l7-48q0-1 2-1h24q8 0 12-1q5 0 7-1q3-1 4-3l3-3q1-1 1-1q1 0 2 0l4 3q1 0 1 1q0 1-1 2l-9 16q-1 1-2 1q0 0-1 0q0-1-1-1q0-1-1-1q-1 0-1 0h-31l-5 27q6-1 13-1q7 0 14 2q7 2 13 5q6 4 10 10q4 7 4 16q0 9-6 16q-5 7-14 11q-9 4-21 4q-9 0-15-2q-7-2-11-4q-4-3-6-6q-3-3-3-5q0-1 1-2l11-10q1-1 2-1q0 0 0 1q1 6 3 10q3 5 7 8q4 2 10 2z";
const SPIRAL = "M2 2A7 7 0 0 1-12 2A14 14 0 0 1 16 2A21 21 0 0 1-26 2A28 28 0 0 1 30 2A35 35 0 0 1 12 33";
const PAWN =
  "M0-46A17 17 0 0 1 11-16C13-2 19 12 27 20C33 27 36 33 36 40Q36 47 0 47Q-36 47-36 40C-36 33-33 27-27 20C-19 12-13-2-11-16A17 17 0 0 1 0-46Z";

/** The symbols that drawings refer to; once in a page. */
export const piecepack_sprite = () => html`<svg class="sprite" width="0" height="0" aria-hidden="true">
  ${SUITS.map(
    (suit) => svg`
    <clipPath id="edge-${suit}"><path d=${SHAPES[suit]}></path></clipPath>
    <symbol id="suit-${suit}" viewBox="-50 -50 100 100" overflow="visible"><path class="suit ${suit}"
      d=${SHAPES[suit]}></path></symbol>
    <symbol id="hatched-${suit}" viewBox="-50 -50 100 100" overflow="visible">
      <path class="suit ${suit}" d=${SHAPES[suit]}></path>
      <path class="suit-hatching ${suit}" d=${HATCHING[suit]} clip-path="url(#edge-${suit})"></path>
    </symbol>`,
  )}
  <clipPath id="pawn-edge"><path d=${PAWN}></path></clipPath>
</svg>`;

/**
 * A suit's sign on another drawing, centered on x, y.
 * @param {Suit} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {"suit" | "hatched"} how
 */
const sign = (suit, x, y, size, how = "suit") =>
  svg`<use href="#${how}-${suit}" x=${x - size / 2} y=${y - size / 2} width=${size} height=${size}></use>`;

/**
 * A value: the null is a small ring; the ace is the suit's sign, or a spiral without a suit.
 * @param {Value} value
 * @param {Suit | null} suit
 * @param {number} x
 * @param {number} y
 * @param {number} height
 */
function figure(value, suit, x, y, height) {
  const at = `translate(${x} ${y}) scale(${height / 100})`;
  if (value === 0)
    return svg`<circle class="null" cx=${x} cy=${y} r=${height * 0.24} stroke-width=${height * 0.14}></circle>`;
  if (value === 1 && suit) return sign(suit, x, y, height * 1.15, "hatched");
  if (value === 1)
    return svg`<path class="spiral" transform="translate(${x} ${y}) scale(${height / 74})" d=${SPIRAL}></path>`;
  return value === 5 ? svg`<path class="glyph" transform=${at} d=${FIVE}></path>` : glyph(String(value), x, y, height);
}

/**
 * A separate drawing of 100 × 100, in the colours of a suit (css/piecepack.css).
 * @param {string} kind
 * @param {Suit | null} suit
 * @param {Drawing} what
 */
const drawing = (kind, suit, what) =>
  html`<svg class="packed ${kind} ${suit ?? "no-suit"}" viewBox="0 0 100 100" aria-hidden="true">${what}</svg>`;

/** A suit's sign alone. @param {Suit} suit */
export const suit_sign = (suit) => drawing("sign", suit, sign(suit, 50, 50, 100, "hatched"));

/** A value alone, as on a coin. @param {Value} value */
export const value_sign = (value) => drawing("sign", null, figure(value, null, 50, 50, 70));

/**
 * The face of a tile. The wedge at its foot points in its direction.
 * @param {Suit} suit
 * @param {Value} value
 */
export const tile = (suit, value) =>
  drawing(
    "tile",
    suit,
    svg`<rect class="face" x="2" y="2" width="96" height="96" rx="8"></rect>
      ${sign(suit, 20, 20, 26)} ${figure(value, suit, 50, 52, 48)}
      <path class="suit" d="M36 97L50 84L64 97Z"></path>`,
  );

/** The back of a tile: its grid side. */
export const tile_back = () =>
  drawing(
    "tile back",
    null,
    svg`<rect class="face" x="2" y="2" width="96" height="96" rx="8"></rect><path class="grid"
      d="M50 2V98M2 50H98"></path>`,
  );

/** A blank coin: the rim, and the tick at its top. */
const BLANK = svg`<circle class="face" cx="50" cy="50" r="47"></circle><circle class="rim" cx="50" cy="50"
  r="40"></circle><path class="tick" d="M50 3V12"></path>`;

/**
 * A coin as far as it is known: its suit side, its value side, both, or neither.
 * @param {{ suit?: Suit | null, value?: Value | null }} sides
 */
export function coin({ suit = null, value = null }) {
  if (suit === null && value === null)
    return drawing("coin unknown", null, svg`<circle class="face" cx="50" cy="50" r="47"></circle>`);
  if (value === null) return drawing("coin", suit, svg`${BLANK}${suit && sign(suit, 50, 51, 58, "hatched")}`);
  if (suit === null) return drawing("coin", null, svg`${BLANK}${figure(value, null, 50, 51, 48)}`);
  return drawing("coin", suit, svg`${BLANK}${sign(suit, 31, 50, 40)}${figure(value, null, 70, 51, 38)}`);
}

/**
 * A die; blank before its first throw.
 * @param {Suit | null} suit  null: a wooden one that is nobody's suit
 * @param {Value | null} value
 */
export const die = (suit, value) =>
  drawing(
    "die",
    suit,
    svg`<rect class="body" x="4" y="4" width="92" height="92" rx="20"></rect>
      ${
        suit
          ? svg`<path class="suit-hatching ${suit}" transform="translate(50 50) scale(.92)" d=${HATCHING[suit]}></path>`
          : nothing
      }
      <rect class="face" x="19" y="19" width="62" height="62" rx="12"></rect>
      ${value === null ? nothing : figure(value, suit, 50, 50, 42)}`,
  );

/** A pawn, its suit in a disc on its foot. @param {Suit} suit */
export const pawn = (suit) =>
  drawing(
    "pawn",
    suit,
    svg`<g transform="translate(50 50)"><path class="body" d=${PAWN}></path>
      <path class="suit-hatching ${suit}" d=${HATCHING[suit]} clip-path="url(#pawn-edge)"></path>
      <path class="edge" d=${PAWN}></path><circle class="disc" cx="0" cy="26" r="16"></circle></g>
      ${sign(suit, 50, 76, 22)}`,
  );
