// @ts-check
// The guide to a first game of Sin Color.

/** @import { Step } from "#types/guide" */
/** @import { Move, View } from "#types/views/sin_color" */

/** @type {Step<View, Move>[]} */
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
    at: [".place .sc-coins", ".place"],
    until: ({ known: { frame } }) => frame.view.turn !== null || !frame.asked.includes(frame.you ?? -1),
  },
  {
    title: "Six stacks of tiles",
    words:
      "You pay a coin when the tile with its suit and its value is on top. So in each turn dice move tiles: with 2 and 4 a top one goes to the bottom, with 3 and 5 a bottom one comes to the top.",
    at: [".sc-stacks"],
  },
  {
    title: "Trade, or do not",
    words:
      "At the beginning of your turn you may offer coins: press them. Then the others offer some of theirs, and you choose. Or press “No trade”.",
    at: [".place"],
    from: ({ known: { frame } }) => frame.pick?.do === "offer" && frame.view.turn === frame.you,
    until: ({ known: { frame } }) => frame.pick === null,
  },
];
