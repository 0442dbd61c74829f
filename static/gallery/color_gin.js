// @ts-check
// Color Gin: the whole deck, with backs and jokers; taking, shedding, moving, the showdown.

import { html } from "lit-html";
import { row, table } from "#gallery/tables.js";
import * as game from "#games/color_gin/board.js";
import { card_back, card_face, cards_sprite, SUITS, suit_mark } from "#kit/cards.js";

/** @import { Card, View } from "#types/views/color_gin" */

export const title = "Color Gin";
const RANKS = [..."A23456789TJQK"];
/** @type {Card[]} */
const HAND = ["3D", "4D", "5D", "7S", "7H", "7C", "2S", "9C", "KH", "JD", "QS"];
const NO_SCORES = { S: 0, H: 0, D: 0, C: 0 };
/** @type {View} */
const AT_REST = {
  phase: "turn",
  mode: "versus",
  target: 100,
  round: 3,
  turns: 12,
  dealer: 1,
  turn: 0,
  deck: 22,
  discard: "8S",
  discards: 9,
  hands: [10, 10],
  takes_left: 3,
  most_to_knock: 10,
  hand: HAND.slice(0, 10),
  taken: null,
  drawn: null,
  sheds: null,
  best: {
    melds: [
      ["3D", "4D", "5D"],
      ["7S", "7H", "7C"],
    ],
    leftovers: ["2S", "9C", "JD", "KH"],
    points: 31,
  },
  scores: [
    { S: 45, H: 12, D: 88, C: 30 },
    { S: 64, H: 102, D: 38, C: 71 },
  ],
  closed: { H: 1 },
  sheet: [
    { round: 2, dealer: 0, out: 0, how: "gin", counts: [0, 14], winner: 0, points: 34, suits: ["S", "D"] },
    { round: 1, dealer: 1, out: 1, how: "knock", counts: [12, 5], winner: 1, points: 7, suits: ["C", "H", "D"] },
  ],
  showdown: null,
  team: null,
};
/** @type {View} */
const SHEDDING = {
  ...AT_REST,
  phase: "shedding",
  hand: HAND,
  hands: [11, 10],
  drawn: "QS",
  best: {
    melds: [
      ["3D", "4D", "5D"],
      ["7S", "7H", "7C"],
    ],
    leftovers: ["2S", "9C", "JD", "QS", "KH"],
    points: 41,
  },
  sheds: HAND.map((card) => ({
    card,
    points: 31,
    spoiled: ["S", "D"],
    melds: [
      ["3D", "4D", "5D"],
      ["7S", "7H", "7C"],
    ],
  })),
};
const DISCARDS = HAND.map((card) => ({ do: "discard", card, label: { text: `Discard ${card}` } }));
const GOING_OUT = {
  do: "go_out",
  card: "KH",
  melds: [
    ["3D", "4D", "5D"],
    ["7S", "7H", "7C"],
  ],
  points: 9,
  suits: ["C"],
  label: { text: "Discard the king of hearts and knock with 9" },
};

/** @param {Card} card @returns {[string, any]} */
const of = (card) => [card, card_face(card)];

export const whole = () => html`<div class="figures">${cards_sprite(false)} ${SUITS.map((suit) =>
  row(
    `Cards of one suit: ${suit}`,
    RANKS.map((rank) => of(/** @type {Card} */ (rank + suit))),
  ),
)}
  ${row("Jokers, and the back; signs on chips", [
    of("*1"),
    of("*2"),
    ["back", card_back()],
    ...SUITS.map((suit) => /** @type {[string, any]} */ ([suit, suit_mark(suit)])),
  ])}
  <div class="in-two-colours">${row(
    "The same suits in two colours",
    SUITS.flatMap((suit) => ["A", "9", "Q"].map((rank) => of(/** @type {Card} */ (rank + suit)))),
  )}</div>
  </div>
  <div class="tables wide">
    ${table("color_gin", game, {
      title: "Taking a card: both piles can be pressed; the other has just taken one",
      seats: 2,
      view: { ...AT_REST, hand: HAND.slice(0, 10) },
      open: [
        { do: "draw", label: { text: "Draw from the deck" } },
        { do: "take", card: "8S", label: { text: "Take the 8 of spades" } },
      ],
      sights: [/** @type {any} */ ({ shows: "took", seat: 1, card: "KC" })],
      prompt: "Draw a card or take the discard.",
    })}
    ${table("color_gin", game, {
      title:
        "Shedding: one card is picked, one was just drawn; with two of them one may go out; the bar says what would be left over",
      seats: 2,
      view: SHEDDING,
      open: [...DISCARDS, GOING_OUT],
      picked: DISCARDS[8],
      prompt: "Discard a card, or go out if you can.",
    })}
    ${table("color_gin", game, {
      title: "A card is moved: where it can be put",
      seats: 2,
      view: { ...AT_REST, discard: null, deck: 0 },
      asked: [1],
      said: { moving: "9C" },
      prompt: "Bo chooses a card.",
    })}
    ${table("color_gin", game, {
      title: "Showdown: melds, a card laid off, what is left over, a spoiled suit",
      seats: 2,
      view: {
        ...AT_REST,
        phase: "round_over",
        turn: null,
        scores: [
          { ...NO_SCORES, S: 45 },
          { ...NO_SCORES, C: 30 },
        ],
        closed: {},
        showdown: {
          out: 0,
          how: "knock",
          shed: "KH",
          hands: [
            {
              melds: [
                ["3D", "4D", "5D"],
                ["7S", "7H", "7C"],
              ],
              leftovers: ["2S", "AC"],
              laid_off: [],
              count: 3,
            },
            {
              melds: [
                ["TS", "TH", "TD"],
                ["AH", "2H", "3H", "4H"],
              ],
              leftovers: ["9C", "5C"],
              laid_off: [["6D", 0]],
              count: 14,
            },
          ],
          spoiled: ["D"],
          suits: ["S", "C"],
          winner: 0,
          points: 11,
          sum: { text: "14 − 3 = 11" },
          won: [],
        },
      },
      open: [{ do: "next", label: { text: "Next round" } }],
      prompt: "The round is over.",
    })}
  </div>`;
