// @ts-check
// Loose pieces of the piecepack: every tile, coin, die and pawn.

import { html } from "lit-html";
import { row } from "#gallery/tables.js";
import { coin, die, pawn, SUITS, suit_sign, tile, tile_back, value_sign } from "#kit/piecepack.js";

/** @import { Value } from "#types/views/piecepack" */

const VALUES = /** @type {Value[]} */ ([0, 1, 2, 3, 4, 5]);
const NAMES = ["null", "ace", "2", "3", "4", "5"];

export const loose_tiles = () => html`
  ${SUITS.map((suit) =>
    row(`Tiles of ${suit}, and the back`, [
      ...VALUES.map((value) => of(`${NAMES[value]}`, tile(suit, value))),
      of("back", tile_back()),
    ]),
  )}
  ${row(
    "Facing the four sides",
    [0, 1, 2, 3].map((quarters) =>
      of(
        ["south", "west", "north", "east"][quarters],
        html`<span class="turned-${quarters}">${tile("crowns", 4)}</span>`,
      ),
    ),
  )}`;

export const loose_coins = () => html`
  ${row(
    "Coins by their suit side",
    SUITS.map((suit) => of(suit, coin({ suit }))),
  )}
  ${row(
    "By their value side",
    VALUES.map((value) => of(NAMES[value], coin({ value }))),
  )}
  ${row("By both, as when all is open; and not yet known", [
    ...SUITS.map((suit, nth) => of(suit, coin({ suit, value: VALUES[nth + 1] }))),
    of("unknown", coin({})),
  ])}`;

export const loose_dice = () => html`
  ${SUITS.map((suit) =>
    row(`Dice of ${suit}`, [
      ...VALUES.map((value) => of(NAMES[value], die(suit, value))),
      of("not thrown", die(suit, null)),
    ]),
  )}
  ${row(
    "Dice that are nobody’s suit",
    VALUES.map((value) => of(NAMES[value], die(null, value))),
  )}`;

export const loose_pawns = () => html`${row(
  "Pawns",
  SUITS.map((suit) => of(suit, pawn(suit))),
)}
  ${row("Signs", [
    ...SUITS.map((suit) => of(suit, suit_sign(suit))),
    ...VALUES.map((value) => of(NAMES[value], value_sign(value))),
  ])}`;

/** @param {string} name @param {unknown} drawn @returns {[string, any]} */
const of = (name, drawn) => [name, drawn];
