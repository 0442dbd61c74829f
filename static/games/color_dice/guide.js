// @ts-check
// The guide to a first game of Color Dice.

/** @import { Step } from "#types/guide" */
/** @import { View } from "#types/views/color_dice" */
import { is_asked } from "#kit/choices.js";

/** @type {Step<View>[]} */
export const steps = [
  {
    title: "Areas and pawns",
    words:
      "Each colour has nine pawns, and an area of nine places as its home. Be the first to have all nine of yours in one area that is not your home.",
    at: [".cd-areas"],
  },
  {
    title: "Throw again, or keep",
    words:
      "In your turn all dice are thrown. Choose those to be thrown again, up to three throws each, or keep them. You want to be higher than those you will attack.",
    at: [".opponents", ".place"],
    from: (page) => is_asked(page) && page.known.frame.view.phase === "throwing",
    until: ({ known: { frame } }) => frame.view.phase !== "throwing",
  },
  {
    title: "Attack with the difference",
    words:
      "Whose die is lower than yours, you may attack, with as many pawns as the dice differ. Press where they come from, then where they go.",
    at: [".cd-areas"],
    from: (page) => is_asked(page) && page.known.frame.view.phase === "attacking",
    until: ({ known: { frame } }) => frame.view.turn !== frame.you || frame.view.attack !== null,
  },
  {
    title: "Move or strike",
    words:
      "Pawns go to empty places in the home of the colour you attack, or take the places of its pawns, which go outside. Whose die is higher than yours may attack you in the same way.",
    at: [".cd-outside", ".cd-areas"],
  },
];
