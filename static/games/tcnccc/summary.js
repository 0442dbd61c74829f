// @ts-check
// TCNCCC in short.

/** @import { Summary } from "#types/figures" */
/** @import { Say } from "#types/room" */

/** @param {Say} say @returns {Summary} */
export const summary = (say) => ({
  aim: say("Be the first to have four pieces of different colours. A joker stands for any colour."),
  turn: [
    say("Draw a piece and put it in a cylinder, or lift a cylinder."),
    say("If there is a pair, keep one unless you have that colour, and all jokers. The rest goes back in the bag."),
    say("If not, everything goes back, and one of your own pieces too. If you have none, the others draw."),
  ],
  end: say("Four colours win at once; so does the last player left."),
  remember: [
    say("If you lift an empty cylinder, you are out."),
    say("Jokers are never a pair."),
    say("When the bag is empty, you can only lift, and the cylinder leaves the game."),
  ],
});
