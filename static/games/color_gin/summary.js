// @ts-check
// Color Gin in short.

/** @import { Summary } from "#types/figures" */
/** @import { Say } from "#types/room" */

/** @param {Say} say @returns {Summary} */
export const summary = (say) => ({
  aim: say("Win three suits of four; as a team, two each. By default, 100 points win one."),
  turn: [
    say("Draw from the deck or take the discard."),
    say("Discard a card, but not the one just taken."),
    say("Deadwood is cards in no meld. You may go out with none (gin), or 10 points at most (knock)."),
  ],
  end: say("You score your opponent’s deadwood less your own; by default, gin adds 20."),
  remember: [
    say("You score in every suit that is neither spoiled nor won."),
    say("A run spoils its suit, a set of three the missing one, a deadwood card its own."),
    say("After you knock, your opponent may lay off cards, and scores with no more deadwood than you."),
  ],
});
