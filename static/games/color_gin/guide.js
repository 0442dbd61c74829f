// @ts-check
// A first game of Color Gin.

/** @import { Step } from "#types/guide" */
import { is_asked } from "#kit/prompt.js";

/** @type {Step[]} */
export const steps = [
  {
    title: "Your hand",
    words:
      "Collect runs of one suit and sets of one rank, of three cards or more. They are put side by side for you; what fits nowhere is left over, and counts against you.",
    at: [".hand-place", ".place"],
  },
  {
    title: "Get a card",
    words: "Press the deck or the card beside it. Very first, that one is offered to both of you: you may pass.",
    at: [".piles"],
    until: ({ known: { frame } }) => frame.view.phase === "shedding" || frame.view.phase === "round_over",
  },
  {
    title: "Shed a card",
    words: "Press one of your eleven cards: the bar says what would be left over without it. Then discard it.",
    at: [".hand", ".place"],
    until: (page) => !is_asked(page) || page.known.frame.view.phase !== "shedding",
  },
  {
    title: "Four scores",
    words:
      "There is a score in each suit. A run spoils its own suit, a set of three the missing one, and so does each card left over. You score only in the suits you have not spoiled.",
    at: [".place .scores", ".place"],
  },
  {
    title: "Go out",
    words:
      "With ten points or less left over you may knock, with nothing left over it is gin. Whoever is the first to win three suits wins the match; this sheet keeps count.",
    at: [".sheet"],
  },
];
