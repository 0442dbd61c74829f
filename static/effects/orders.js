// @ts-check
// Keeps the readers' own orders of their pieces in the browser, for when the page is loaded again.

/** @import { Arranging } from "#types/room" */
/** @import { Orders } from "#state/orders.js" */
import { each_of, is_text, keep, kept_object } from "#kit/keeping.js";
import { NO_ORDERS } from "#state/orders.js";

/** What was kept at this table. @param {Arranging | undefined} arranging  as the game says @returns {Orders} */
export function kept_orders(arranging) {
  if (!arranging) return NO_ORDERS;
  const { place, fits, numbers } = arranging;
  const held = Object.fromEntries(numbers.map((name) => [name, Number.isInteger]));
  const { table, seats, ...hold_for } = kept_object("sessionStorage", place, {
    ...held,
    table: is_text,
    seats: each_of(fits),
  });
  return table === location.pathname && seats ? { hold_for, seats } : NO_ORDERS;
}

/** @param {Arranging | undefined} arranging @param {Orders} before @param {Orders} after */
export function keep_orders(arranging, before, { hold_for, seats }) {
  const count = Object.keys(seats).length;
  if (!arranging || !(count || Object.keys(before.seats).length)) return; // those of another table stay
  keep(
    "sessionStorage",
    arranging.place,
    count ? JSON.stringify({ table: location.pathname, ...hold_for, seats }) : null,
  );
}
