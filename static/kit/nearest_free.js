// @ts-check
// The free place on the table that is nearest to a point.

/** @import { Point, Size } from "#kit/placing.js" */
/** @import { Box } from "#types/stage" */
import { first_free, GAP } from "#kit/placing.js";

/**
 * The free place nearest to this point; null if there is none.
 * @param {Size} size
 * @param {Point} wish
 * @param {Box[]} kept_free
 * @param {Box} within
 */
export function nearest_free(size, wish, kept_free, within) {
  /** @param {Point} point */
  const far = ({ x, y }) => Math.hypot(x - wish.x, y - wish.y);
  const points = corners(size, wish, kept_free, within).sort((one, other) => far(one) - far(other));
  return first_free(size, points, kept_free, within);
}

/**
 * Where it would touch what is to be kept free, or the edges: one of these places is the nearest.
 * @param {Size} size
 * @param {Point} wish
 * @param {Box[]} kept_free
 * @param {Box} within
 */
function corners({ width, height }, wish, kept_free, within) {
  const across = kept_free.flatMap(({ x, width: wide }) => [x - width - GAP, x + wide + GAP]);
  const down = kept_free.flatMap(({ y, height: high }) => [y - height - GAP, y + high + GAP]);
  const xs = held([wish.x, within.x, within.x + within.width - width, ...across], within.x, within.width - width);
  const ys = held([wish.y, within.y, within.y + within.height - height, ...down], within.y, within.height - height);
  return xs.flatMap((x) => ys.map((y) => ({ x, y })));
}

/** Each of these once, if it is in the range. @param {number[]} values @param {number} from @param {number} length */
const held = (values, from, length) =>
  [...new Set(values.map(Math.round))].filter((value) => value >= from - 1 && value <= from + length + 1);
