// @ts-check
// Sin Color, looked back at: the sides of coins and the tiles that lay below, and the coins that were paid last.

/** @import { Hindsight } from "#types/room" */
/** @import { Beneath, Face, Sight, View } from "#types/views/sin_color" */
import { coin, SUITS } from "#kit/piecepack.js";

const FEW = 4;

/** When all is over the rules have opened everything. @type {Hindsight<View, Sight, Beneath>["opened"]} */
export const opened = ({ view, outcome }, beneath) => ({ view: outcome ? view : { ...view, beneath }, sights: [] });

/**
 * Whoever wins has no coins left: these are the last that were paid.
 * @type {Hindsight<View, Sight, Beneath>["trophy"]}
 */
export function trophy({ view }) {
  const paid = (view.paid ?? []).slice(-FEW);
  return paid.length ? paid.map(drawn) : SUITS.map((suit) => coin({ suit }));
}

/** @param {Face} face */
const drawn = ([suit, value]) => coin({ suit, value });
