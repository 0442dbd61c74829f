// @ts-check
// A move's effect on the timer, how long a coin lasts, and what happened to the reader's coins.

/** @import { Consequences } from "#types/room" */
/** @import { LineKind, Move, View } from "#types/views/desfases" */
import { value_named } from "#games/desfases/pieces.js";

/** @type {NonNullable<Consequences<View, Move>["on_button"]>} */
export function on_button(say, { view }, { move }) {
  const own = view.suits.find(({ suit }) => suit === view.turn?.suit);
  switch (move.do) {
    case "move":
      return own?.die
        ? {
            stake:
              own.die === 1
                ? say("timer at 0: you score next")
                : say("timer at {value} then", { value: value_named(/** @type {2} */ (own.die - 1)) }),
          }
        : {};
    case "score":
      return { stake: own?.reserve.length ? say("then you load another coin") : say("then this timer stops") };
    case "feed":
      return { stake: move.coin ? say("Moves until you score: {count}", { count: move.coin }) : say("you score next") };
    default:
      return {};
  }
}

/** @type {Consequences<View, Move, LineKind>["came_of"]} */
export function came_of(say, event, you) {
  const told = event.flatMap(({ seat, kind, text }) => {
    if (seat !== you) return [];
    const words = text.with ?? {};
    switch (kind) {
      case "scored":
        return say("Points for your {tile}: {points}.", { tile: words.tile, points: words.points });
      case "thrown_away":
        return say("No tile faced your pawn: your {coin} is worth nothing.", { coin: words.coin });
      case "stayed":
        return say("Your pawn could not move.");
      case "stopped":
        return say("Your timer of {suit} has stopped.", { suit: words.suit });
      default:
        return [];
    }
  });
  return told.join(" ");
}
