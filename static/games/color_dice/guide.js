// @ts-check
// The guide to a first game of Color Dice.

/** @import { Guided, Step } from "#types/guide" */
/** @import { View } from "#types/views/color_dice" */
import { is_asked } from "#kit/choices.js";

/**
 * Whether this is asked in the turn that the deal was chosen for.
 * @param {Guided<View>} now
 * @param {View["phase"]} phase
 */
const is_in = (now, phase) => is_asked(now) && now.state.frame.view.phase === phase && now.state.frame.view.round === 1;

/** @param {Guided<View>} now @param {View["colours"][number]["may"]} does */
const any_may = (now, does) => now.state.frame.view.colours.some(({ may }) => may === does);

/** Whether some of an answer is chosen; a reload forgets it. @param {Guided<View>} now */
const has_begun = ({ state }) => Object.keys(state.said).length > 0;

/** The text about an opponent who may be attacked. @param {Guided<View>} now @param {string} text */
function about_the_lower(now, text) {
  const lower = now.state.frame.view.colours.find(({ may }) => may === "attack");
  const number = lower?.pawns ?? 0;
  const pawns = number === 1 ? { text: "1 pawn" } : { text: "{number} pawns", with: { number } };
  return { text, with: { bot: { seat: lower?.seat ?? 0 }, pawns } };
}

/** @type {Step<View>[]} */
export const steps = [
  {
    title: "Compare the dice",
    words: (now) =>
      about_the_lower(
        now,
        "In your turn, all dice are thrown. Yours beats {bot}’s by enough for {pawns}. That is good, so keep the dice.",
      ),
    at: [".opponents", ".place"],
    lesson: true,
    from: (now) => is_in(now, "throwing") && any_may(now, "attack") && !any_may(now, "counter"),
    press: () => ['.prompt [data-focus="answer-1"]'],
    until: (now) => !is_in(now, "throwing"),
  },
  {
    title: "Attack the lower die",
    words: (now) =>
      about_the_lower(
        now,
        "You may attack anyone with a lower die, with exactly as many pawns as the difference between the dice. Press the die of {bot}.",
      ),
    at: [".opponents"],
    lesson: true,
    from: (now) => is_in(now, "attacking"),
    press: () => ['.opponents [data-focus^="die-"]'],
    until: (now) => !is_in(now, "attacking"),
  },
  {
    title: "Where from",
    words: (now) =>
      about_the_lower(
        now,
        "You win with all nine pawns in one area other than your home. Most are still outside: press them, {pawns} will go.",
      ),
    at: [".cd-outside", ".cd-areas"],
    lesson: true,
    from: (now) => is_in(now, "sending"),
    press: () => ['[data-focus="place-outside"]'],
    until: (now) => !is_in(now, "sending") || has_begun(now),
  },
  {
    title: "And where to",
    words: (now) =>
      about_the_lower(
        now,
        "Pawns from outside go to empty places in any area but your home. Only {bot}’s has some now. The button says it all: press it.",
      ),
    at: [".cd-areas"],
    lesson: true,
    from: (now) => is_in(now, "sending") && has_begun(now),
    press: () => [".prompt .answer.primary"],
    until: (now) => !is_in(now, "sending"),
  },
  {
    title: "Move or strike",
    words: "Pawns in an area may also strike: they take the places of the pawns they attack, which go outside.",
    at: [".cd-areas"],
  },
  {
    title: "Beware of higher dice",
    words:
      "Anyone with a higher die may attack you in the same way. Throw again the dice you do not like, up to three throws each.",
    at: [".opponents", ".place"],
  },
];
