// @ts-check
// The reader's own order of their coins. Never sent: everybody else sees the row as it is. It survives reloads. No two
// coins are alike, so each is identified by its two sides.

/** @import { Scene } from "#types/sin_color" */
/** @import { Face } from "#types/views/sin_color" */
import { each_of, is_text, keep, kept_object, list_of } from "#kit/keeping.js";

const PLACE = "tertulia:coins";

/** @param {Face} face */
export const coin_spelled = ([suit, value]) => `${suit} ${value}`;

/** The orders of this table, by seat. @returns {Record<string, string[]>} */
function orders() {
  /** @type {{ table?: string, seats?: Record<string, string[]> }} */
  const { table, seats } = kept_object("sessionStorage", PLACE, { table: is_text, seats: each_of(list_of(is_text)) });
  return (table === location.pathname && seats) || {};
}

/** @param {Record<string, string[]>} seats */
function keep_orders(seats) {
  const text = Object.keys(seats).length ? JSON.stringify({ table: location.pathname, seats }) : null;
  keep("sessionStorage", PLACE, text);
}

/** The places of the row in the reader's order; newer coins last. @param {Scene} scene @param {Face[]} faces */
export function in_own_order({ you, over }, faces) {
  const { [String(you)]: own = [], ...others } = orders();
  if (over && own.length) keep_orders(others);
  /** @param {number} place */
  const rank = (place) => (own.indexOf(coin_spelled(faces[place])) + own.length + 1) % (own.length + 1);
  return [...faces.keys()].sort((a, b) => rank(a) - rank(b) || a - b);
}

/** @param {Scene} scene @param {string[]} coins */
export const keep_order = ({ you }, coins) => keep_orders({ ...orders(), [String(you)]: coins });
