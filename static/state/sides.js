// @ts-check
// Several seats on one device (hot seat): a curtain hides every view between turns, until the next player confirms
// being there. Nothing is merely covered: the page requests a spectator's frame and forgets the rest.

/** @import { Frame, Table } from "#types/wire" */
/** @import { State } from "#state/state.js" */
import { is_asked_now } from "#state/room.js";

/**
 * Whether the present reader must not see the new state: their turn is over, another player on this device is asked by
 * now, or another game has begun.
 * @param {{ table: Table | null, frame: Frame | null }} now
 * @param {{ table: Table | null, frame: Frame | null }} before
 */
export function must_be_hidden({ table, frame }, before) {
  if (!table || table.you.seats.length < 2 || table.you.seat === null || table.state !== "playing") return false;
  if (before.table?.number !== table.number) return true;
  if (!frame || frame.you === null || frame.asked.includes(frame.you)) return false;
  if (!before.frame) return false; // they have chosen to look
  const asked = asked_here(table, frame);
  return before.frame.asked.includes(frame.you) || (asked !== null && asked !== asked_here(table, before.frame));
}

/**
 * The first seat of this device that is asked.
 * @param {Table} table
 * @param {Frame | null} frame
 * @returns {number | null}
 */
export const asked_here = ({ you, seats }, frame) =>
  you.seats.find((seat) => !seats[seat].bot && frame?.asked.includes(seat)) ?? null;

/** Whether the curtain is down: several seats are played here and none is shown. @param {Table} table */
export const is_curtain_down = ({ you, state }) => state === "playing" && you.seats.length > 1 && you.seat === null;

/** Whether this device has to be handed to somebody. @param {{ table: Table, frame: Frame | null }} state */
export const is_to_be_handed_on = ({ table, frame }) =>
  is_curtain_down(table) && !table.paused && asked_here(table, frame) !== null;

/** Whether somebody at this device is asked. @param {State} state */
export const is_called = (state) =>
  is_asked_now(state) || (state.table !== null && is_to_be_handed_on({ ...state, table: state.table }));
