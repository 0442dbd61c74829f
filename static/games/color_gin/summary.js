// @ts-check
// Color Gin in short.

/** @import { Summary } from "#types/figures" */
/** @import { Say } from "#types/room" */

/** @param {Say} say @returns {Summary} */
export const summary = (say) => ({
  aim: say("Win three of the four suits. 100 points usually win one."),
  turn: [
    say("Get a card: from the deck, or the top discard."),
    say("Shed a card, but not the discard just taken."),
    say("You may also go out: with nothing left over (gin), or 10 points at most (knock)."),
  ],
  end: say("You score what the other has left over, less your own; gin usually brings 20 more."),
  remember: [
    say("You score in every suit that is neither spoiled nor won."),
    say("A run spoils its suit, a set of three the missing one, a card left over its own."),
    say("After a knock the other lays off on your melds, and scores if left with no more than you."),
  ],
});
