// @ts-check
// A first game of Desfases.

/** @import { Step } from "#types/guide" */
import { is_asked } from "#kit/prompt.js";

/** @type {Step[]} */
export const steps = [
  {
    title: "Tiles that turn",
    words:
      "Each tile faces the side where its wedge is. In a turn of its suit it turns by a quarter, unless a pawn or a coin holds it.",
    at: [".board"],
  },
  {
    title: "Choose your suits",
    words: "With two players each plays two of the four suits, chosen in turn.",
    at: [".place .suits", ".place"],
    until: ({ known: { frame } }) => frame.view.turn !== null,
  },
  {
    title: "Your timers",
    words:
      "Each suit has a die on a coin. It goes down by one with every move. When it shows null, you score: the coin goes on a tile next to your pawn that faces it, and counts with it. Then a coin from the reserve sets the die again.",
    at: [".place"],
  },
  {
    title: "Move your pawn",
    words: "Straight or diagonally, as far as you like: press a tile with a ring. Be next to a tile that faces you when the die has run down.",
    at: [".squares", ".board"],
    until: (page) => !is_asked(page),
  },
  {
    title: "The gap, and the end",
    words:
      "If no tile faces you when you have to score, the coin is lost in the gap. When all dice have stopped, whoever has the most points on tiles wins.",
    at: [".gap", ".board"],
  },
];
