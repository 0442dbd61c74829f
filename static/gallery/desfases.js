// @ts-check
// Desfases: tiles that face four sides, pawns, timers; moving, scoring, feeding.

import { html } from "lit-html";
import { loose_pawns, loose_tiles } from "#gallery/piecepack.js";
import { table } from "#gallery/tables.js";
import * as game from "#games/desfases/board.js";
import { piecepack_sprite, SUITS } from "#kit/piecepack.js";

/** @import { SeenSuit, SeenTile, Side, Square, View } from "#types/views/desfases" */
/** @import { Suit, Value } from "#types/views/piecepack" */

export const title = "Desfases";
const SIDES = /** @type {Side[]} */ ("SWNE".split(""));
const SQUARES = [..."54321"]
  .flatMap((rank) => [..."abcde"].map((file) => file + rank))
  .filter((square) => square !== "c3");
/** Every tile once, facing every side in turn. @type {Record<string, SeenTile>} */
const TILES = Object.fromEntries(
  SQUARES.map((square, nth) => [
    square,
    {
      suit: SUITS[nth % 4],
      value: /** @type {Value} */ (nth % 6),
      facing: SIDES[(nth + Math.floor(nth / 5)) % 4],
      pinned: nth % 7 === 2,
      coin: null,
    },
  ]),
);

/**
 * @param {Suit} suit
 * @param {number} seat
 * @param {Square} pawn
 * @param {Partial<SeenSuit>} [more]
 * @returns {SeenSuit}
 */
const player = (suit, seat, pawn, more = {}) => ({
  suit,
  seat,
  side: SIDES[seat],
  pawn,
  die: 3,
  under: { suit, value: 2 },
  reserve: [0, 1, 3, 5],
  gap: [],
  stopped: false,
  points: 4 * seat,
  ...more,
});

/** @type {View} */
const AT_REST = {
  turn: { suit: "suns", seat: 0 },
  round: 7,
  rounds: 21,
  sides: SIDES,
  tiles: TILES,
  suits: [
    player("suns", 0, "b2"),
    player("moons", 1, "d4"),
    player("crowns", 2, "a5", { die: 0 }),
    player("arms", 3, "e1", { reserve: [], under: null }),
  ],
  scores: {},
  shares: {},
};
const MOVES = ["b1", "b3", "b4", "b5", "a2", "c2", "d2", "a1", "a3", "c1"].map((to) => ({
  do: "move",
  to,
  label: { text: "Move here" },
}));

export const whole = () => html`<div class="figures">${piecepack_sprite()} ${loose_tiles()} ${loose_pawns()}
  </div>
  <div class="tables">
    ${table("desfases", game, {
      title: "Choosing a suit: one is picked; tiles of suits that nobody plays face nowhere",
      seats: 4,
      view: {
        ...AT_REST,
        turn: null,
        round: 0,
        tiles: Object.fromEntries(
          Object.entries(TILES).map(([square, tile]) => [
            square,
            { ...tile, facing: tile.suit === "moons" ? tile.facing : null, pinned: false },
          ]),
        ),
        suits: [player("moons", 1, "d4", { pawn: null, die: null, under: null, reserve: [] })],
      },
      open: ["suns", "crowns", "arms"].map((suit) => ({ do: "choose", suit, label: { text: "Play this suit" } })),
      picked: { do: "choose", suit: "crowns", label: { text: "Play this suit" } },
      prompt: "Choose a suit.",
    })}
    ${table("desfases", game, {
      title: "Moving: where the pawn may go; one square is picked, with the pawn’s ghost; pins hold tiles",
      seats: 4,
      view: AT_REST,
      open: MOVES,
      picked: MOVES[2],
      prompt: "Move the pawn of suns.",
    })}
    ${table("desfases", game, {
      title: "Scoring: tiles that face the pawn; one is picked; another was scored a moment ago; coins in the gap",
      seats: 4,
      view: {
        ...AT_REST,
        tiles: {
          ...TILES,
          d1: { ...TILES.d1, coin: { suit: "moons", value: 4 } },
          e3: { ...TILES.e3, coin: { suit: "arms", value: null } },
        },
        suits: AT_REST.suits.map((each, nth) => ({
          ...each,
          gap:
            nth === 2
              ? [
                  { suit: each.suit, value: 5 },
                  { suit: each.suit, value: 0 },
                ]
              : [],
        })),
        scores: { b3: 7, a2: 4, c2: 6 },
      },
      open: ["b3", "a2", "c2"].map((tile) => ({ do: "score", tile, label: { text: "Score" } })),
      picked: { do: "score", tile: "a2", label: { text: "Score" } },
      sights: [/** @type {any} */ ({ shows: "scored", suit: "moons", tile: "d1", coin: 4, points: 8 })],
      prompt: "Your timer shows null: score a tile that faces your pawn.",
    })}
    ${table("desfases", game, {
      title:
        "Feeding the timer: one coin is picked, and the die shows what it would; one’s timer has stopped; points are hidden",
      seats: 2,
      view: {
        ...AT_REST,
        sides: ["S", "N"],
        suits: [
          player("suns", 0, "b2", { die: 0, under: null, points: null }),
          player("arms", 0, "e1", { points: null }),
          player("moons", 1, "d4", { points: null, stopped: true, reserve: [] }),
          player("crowns", 1, "a5", { points: null }),
        ],
      },
      open: [0, 1, 3, 5].map((coin) => ({ do: "feed", coin, label: { text: "Load the timer" } })),
      picked: { do: "feed", coin: 5, label: { text: "Load the timer" } },
      prompt: "Feed your timer with a coin.",
    })}
    ${table("desfases", game, {
      title: "Over: points, added up; a high pile in the gap",
      seats: 4,
      view: {
        ...AT_REST,
        turn: null,
        round: 21,
        tiles: { ...TILES, d1: { ...TILES.d1, coin: { suit: "moons", value: 4 } } },
        suits: AT_REST.suits.map((each) => ({
          ...each,
          stopped: true,
          reserve: [],
          gap: [0, 1, 2].map((value) => ({ suit: each.suit, value: /** @type {Value} */ (value) })),
        })),
      },
      winners: [3],
      prompt: "Most points: Dee, with 30.",
    })}
  </div>`;
