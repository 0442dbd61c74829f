// @ts-check
// A first game of TCNCCC.

/** @import { Step } from "#types/guide" */
import { is_asked } from "#kit/prompt.js";

/** @type {Step[]} */
export const steps = [
  {
    title: "Four cylinders and a bag",
    words:
      "The bag holds six pieces of each of four colours, and three jokers. They go under the lids. Everybody sees a piece for a moment before it does: remember it.",
    at: [".tcnccc"],
  },
  {
    title: "Draw a piece",
    words: "A turn is one of two things. The safe one: press the bag, and draw.",
    at: [".bag-place", ".tcnccc"],
    until: ({ known: { frame } }) => frame.view.drawn !== null,
  },
  {
    title: "Put it under a lid",
    words: "Now choose its cylinder. Two of one colour under the same lid are what you will want.",
    at: [".tcnccc"],
    until: (page) => !is_asked(page),
  },
  {
    title: "Lift when you remember",
    words:
      "The other thing is to lift a cylinder. Two of one colour in it: you keep one, with the jokers there. No two alike: you give a piece back. Nothing at all: you are out.",
    at: [".cylinder", ".tcnccc"],
  },
  {
    title: "Four colours win",
    words: "What you keep lies here, open to all. Be the first with all four colours; a joker stands for any.",
    at: [".place"],
  },
];
