// @ts-check
// The guide to a first game of TCNCCC.

/** @import { Step } from "#types/guide" */
/** @import { View } from "#types/views/tcnccc" */
import { is_asked } from "#kit/choices.js";

/** Two draws and two places come before the pair. In a later turn nobody knows of one. */
const FIFTH = 5;

/** @type {Step<View>[]} */
export const steps = [
  {
    title: "Draw a piece",
    words: "Collect four different colours before the others do. Press the bag.",
    at: [".tc-bag-place", ".tc-table"],
    lesson: true,
    press: () => ['[data-focus="bag"]'],
    until: ({ state: { frame } }) => frame.view.drawn !== null,
  },
  {
    title: "Put it under lid 1",
    words: "Remember where it is: you want two of the same colour under one lid.",
    at: [".tc-table"],
    lesson: true,
    from: (page) => is_asked(page) && page.state.frame.view.drawn !== null,
    press: () => ['[data-focus="cylinder-0"]'],
    until: (page) => !is_asked(page) || page.state.frame.view.drawn === null,
  },
  {
    title: "Watch the bot",
    words: "It draws a piece as well. Everyone sees which lid the piece goes under, but only for a moment.",
    at: [".tc-table"],
    lesson: true,
    from: () => true,
    until: is_asked,
  },
  {
    title: "Lift cylinder 1",
    words: "The bot put a piece of the same colour under lid 1. You have your pair: lift it.",
    at: [".tc-table"],
    lesson: true,
    from: (page) => is_asked(page) && page.state.frame.question === FIFTH,
    press: () => ['[data-focus="cylinder-0"]'],
    until: (page) => !is_asked(page),
  },
  {
    title: "One of each pair is yours",
    words: "The rest goes back in the bag. Four different pieces in front of you win; a joker stands for any colour.",
    at: [".place"],
  },
  {
    title: "What a lift may cost",
    words:
      "If no two are alike, you give back one of your pieces. If the cylinder is empty, you are out. So lift where you remember a pair.",
    at: [".tc-table"],
  },
];
