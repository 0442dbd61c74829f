// @ts-check
// Desfases in short.

/** @import { Summary } from "#types/figures" */
/** @import { Say } from "#types/room" */

/** @param {Say} say @returns {Summary} */
export const summary = (say) => ({
  aim: say("Mark tiles with your coins, for the most points."),
  turn: [
    say("The tiles of your suit turn, except under a pawn or a coin."),
    say("Your die at 5 to ace: move your pawn in a straight line; the die goes down by one."),
    say("At null, its coin goes on a tile beside your pawn that faces it, else into the gap. Feed another coin."),
  ],
  end: say("When all timers have stopped, each marked tile counts its own value and its coin’s."),
  remember: [
    say("A tile faces the side of its wedge, and never over a corner."),
    say("Pawns pass neither pawns nor the gap."),
    say("The coin you feed is the number of moves before you score."),
  ],
});
