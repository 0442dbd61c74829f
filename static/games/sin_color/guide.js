// @ts-check
// A first game of Sin Color.

/** @import { Step } from "#types/guide" */
import { is_asked } from "#kit/prompt.js";

/** @type {Step[]} */
export const steps = [
  {
    title: "Your coins",
    words:
      "Each coin has a suit on one side and a value on the other. The others see the large side; the dashed one below it only you see. Whoever gets rid of all coins first wins.",
    at: [".place"],
  },
  {
    title: "Show one side of each",
    words: "Press the coins that shall lie value up, as many as you like. Then show your coins with the button.",
    at: [".place .coins", ".place"],
    until: ({ known: { frame } }) => frame.view.turn !== null || !frame.asked.includes(frame.you ?? -1),
  },
  {
    title: "Six stacks of tiles",
    words:
      "Only the top tiles can be seen. A coin can be paid when the tile with its suit and its value is on top. The tile is turned over then, and is without colour.",
    at: [".stacks"],
  },
  {
    title: "Trade, or do not",
    words:
      "At the beginning of your turn you may offer coins: press them. Then the others offer some of theirs, and you choose. Or press “No trade”.",
    at: [".place"],
    until: (page) => !page.known.frame.pick && page.known.frame.view.turn !== null,
  },
  {
    title: "Do what the die says",
    words: "2 and 4: a top tile goes to the bottom. 3 and 5: a bottom tile comes to the top. Ace: pay. At the end of your turn you pay once more, if you can.",
    at: [".stacks"],
    until: (page) => !is_asked(page),
  },
];
