// @ts-check
// The guide to a first game of Desfases.

/** @import { Step } from "#types/guide" */
/** @import { View } from "#types/views/desfases" */
import { is_asked } from "#kit/choices.js";

/** @type {Step<View>[]} */
export const steps = [
  {
    title: "Tiles that turn",
    words:
      "Each tile faces the side where its wedge is. In a turn of its suit it turns by a quarter, unless a pawn or a coin holds it.",
    at: [".de-board"],
  },
  {
    title: "Choose your suits",
    words: "With two players each plays two of the four suits, chosen in turn.",
    at: [".place .de-suits", ".place"],
    until: ({ known: { frame } }) => frame.view.turn !== null,
  },
  {
    title: "Your timers",
    words:
      "A die goes down by one with every move. When it shows null, you score: its coin goes on a tile next to your pawn that faces it, and both count. If none does, the coin is lost in the gap. Another coin sets the die again.",
    at: [".place"],
  },
  {
    title: "Move your pawn",
    words:
      "Straight or diagonally, as far as you like: press a tile with a ring. Be next to a good tile that faces you when the die has run down: whoever has the most points at the end wins.",
    at: [".de-squares", ".de-board"],
    from: (page) => is_asked(page) && page.known.frame.view.turn !== null,
    until: (page) => !is_asked(page),
  },
];
