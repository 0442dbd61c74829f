// @ts-check
// Keeps the screen on while a game of the reader is in play and they see the page: nobody touches a phone while others
// think.

/** @import { Page } from "#types/room" */
import { settings } from "#kit/preferences.js";

/** @type {WakeLockSentinel | null} */
let lock = null;
let is_wanted = false;
let is_asking = false;

export const can_stay_awake = () => "wakeLock" in navigator;

// The browser lets go of it by itself when the page is hidden.
document.addEventListener("visibilitychange", () => hold_or_release());

/** To be called after every drawing of the page. @param {Page} page */
export function stay_awake({ state: { table } }) {
  is_wanted = settings().awake && table.you.seats.length > 0 && table.state === "playing" && !table.paused;
  hold_or_release();
}

/** The page was removed. */
export function let_sleep() {
  is_wanted = false;
  hold_or_release();
}

async function hold_or_release() {
  if (is_asking || !can_stay_awake()) return;
  if (!is_wanted || document.hidden) {
    lock?.release();
    lock = null;
  } else if (!lock || lock.released) {
    is_asking = true;
    lock = await navigator.wakeLock.request("screen").catch(() => null); // refused when the battery is low
    is_asking = false;
    if (lock) hold_or_release(); // what is wanted may have changed meanwhile
  }
}
