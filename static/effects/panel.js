// @ts-check
// Where the panel of the rail was left, and where the focus goes with it: what is not seen is not drawn. And whether it
// is open, which a browser remembers, unless it covers the table there.

/** @import { State } from "#state/state.js" */
import { set } from "#kit/preferences.js";
import { scroll_to_newest } from "#room/chat.js";

export function make_panel() {
  let left_at = 0;

  return {
    /** Before the rail is drawn anew. @param {State} before @param {State} after */
    leave(before, after) {
      if (before.rail_open && !after.rail_open) left_at = panel()?.scrollTop ?? 0;
    },

    /** Afterwards. @param {State} before @param {State} after */
    return(before, after) {
      const place = panel();
      if (after.rail_open && !before.rail_open && place) place.scrollTop = left_at;
      if (after.rail_open !== before.rail_open)
        focus_on(after.rail_open || !after.rail_covers ? `#tab-${after.tab}` : ".rail-toggle");
      if ((after.rail_open && !before.rail_open) || after.tab !== before.tab) scroll_to_newest();
    },
  };
}

/** To be called after every event. @param {State} before @param {State} after */
export function keep_panel(before, after) {
  if (after.rail_covers || (after.rail_open === before.rail_open && after.tab === before.tab)) return;
  set({ rail: after.rail_open ? after.tab : "shut" });
}

const panel = () => document.getElementById("panel");

/** @param {string} selector */
const focus_on = (selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus();
