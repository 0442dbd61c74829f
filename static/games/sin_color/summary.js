// @ts-check
// Sin Color in short.

/** @import { Summary } from "#types/figures" */
/** @import { Say } from "#types/room" */

/** @param {Say} say @returns {Summary} */
export const summary = (say) => ({
  aim: say("Be the first to have no coins left."),
  turn: [
    say("You may trade coins with one player. The others offer, and you choose."),
    say(
      "Throw your die. 2 or 4: a top tile moves to the bottom. 3 or 5: a bottom tile moves to the top. Ace: pay a coin.",
    ),
    say("Pay a coin that matches a top tile in suit and value."),
  ],
  end: say("The first player with no coins left wins at once, in anyone’s turn."),
  remember: [
    say("After a trade, your partner throws as well. You use both dice, your partner only one."),
    say("The others see only the upper sides of your coins."),
    say("You may turn over your coins at any time."),
  ],
});
