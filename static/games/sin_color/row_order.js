// @ts-check
// The order in which a reader sees their own coins. Never sent: everybody else sees the row as it lies. It is kept
// across a reload. No two coins are alike, so each is known by its two sides.

/** @import { Scene } from "#types/sin_color" */
/** @import { Face } from "#types/views/sin_color" */

const PLACE = "tertulia:coins";

/** @param {Face} face */
export const coin_spelled = ([suit, value]) => `${suit} ${value}`;

/** By seat, of this table. @returns {Record<string, string[]>} */
function kept() {
  const all = JSON.parse(sessionStorage.getItem(PLACE) ?? "{}");
  return all.table === location.pathname ? all.seats : {};
}

/** @param {Record<string, string[]>} seats */
function keep(seats) {
  if (!Object.keys(seats).length) return sessionStorage.removeItem(PLACE);
  sessionStorage.setItem(PLACE, JSON.stringify({ table: location.pathname, seats }));
}

/** The places of the row in the reader's order; newer coins last. @param {Scene} scene @param {Face[]} faces */
export function in_own_order({ you, over }, faces) {
  const { [String(you)]: own = [], ...others } = kept();
  if (over && own.length) keep(others);
  /** @param {number} place */
  const rank = (place) => (own.indexOf(coin_spelled(faces[place])) + own.length + 1) % (own.length + 1);
  return [...faces.keys()].sort((a, b) => rank(a) - rank(b) || a - b);
}

/** @param {Scene} scene @param {string[]} coins */
export const keep_order = ({ you }, coins) => keep({ ...kept(), [String(you)]: coins });
