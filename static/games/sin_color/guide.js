// @ts-check
// The guide to a first game of Sin Color.

/** @import { Guided, Step } from "#types/guide" */
/** @import { Text } from "#types/wire" */
/** @import { Face, Move, View } from "#types/views/sin_color" */
import { is_asked } from "#kit/choices.js";

/** Turning coins over is always free. */
export const harmless = '[data-focus^="turn-"]';

/** @typedef {Guided<View, Move>} Now */

const VALUES = ["null", "ace", "2", "3", "4", "5"];

/** @param {Face} face @returns {Text} */
const named = ([suit, value]) => ({
  text: "{value} of {suit}",
  with: { value: { text: VALUES[value] }, suit: { text: suit } },
});

/** @param {Now} now */
const own = ({ state: { frame } }) => frame.view.coins[frame.you ?? 0] ?? [];

/** @param {Face | null} one @param {Face | null} other */
const are_alike = (one, other) => one?.[0] === other?.[0] && one?.[1] === other?.[1];

/** The stack topped by a tile that matches one of one's own coins. @param {Now} now */
const own_stack = (now) =>
  now.state.frame.view.tops.findIndex((top) => top && own(now).some((coin) => are_alike(coin, top)));

/** @param {Now} now @param {string} text @returns {Text} */
function about_its_tile(now, text) {
  const top = now.state.frame.view.tops[own_stack(now)];
  return { text, with: { tile: top ? named(top) : "" } };
}

/** @param {Now} now @param {...string} verbs */
const may = (now, ...verbs) => is_asked(now) && now.state.frame.choices.some(({ move }) => verbs.includes(move.do));

/** @type {Step<View, Move>[]} */
export const steps = [
  {
    title: "Three coins are left",
    words:
      "Bots have played so far. Each coin has a suit on one side and a value on the other. Be the first to get rid of all your coins.",
    at: [".place .sc-coins", ".place"],
    lesson: true,
  },
  {
    title: "One of them can go",
    words: (now) =>
      about_its_tile(
        now,
        "The {tile} lies on top, and you have the coin that matches it. You need no trade: press “No trade”.",
      ),
    at: [".place"],
    lesson: true,
    from: (now) => may(now, "no_trade") && own_stack(now) >= 0,
    press: () => ['.prompt [data-focus="answer-1"]'],
    until: (now) => !may(now, "no_trade"),
  },
  {
    title: "Your die moves a tile",
    words: (now) =>
      about_its_tile(now, "Leave the stack with the {tile} as it is. Press another one and see what appears."),
    at: [".sc-stacks"],
    lesson: true,
    from: (now) => may(now, "sink", "raise"),
    press: (now) => [`.sc-stacks .stand:not([data-focus="stack-${own_stack(now)}"])`],
    until: (now) => !may(now, "sink", "raise"),
  },
  {
    title: "Pay the coin",
    words: (now) => about_its_tile(now, "The {tile} lies on top, so its coin leaves your row. Press it."),
    at: [".place .sc-coins", ".place"],
    lesson: true,
    from: (now) => may(now, "pay"),
    press: () => ['.place [data-focus^="coin-"]'],
    until: (now) => !may(now, "pay"),
  },
  {
    title: "That was a turn",
    words: "Trade or not, throw, pay. What each die does is shown below the stacks.",
    at: [".sc-stacks-place", ".sc-stacks"],
  },
  {
    title: "When nothing fits",
    words:
      "In your turn, press coins to offer them. The others offer theirs, of which you see one side, and you may choose one offer.",
    at: [".place .sc-coins", ".place"],
  },
];
