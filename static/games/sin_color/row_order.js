// @ts-check
// The reader's own order of their coins. Never sent: everybody else sees the row as it is. No two coins are alike, so
// each is identified by its two sides.

/** @import { Face } from "#types/views/sin_color" */

/** @param {Face} face */
export const coin_spelled = ([suit, value]) => `${suit} ${value}`;

/** The places of the row in the reader's order; newer coins last. @param {string[] | null} own @param {Face[]} faces */
export function in_own_order(own, faces) {
  const order = own ?? [];
  /** @param {number} place */
  const rank = (place) => (order.indexOf(coin_spelled(faces[place])) + order.length + 1) % (order.length + 1);
  return [...faces.keys()].sort((a, b) => rank(a) - rank(b) || a - b);
}
