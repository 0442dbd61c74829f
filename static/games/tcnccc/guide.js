// @ts-check
// The guide to a first game of TCNCCC.

/** @import { Step } from "#types/guide" */
/** @import { View } from "#types/views/tcnccc" */
import { is_asked } from "#kit/choices.js";

/** @type {Step<View>[]} */
export const steps = [
  {
    title: "Four cylinders and a bag",
    words:
      "The bag holds six pieces of each of four colours, and three jokers. They go under the lids. Everybody sees a piece for a moment before it does: remember it.",
    at: [".tc-table"],
  },
  {
    title: "Draw a piece",
    words: "A turn is one of two things. The safe one: press the bag, and draw.",
    at: [".tc-bag-place", ".tc-table"],
    until: ({ known: { frame } }) => frame.view.drawn !== null,
  },
  {
    title: "Put it under a lid",
    words: "Now choose its cylinder. Two of one colour under the same lid are what you will want.",
    at: [".tc-table"],
    from: (page) => is_asked(page) && page.known.frame.view.drawn !== null,
    until: (page) => !is_asked(page),
  },
  {
    title: "Lift when you remember",
    words:
      "The other thing is to lift a cylinder. Two of one colour in it: you keep one. No two alike: you give one back. Nothing in it: you are out. Be the first to have all four colours here; a joker stands for any.",
    at: [".place"],
  },
];
