// @ts-check
// Sin Color in short.

/** @import { Summary } from "#types/figures" */
/** @import { Say } from "#types/room" */

/** @param {Say} say @returns {Summary} */
export const summary = (say) => ({
  aim: say("Be the first to have no coins left."),
  turn: [
    say("Trade coins with one player, if you like. The others offer in secret, and you choose."),
    say(
      "Throw your die. 2 or 4: a top tile goes to the bottom. 3 or 5: a bottom tile comes to the top. Ace: pay a coin.",
    ),
    say("Pay a coin that matches a top tile in suit and value."),
  ],
  end: say("Whoever has no coins left wins at once, in anybody’s turn."),
  remember: [
    say("After a trade your partner throws, too. You use both dice, your partner only one."),
    say("The others see the upper sides of your coins, only you the lower ones."),
    say("Turn your coins over whenever you like."),
  ],
});
