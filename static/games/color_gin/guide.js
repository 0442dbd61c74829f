// @ts-check
// The guide to a first game of Color Gin.

/** @import { Guided, Step } from "#types/guide" */
/** @import { Text } from "#types/wire" */
/** @import { Card, Move, View } from "#types/views/color_gin" */
import { is_asked } from "#kit/choices.js";

/** Moving cards in the hand is always free. */
export const harmless = ".cg-hand-card:not(.lit) .stand, .cg-hand-tools .stand, .cg-slot .stand";

/** @typedef {Guided<View, Move>} Now */

/** @type {Record<string, string>} */
const RANKS = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
/** @type {Record<string, string>} */
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/** @param {Card | undefined} card @returns {Text} */
const named = ([rank, suit] = "AS") => ({
  text: "{rank} of {suit}",
  with: { rank: { text: RANKS[rank] ?? rank }, suit: { text: SUITS[suit] } },
});

/** @param {Now} now @param {Move["do"]} verb */
const may = (now, verb) => is_asked(now) && now.state.frame.choices.some(({ move }) => move.do === verb);

/** The first way to go out: the one with the least deadwood. @param {Now} now */
function way_out({ state: { frame } }) {
  for (const { move } of frame.choices) if (move.do === "go_out") return move;
  return null;
}

/**
 * The card whose discard leaves the least deadwood; as in games/color_gin/lesson.py.
 * @param {Now} now
 * @returns {Card | undefined}
 */
function least_useful({ state: { frame } }) {
  const sheds = [...(frame.view.sheds ?? [])];
  return sheds.sort((one, other) => one.points - other.points || points_of(other.card) - points_of(one.card))[0]?.card;
}

/** @param {Card} card */
const points_of = (card) => ({ A: 1, T: 10, J: 10, Q: 10, K: 10 })[card[0]] ?? Number(card[0]);

/** @type {Step<View, Move>[]} */
export const steps = [
  {
    title: "Take this card",
    words:
      "Collect runs of one suit and sets of one rank, of three cards or more. The card beside the deck fits: press it.",
    at: [".cg-piles"],
    lesson: true,
    from: (now) => may(now, "pass"), // that is, the first discard
    press: () => ['[data-focus="discard"]'],
    until: (now) => !may(now, "pass"),
  },
  {
    title: "Discard another",
    words: (now) => ({
      text: "Cards that fit nowhere are deadwood and count against you. Without the {card} you have the least: press it, then discard it.",
      with: { card: named(least_useful(now)) },
    }),
    at: [".cg-own-hand", ".place"],
    lesson: true,
    from: (now) => may(now, "discard") && !may(now, "go_out"),
    press: (now) => [`[data-focus="card-${least_useful(now)}"]`],
    until: (now) => !may(now, "discard"),
  },
  {
    title: "Draw from the deck",
    words: "In each turn you draw a card and discard one. No one else sees what comes from the deck: press it.",
    at: [".cg-piles"],
    lesson: true,
    meanwhile: "The bot takes a card and discards one. Remember which.",
    from: (now) => may(now, "draw"),
    press: () => ['[data-focus="deck"]'],
    until: (now) => !may(now, "draw"),
  },
  {
    title: "End the round",
    words: (now) => ({
      text: "With ten points of deadwood at most, you may end the round. Press the {card}, then knock.",
      with: { card: named(way_out(now)?.card) },
    }),
    at: [".cg-own-hand", ".place"],
    lesson: true,
    from: (now) => is_asked(now) && !!way_out(now)?.points, // the button says something else for gin
    press: (now) => [`[data-focus="card-${way_out(now)?.card}"]`],
    confirm: ({ state }) => `.prompt [data-focus="answer-${state.picked?.includes("go_out") ? 0 : 1}"]`,
    until: (now) => now.state.frame.view.phase === "round_over",
  },
  {
    title: "You score by suit",
    words:
      "You score the difference in each suit you have not spoiled: a run spoils its own suit, a set of three the missing one, a deadwood card its own.",
    at: [".cg-showdown", ".cg-table"],
  },
  {
    title: "Three suits win",
    words: (now) =>
      now.state.frame.view.phase === "round_over"
        ? { text: "Enough points in a suit win it, and three suits win the match. Go on to the next round." }
        : { text: "Enough points in a suit win it, and three suits win the match." },
    at: [".cg-scores", ".place"],
  },
];
