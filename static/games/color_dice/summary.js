// @ts-check
// Color Dice in short.

/** @import { Summary } from "#types/figures" */
/** @import { Say } from "#types/room" */

/** @param {Say} say @returns {Summary} */
export const summary = (say) => ({
  aim: say("Gather all nine pawns in one area other than your home."),
  turn: [
    say("Throw all dice, then any again, at most three times each."),
    say(
      "Attack each colour with a lower die once, with as many pawns as the difference. By default, move to empty places anywhere, or strike pawns of that colour.",
    ),
    say("Colours with a higher die may counterattack. You choose what comes first."),
  ],
  end: say("Nine pawns in one area away from home win at once, in anyone’s turn."),
  remember: [
    say("You have to attack once if you can."),
    say("Attacks go from one place to one area, never home."),
    say("Pawns from outside cannot strike."),
    say("Seven or eight pawns in such an area are locked."),
  ],
});
