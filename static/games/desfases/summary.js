// @ts-check
// Desfases in short.

/** @import { Summary } from "#types/figures" */
/** @import { Say } from "#types/room" */

/** @param {Say} say @returns {Summary} */
export const summary = (say) => ({
  aim: say("Place your coins on tiles and score the most points."),
  turn: [
    say("The tiles of your suit rotate, except under a pawn or coin."),
    say("When your die shows 5 to ace, move your pawn in a straight line; the die drops by one."),
    say("When it shows 0, its coin goes on a tile next to your pawn that faces it, or in the gap. Then load another."),
  ],
  end: say("When all timers have stopped, each tile with a coin counts both values."),
  remember: [
    say("A tile faces the side its wedge points to, never a corner."),
    say("Pawns cannot pass pawns or the gap."),
    say("The coin’s value is the number of moves before you score."),
  ],
});
