// @ts-check
// The readers' own orders of their pieces, such as a grouping of their cards: never sent, and kept while they hold.

/** @import { Frame } from "#types/wire" */
/** @import { State } from "#state/state.js" */

/**
 * @typedef {object} Orders
 * @property {Record<string, number> | null} hold_for  such as this round; null: nothing is arranged now
 * @property {Record<string, unknown>} seats  the order of each seat that has made one
 */

/** @type {Orders} */
export const NO_ORDERS = { hold_for: null, seats: {} };

/** Drops orders that held for something else. @param {State} state @param {Orders["hold_for"]} hold_for */
export function follow_orders(state, hold_for) {
  if (JSON.stringify(hold_for) !== JSON.stringify(state.orders.hold_for)) state.orders = { hold_for, seats: {} };
}

/** The viewer of the frame arranges their pieces. @param {State} state @param {unknown} order  null: as they lie */
export function arrange(state, order) {
  const { frame, orders } = state;
  if (!frame || !orders.hold_for) return;
  const { [String(frame.you)]: _, ...others } = orders.seats;
  state.orders = { ...orders, seats: order === null ? others : { ...others, [String(frame.you)]: order } };
}

/** The order that the viewer of a frame has made; null: none. @param {State} state @param {Frame} frame */
export const order_of = ({ orders }, { you }) => orders.seats[String(you)] ?? null;
