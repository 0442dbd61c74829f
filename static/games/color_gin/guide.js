// @ts-check
// The guide to a first game of Color Gin.

/** @import { Step } from "#types/guide" */
/** @import { View } from "#types/views/color_gin" */
import { is_asked } from "#kit/choices.js";

/** @type {Step<View>[]} */
export const steps = [
  {
    title: "Your hand",
    words:
      "Collect runs of one suit and sets of one rank, of three cards or more. They are put side by side for you; what fits nowhere is left over, and counts against you.",
    at: [".cg-hand-place", ".place"],
  },
  {
    title: "Get a card",
    words: "Press the deck or the card beside it. Very first, that one is offered to both of you: you may pass.",
    at: [".cg-piles"],
    until: ({ known: { frame } }) => frame.view.phase === "shedding" || frame.view.phase === "round_over",
  },
  {
    title: "Shed a card",
    words: "Press one of your eleven cards: the bar says what would be left over without it. Then discard it.",
    at: [".cg-own-hand", ".place"],
    from: (page) => is_asked(page) && page.known.frame.view.phase === "shedding",
    until: (page) => !is_asked(page) || page.known.frame.view.phase !== "shedding",
  },
  {
    title: "Go out, and score by suit",
    words:
      "With ten points or less left over you may knock; with none it is gin. You score in each suit you have not spoiled: a run spoils its own, a set of three the missing one, a card left over its own. Three suits won win the match.",
    at: [".place .cg-scores", ".place"],
  },
];
