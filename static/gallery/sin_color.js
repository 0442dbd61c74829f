// @ts-check
// Sin Color: coins from both sides, dice, stacks; a trade, moving and paying.

import { html } from "lit-html";
import { loose_coins, loose_dice } from "#gallery/piecepack.js";
import { table } from "#gallery/tables.js";
import * as game from "#games/sin_color/board.js";
import { piecepack_sprite } from "#kit/piecepack.js";

/** @import { Face, Shown, View } from "#types/views/sin_color" */

export const title = "Sin Color";
/** @type {Face[]} */
const COINS = [
  ["suns", 1],
  ["moons", 0],
  ["crowns", 4],
  ["arms", 2],
  ["moons", 5],
  ["suns", 3],
];
/** @type {(Shown | null)[][]} */
const ROWS = [["suns", 0, "crowns", 2, "moons", 3], [1, "moons", 4, "arms"], ["suns", 5, 0, "crowns", 3], ["arms"]];
/** @type {View} */
const AT_REST = {
  turn: 0,
  rows: ROWS,
  coins: [COINS, null, null, null],
  value_up: null,
  tops: [["suns", 4], ["moons", 1], null, ["crowns", 0], ["arms", 2], ["crowns", 4]],
  paid: [
    ["suns", 2],
    ["arms", 5],
  ],
  paid_count: 2,
  offers: [null, null, null, null],
  dice: [null, 3, null, 2],
  steps: [],
  deeds: ["nothing", "pay", "sink", "raise", "sink", "raise"],
  turns_left: 40,
  stops_anyway: false,
  stacks: null,
};
const STEPS = [
  { seat: 0, die: /** @type {const} */ (2) },
  { seat: 1, die: /** @type {const} */ (5) },
  { seat: 1, die: null },
];

/** @param {string} what @param {Record<string, unknown>} more */
const stacks = (what, more = {}) =>
  [0, 1, 2, 3, 4, 5].map((stack) => ({ do: what, stack, ...more, label: { text: `Stack ${stack + 1}` } }));

export const whole = () => html`<div class="figures">${piecepack_sprite()} ${loose_coins()} ${loose_dice()}
  </div>
  <div class="tables">
    ${table("sin_color", game, {
      title: "Arranging: value up is chosen for two coins; nobody has shown any yet",
      seats: 3,
      view: {
        ...AT_REST,
        turn: null,
        rows: [COINS.map(() => null), [null, null, null], [null, null]],
        coins: [COINS, null, null],
        paid: [],
        paid_count: 0,
        offers: [null, null, null],
        dice: [null, null, null],
      },
      asked: [0, 1],
      pick: { do: "arrange", field: "value_up", among: [0, 1, 2, 3, 4, 5], least: 0, most: 6 },
      chosen: [1, 3],
      prompt: "Choose the coins that shall lie value up.",
    })}
    ${table("sin_color", game, {
      title: "Offering: two of one’s own are forward; another row is under offer; nothing chosen would be refused",
      seats: 4,
      view: { ...AT_REST, offers: [null, [0, 2], null, null] },
      asked: [0, 2, 3],
      open: [{ do: "no_trade", label: { text: "No trade" } }],
      pick: { do: "offer", field: "coins", among: [0, 1, 2, 3, 4, 5], least: 1, most: 6 },
      chosen: [0, 3],
      free: [0, 1, 2, 3, 4, 5].map((coin) => ({ do: "turn_over", coin })),
      prompt: "Offer one or more of your coins for a trade, or do not trade.",
    })}
    ${table("sin_color", game, {
      title: "With whom to trade: one partner is picked; what has just been turned over has a brass ring",
      seats: 4,
      view: { ...AT_REST, offers: [[1, 2], [0, 2], [3], null] },
      open: [1, 2].map((partner) => ({ do: "trade", partner, label: { text: "Trade" } })),
      picked: { do: "trade", partner: 2, label: { text: "Trade" } },
      sights: [/** @type {any} */ ({ shows: "turned_over", seat: 3, coin: 0, upper: "arms" })],
      prompt: "Trade with one of those who offer something, or with nobody.",
    })}
    ${table("sin_color", game, {
      title: "A top tile goes to the bottom: one stack is picked; another has just been moved",
      seats: 3,
      view: { ...AT_REST, rows: ROWS.slice(0, 3), steps: STEPS, dice: [2, 5, null] },
      open: stacks("sink"),
      picked: { do: "sink", stack: 1, label: { text: "Stack 2" } },
      sights: [/** @type {any} */ ({ shows: "moved", stack: 4, to: "top", top: ["arms", 2] })],
      prompt: "Move the top tile of a stack to its bottom.",
    })}
    ${table("sin_color", game, {
      title: "Paying: a coin is picked, and its tile; a coin that was paid has just come",
      seats: 3,
      view: { ...AT_REST, rows: ROWS.slice(0, 3), steps: [{ seat: 0, die: null }], turns_left: 5, dice: [2, 5, null] },
      open: [
        { do: "pay", coin: 2, suit: "crowns", value: 4, label: { text: "Pay the 4 of crowns" } },
        { do: "pay", coin: 3, suit: "arms", value: 2, label: { text: "Pay the 2 of arms" } },
        { do: "keep", label: { text: "Do not pay" } },
      ],
      picked: { do: "pay", coin: 2, suit: "crowns", value: 4, label: { text: "Pay the 4 of crowns" } },
      sights: [/** @type {any} */ ({ shows: "paid", seat: 1, coin: 0, stack: 2, face: ["arms", 5] })],
      prompt: "Pay a coin that matches a tile on top, or do not.",
    })}
    ${table("sin_color", game, {
      title: "Over: every stack and every coin is open",
      seats: 3,
      view: {
        ...AT_REST,
        turn: null,
        rows: [["suns", 0], ["moons"], []],
        coins: [COINS.slice(0, 2), [["moons", 2]], []],
        stacks: AT_REST.tops.map((top, nth) => [top, nth % 2 ? null : ["arms", 3], null, ["suns", 5]]),
        dice: [2, 5, 0],
      },
      winners: [2],
      prompt: "Chen has no coins left and wins.",
    })}
  </div>`;
