// @ts-check
// Keeps the screen on while a game of the reader is in play and they see the page: nobody touches a phone while others
// think. A big screen stays on as long as somebody is at the table.

/** @import { State } from "#state/state.js" */
/** @import { Table } from "#types/wire" */

/** Whether the screen is to stay on. @param {State} state */
const is_wanted = ({ settings, table, connection, is_hidden, tv }) =>
  settings.awake &&
  !is_hidden &&
  connection !== "closed" &&
  table !== null &&
  (tv ? table.seats.some(({ here }) => here) : plays(table));

/** @param {Table} table */
const plays = ({ you, state, paused }) => you.seats.length > 0 && state === "playing" && !paused;

/** To be called whenever the page looks different. @param {() => State} state */
export function make_awake(state) {
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let is_asking = false;
  // Some browsers refuse it to a page that nobody has touched.
  for (const press of ["pointerup", "keydown"]) globalThis.addEventListener?.(press, stay_awake);
  return stay_awake;

  async function stay_awake() {
    if (is_asking || !("wakeLock" in navigator)) return;
    if (!is_wanted(state())) {
      lock?.release();
      lock = null;
    } else if (!lock || lock.released) {
      is_asking = true; // the browser lets go of it by itself when the page is hidden
      lock = await navigator.wakeLock.request("screen").catch(() => null); // refused when the battery is low
      is_asking = false;
      if (lock) stay_awake(); // what is wanted may have changed meanwhile
    }
  }
}
