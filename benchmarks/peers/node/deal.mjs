// The game on both servers: four players hold ten cards each, and pass one to the left while marking a cell.

const SUITS = ["hearts", "spades", "clubs", "diamonds"];
const COLOURS = ["red", "green", "blue", "white"];

export const PLAYERS = COLOURS.length;
export const CELLS = 24;
const HAND = 10;

/** Each player's cards at the start. */
export const hands = COLOURS.map((_, player) =>
  Array.from({ length: HAND }, (_, place) => card(((player * HAND + place) * 7) % (PLAYERS * HAND))),
);

/** Each player's public data. */
export const faces = COLOURS.map((color, player) => ({ name: `Player ${player}`, color, count: HAND }));

/** The cells of the table. */
export const cells = Array.from({ length: CELLS }, (_, id) => ({ id, owner: -1, kind: "stone", n: 0 }));

function card(id) {
  return { id, suit: SUITS[id % SUITS.length], rank: Math.floor(id / SUITS.length) + 1 };
}
