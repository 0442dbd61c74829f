// @ts-check
// The commands behind the page's buttons: to the server, to this page, to the clipboard.

/** @import { Boot, Commands, Say } from "#types/room" */
/** @import { Hello, Table } from "#types/wire" */
/** @import { Event, Own } from "#state/reduce.js" */
/** @import { State } from "#state/state.js" */
import { announce } from "#kit/announce.js";
import { copy_fingerprint } from "#kit/deal_details.js";
import { keep_name, own_name } from "#kit/preferences.js";
import { copy, room_link, works_only_here } from "#kit/share.js";

/** How long a page says that the link is on the clipboard. */
export const COPIED_MS = 8000;

/**
 * @param {object} page
 * @param {Boot} page.boot
 * @param {Say} page.say
 * @param {() => State} page.state
 * @param {(event: Event) => void} page.dispatch
 * @returns {Commands}
 */
export function make_commands({ boot, say, state, dispatch }) {
  /** @param {Partial<Own>} fields */
  const change = (fields) => dispatch({ type: "change", fields });
  /** @type {Commands["ask"]} */
  const ask = (message) => dispatch({ type: "ask", message });

  async function copy_link() {
    const worked = await copy(room_link(boot));
    if (worked && works_only_here(boot)) announce([say("The link is copied. It works on this computer only.")]);
    else
      announce([say(worked ? "The link is copied." : "The link could not be copied. Copy it from the address bar.")]);
    change({ copied: worked, copied_until: state().now + COPIED_MS });
  }

  /** Dialogs close before another opens. @param {Partial<Own>} fields */
  function open_instead(fields) {
    /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"))?.close();
    change(fields);
  }

  return {
    sit: (seat) => dispatch({ type: "sit", seat }),
    look: (seat) => dispatch({ type: "look", seat }),
    stand: () => dispatch({ type: "say", message: { type: "stand" } }),
    be_ready(yes) {
      const { you, seats } = /** @type {Table} */ (state().table);
      for (const seat of you.seats) if (!!seats[seat].ready !== yes) ask({ type: "ready", yes, seat });
    },
    start: () => dispatch({ type: "say", message: { type: "start" } }),
    seat_bot: (seat, level) => dispatch({ type: "say", message: { type: "seat_bot", seat, ...(level && { level }) } }),
    rematch: () => dispatch({ type: "say", message: { type: "rematch" } }),
    deal_again: () => dispatch({ type: "say", message: { type: "rematch", again: true } }),
    speak: (text) => dispatch({ type: "say", message: { type: "chat", text } }),
    take_name(name, seat) {
      keep_name(name);
      change({ wants_seat: seat });
      dispatch({ type: "say", message: hello(state()) });
    },
    enter(password) {
      change({ has_knocked: true });
      ask({ ...hello(state()), password });
    },
    copy_link,
    async copy_deal(commitment) {
      if (await copy_fingerprint(say, commitment))
        change({ deal_copied: { commitment, until: state().now + COPIED_MS } });
    },
    invite: () => open_instead({ inviting: true }),
    show_tab: (tab) => change(pressed_tab(state(), tab)),
    toggle_rail: () => change({ rail_open: !state().rail_open }),
    write() {
      change({ rail_open: true, tab: "chat" });
      focus_on(".chat input");
    },
    show_in_short: () => change({ in_short: true }),
    choose_figure: (seat) => change({ figuring: seat }),
    show_menu: () => change({ menu: true }),
    move_seat(seat, at_once = false) {
      const name = state().table?.seats[seat].name ?? null;
      open_instead({ onward: { does: "give", seat, name, at_once, sent: false } });
    },
    ask,
    bring: (what) => change({ asked_for: what }),
    skip: () => dispatch({ type: "skip" }),
    set_table: () => change({ setting: true, refusal: null }),
    confirm: (what) => dispatch({ type: "confirm", what }),
    step_back: () => dispatch({ type: "step_back" }),
    carry_on: null,
    close_missed: () => change({ missed: [] }),
  };
}

/**
 * The first message of every new line: what the page knows already.
 * @param {State} state
 * @returns {Hello}
 */
export const hello = ({ seen, epoch }) => ({ type: "hello", seen, epoch, ...(own_name() && { name: own_name() }) });

/**
 * What a press on a tab shows; in the strip beside the table, one on the tab that is open closes it.
 * @param {State} state
 * @param {State["tab"]} tab
 */
const pressed_tab = ({ rail_open, rail_covers, tab: open }, tab) => ({
  tab,
  rail_open: rail_covers || !(rail_open && open === tab),
});

/** @param {string} selector */
function focus_on(selector) {
  /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus();
}
