// @ts-check
// Where something is laid on the table without covering what is needed there.

/** @import { Box } from "#types/stage" */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ width: number, height: number }} Size */

/** Between what is laid down and what lies beside it. */
export const GAP = 8;

/**
 * The first of these points, in their order, at which a thing of this size covers nothing that is to be kept free.
 * @param {Size} size
 * @param {Point[]} points
 * @param {Box[]} kept_free
 * @param {Box} within
 */
export const first_free = (size, points, kept_free, within) =>
  points.find((point) => {
    const box = { ...point, ...size };
    return is_within(box, within) && !kept_free.some((other) => meet(box, other));
  }) ?? null;

/**
 * Beside a box, at each of its sides: aligned with its middle, and with either end.
 * @param {Size} size
 * @param {Box} box
 * @returns {Point[]}
 */
export function beside({ width, height }, box) {
  const [left, right] = [box.x - width - GAP, box.x + box.width + GAP];
  const [above, below] = [box.y - height - GAP, box.y + box.height + GAP];
  const across = [(box.width - width) / 2, 0, box.width - width].map((far) => box.x + far);
  const down = [(box.height - height) / 2, 0, box.height - height].map((far) => box.y + far);
  return [
    ...down.flatMap((y) => [
      { x: right, y },
      { x: left, y },
    ]),
    ...[below, above].flatMap((y) => across.map((x) => ({ x, y }))),
  ];
}

/** @param {Box} one @param {Box} other */
export const meet = (one, other) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** @param {Box} box @param {Box} within */
const is_within = (box, within) =>
  box.x >= within.x - 1 &&
  box.y >= within.y - 1 &&
  box.x + box.width <= within.x + within.width + 1 &&
  box.y + box.height <= within.y + within.height + 1;

/** The box around all of these. @param {Box[]} boxes @returns {Box | null} */
export function union(boxes) {
  if (!boxes.length) return null;
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
