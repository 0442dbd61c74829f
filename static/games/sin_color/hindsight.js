// @ts-check
// Sin Color in hindsight: hidden sides of coins, hidden tiles, and the last coins paid.

/** @import { Hindsight } from "#types/room" */
/** @import { Beneath, Face, Sight, View } from "#types/views/sin_color" */
import { coin, SUITS } from "#kit/piecepack.js";

const FEW = 4;

/** After the game the rules have revealed everything. @type {Hindsight<View, Sight, Beneath>["opened"]} */
export const opened = ({ view, outcome }, beneath) => ({ view: outcome ? view : { ...view, beneath }, sights: [] });

/**
 * The winner has no coins left: these are the last ones paid.
 * @type {Hindsight<View, Sight, Beneath>["trophy"]}
 */
export function trophy({ view }) {
  const paid = (view.paid ?? []).slice(-FEW);
  return paid.length ? paid.map(drawn) : SUITS.map((suit) => coin({ suit }));
}

/** @param {Face} face */
const drawn = ([suit, value]) => coin({ suit, value });
