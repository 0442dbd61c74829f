// @ts-check
// Keeps the screen on while a game of the reader is in play and they see the page: nobody touches a phone while others
// think.

/** @import { State } from "#state/state.js" */

/** Whether the screen is to stay on. @param {State} state */
const is_wanted = ({ settings, table, connection, is_hidden }) =>
  settings.awake &&
  !is_hidden &&
  connection !== "closed" &&
  table !== null &&
  table.you.seats.length > 0 &&
  table.state === "playing" &&
  !table.paused;

/** To be called whenever the page looks different. @param {() => State} state */
export function make_awake(state) {
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let is_asking = false;

  return async function stay_awake() {
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
  };
}
