// @ts-check
// A new prompt may appear under somebody's finger: its buttons ignore presses meant for the last one.

/** @import { Reading } from "#types/room" */

export const SETTLE_MS = 300;

/** @param {Reading} reading @param {() => void} redraw */
export function make_settling(reading, redraw) {
  let hears_again_at = 0;

  /** Clears the pick, and enables the buttons after a moment. */
  function settle() {
    Object.assign(reading, { picked: null, chosen: [], said: {}, why: "" });
    be_deaf_for_a_moment();
  }

  function be_deaf_for_a_moment(ms = SETTLE_MS) {
    reading.settling = true;
    hears_again_at = Math.max(hears_again_at, performance.now() + ms);
    setTimeout(() => {
      if (performance.now() + 1 < hears_again_at) return;
      reading.settling = false;
      redraw();
    }, ms);
  }

  return { settle, be_deaf_for_a_moment };
}
