// @ts-check
// What a page says of people who gather: how long it is until their evening, who is ready, and who may be nudged.

/** @import { Table } from "#types/wire" */

const MINUTE = 60_000;

/** In whole minutes, rounded up; 0 or less: it has begun. @param {number} evening @param {number} now */
export const minutes_until = (evening, now) => Math.ceil((evening - now) / MINUTE);

/**
 * Whether this reader may nudge whoever sits there; the server says when it is too soon.
 * @param {Table} table
 * @param {number[]} asked  the seats that are asked
 * @param {number} seat
 */
export function may_nudge({ you, seats, state, team, paused }, asked, seat) {
  const { person, bot, here, ready } = seats[seat];
  if (!you.seats.length || you.muted || person === null || bot !== null || person === you.person) return false;
  const is_asked = !paused && asked.includes(seat);
  if (state === "playing") return is_asked || (!here && !team);
  return !here || !ready;
}

// --- Ready ----------------------------------------------------------------------------------------------------

/** How many of the seats are ready: bots always are. @param {Table} table */
export const ready_in = ({ seats }) => seats.filter(({ bot, ready }) => bot !== null || ready).length;

/** Whether it matters who is ready: somebody else sits there. @param {Table} table */
export const gathers_people = ({ you, seats }) => seats.some(({ person }) => person !== null && person !== you.person);

/** Whether all at this device are ready. @param {Table} table */
export const is_ready = ({ you, seats }) => you.seats.length > 0 && you.seats.every((seat) => seats[seat].ready);
