// @ts-check
// TCNCCC in short.

/** @import { Summary } from "#types/figures" */
/** @import { Say } from "#types/room" */

/** @param {Say} say @returns {Summary} */
export const summary = (say) => ({
  aim: say("Be the first with four pieces of different colours. Jokers stand for any."),
  turn: [
    say("Draw a piece and put it in a cylinder; or lift a cylinder."),
    say("A pair in it: keep one, unless you have its colour, and all jokers. The rest goes back in the bag."),
    say("No pair: all goes back, and one of your own pieces. If you have none, the others draw."),
  ],
  end: say("Four colours win at once; so does the last player who is not out."),
  remember: [
    say("Lift an empty cylinder, and you are out."),
    say("Jokers are never a pair."),
    say("When the bag is empty you can only lift, and that cylinder leaves the game."),
  ],
});
