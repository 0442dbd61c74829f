// @ts-check
// Color Dice in short.

/** @import { Summary } from "#types/figures" */
/** @import { Say } from "#types/room" */

/** @param {Say} say @returns {Summary} */
export const summary = (say) => ({
  aim: say("Bring all nine pawns together in one area that is not your home."),
  turn: [
    say("Throw all dice; then any of them again, three times each at most."),
    say(
      "Attack colours with lower dice, each once, with as many pawns as the dice differ: move to empty places in their home, or strike their pawns anywhere.",
    ),
    say("Colours with a higher die may counterattack. You choose what comes first."),
  ],
  end: say("Nine in one foreign area win at once, in anybody’s turn."),
  remember: [
    say("You have to attack once if you can."),
    say("A group goes from one place to one area, never home."),
    say("Pawns from outside cannot strike."),
    say("Seven or eight in one foreign area are locked."),
  ],
});
