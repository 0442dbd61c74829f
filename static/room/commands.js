// @ts-check
// The commands behind the page's buttons: to the server, to this page, to the clipboard.

/** @import { Boot, Known, Reading, Say, Commands } from "#types/room" */
/** @import { ToServer } from "#types/wire" */
import { announce } from "#kit/announce.js";
import { keep_name } from "#kit/preferences.js";
import { copy, room_link, works_only_here } from "#kit/share.js";
import { scroll_to_newest } from "#room/chat.js";
import { may_skip } from "#room/skipping.js";

/** How long a page says that the link is on the clipboard. */
const COPIED_MS = 8000;

/**
 * @param {object} page
 * @param {Boot} page.boot
 * @param {Known} page.known
 * @param {Reading} page.reading
 * @param {Say} page.say
 * @param {(message: ToServer) => void} page.send
 * @param {() => void} page.redraw
 * @param {() => { seen: number, epoch: string | null }} page.resume
 * @param {Commands["look"]} page.look
 * @param {{ skip: () => void }} page.pace
 * @returns {Commands}
 */
export function make_commands({ boot, known, reading, say, send, redraw, resume, look, pace }) {
  /** Asks for a name first if there is none. @param {number} seat */
  function sit(seat) {
    if (known.table?.you.name != null) return send({ type: "sit", seat });
    reading.wants_seat = seat;
    redraw();
    focus_on(".name-form input");
  }

  /** Takes the seat for which a name was asked, once the table knows it. */
  function sit_when_named() {
    const seat = reading.wants_seat;
    if (seat === null || known.table?.you.name == null) return;
    reading.wants_seat = null;
    sit(seat);
  }

  /** @param {Reading["tab"]} tab */
  function show_tab(tab) {
    reading.tab = tab;
    redraw();
    scroll_to_newest();
  }

  /** Where the panel was left: what is not seen is not drawn. */
  let left_at = 0;

  /** @param {boolean} open */
  function open_rail(open) {
    const panel = document.getElementById("panel");
    if (panel && !open) left_at = panel.scrollTop;
    reading.rail_open = open;
    redraw();
    if (panel && open) panel.scrollTop = left_at;
    if (open) scroll_to_newest();
    focus_on(open ? `#tab-${reading.tab}` : ".rail-toggle");
  }

  /** @param {ToServer} message */
  function ask(message) {
    known.refusal = null;
    send(message);
    redraw();
  }

  async function copy_link() {
    const worked = await copy(room_link(boot));
    if (worked && works_only_here(boot)) announce([say("The link is copied. It works on this computer only.")]);
    else
      announce([say(worked ? "The link is copied." : "The link could not be copied. Copy it from the address bar.")]);
    show_copied(worked);
  }

  /** @param {boolean} copied */
  function show_copied(copied) {
    reading.copied = copied;
    redraw();
    if (copied) setTimeout(show_copied, COPIED_MS, false);
  }
  if (reading.copied) show_copied(true);

  return {
    sit,
    sit_when_named,
    look,
    stand: () => send({ type: "stand" }),
    start: () => send({ type: "start" }),
    seat_bot: (seat, level) => send({ type: "seat_bot", seat, ...(level && { level }) }),
    rematch: () => send({ type: "rematch" }),
    speak(text) {
      send({ type: "chat", text });
      redraw();
    },
    take_name(name, seat) {
      keep_name(name);
      reading.wants_seat = seat;
      send({ type: "hello", name, ...resume() });
    },
    copy_link,
    invite() {
      /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"))?.close();
      reading.inviting = true;
      redraw();
    },
    show_tab,
    toggle_rail: () => open_rail(!reading.rail_open),
    write() {
      reading.rail_open = true;
      show_tab("chat");
      focus_on(".chat input");
    },
    show_in_short() {
      reading.in_short = true;
      redraw();
    },
    choose_figure(seat) {
      reading.figuring = seat;
      redraw();
    },
    show_menu() {
      reading.menu = true;
      redraw();
    },
    move_seat(seat, at_once = false) {
      /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"))?.close();
      reading.onward = { does: "give", seat, name: known.table?.seats[seat].name ?? null, at_once, sent: false };
      redraw();
    },
    ask,
    async bring(what) {
      try {
        const told = await import("#room/telling.js");
        await told[what](boot, known);
      } catch {
        known.refusal = { text: "The server does not answer. Check your connection and try again." };
      }
      redraw();
    },
    skip() {
      if (known.connection !== "open" || !known.table || !may_skip(known.table, known.frame)) return;
      pace.skip();
      send({ type: "skip" });
    },
    set_table() {
      reading.setting = true;
      redraw();
    },
    confirm(what) {
      reading.confirming = what;
      redraw();
    },
    step_back() {
      reading.why = "";
      if (known.missed.length) known.missed = [];
      else if (reading.picked) reading.picked = null;
      else if (reading.chosen.length) reading.chosen = [];
      else if (Object.keys(reading.said).length) reading.said = without_the_last(reading.said);
      else if (reading.confirming) reading.confirming = null;
      else if (reading.rail_open) return open_rail(false);
      redraw();
    },
    carry_on: null,
    close_missed() {
      known.missed = [];
      redraw();
    },
  };
}

/** Everything said except the latest. @param {Record<string, unknown>} said */
const without_the_last = (said) => Object.fromEntries(Object.entries(said).slice(0, -1));

/** @param {string} selector */
function focus_on(selector) {
  /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus();
}
