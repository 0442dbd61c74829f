// @ts-check
// Long lists. Each row is drawn once, and only the nearest until the reader asks for more: another row costs as much in
// a long list as in a short one.

/** @import { Drawing } from "#types/room" */
import { guard } from "lit-html/directives/guard.js";
import { repeat } from "lit-html/directives/repeat.js";

/** So many rows are drawn at first, and so many more each time that the reader asks. */
export const MORE_ROWS = 100;
/** Rows leave the drawn part, and come into it, so many at a time. */
const AT_A_TIME = 50;

/** How many rows precede the drawn part. @param {number} until  the rows up to its end @param {number} most */
export const rows_before = (until, most) => Math.max(0, Math.floor((until - most) / AT_A_TIME) * AT_A_TIME || 0);

/**
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item) => unknown} key  the same for the same row
 * @param {(item: Item) => Drawing} row
 * @param {(item: Item) => unknown[]} depends  a row is drawn again when this has changed
 * @returns {Drawing}
 */
export const rows_of = (items, key, row, depends) =>
  /** @type {any} */ (repeat(items, key, (item) => guard(depends(item), () => row(item))));
