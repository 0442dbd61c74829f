// @ts-check
// The line to the table while this reader looks back together with others: where the leader is, and what anybody points
// at. Loaded when they ask for it.

/** @import { FromServer, LooksBack, PlaysOn, Points, Refused, ToServer } from "#types/wire" */
/** @import { Boot, Pointed } from "#types/replay" */
/** @import { Event as OfLine, Effect } from "#state/connection.js" */
import { listen_to_browser, make_line } from "#effects/line.js";
import { make_clock } from "#effects/loop.js";
import { in_words, lay_round } from "#effects/pointing.js";
import { own_name } from "#kit/preferences.js";
import { initial, step } from "#state/connection.js";

/** While the leader drags the slider, the others are told this often. */
const GATHERED_MS = 120;
const LONGEST_TIMER_MS = 5000;
const SHOWN_MS = 3000;

/** @typedef {LooksBack | Points | PlaysOn | Refused} OfCompany */

/** @param {FromServer} message @returns {message is OfCompany} */
function is_of_company(message) {
  return /^(looks_back|points|plays_on|refused)$/.test(message.type);
}

/**
 * What the line tells the page.
 * @typedef {{ open: (is_open: boolean) => void, closed: () => void,
 *   heard: (message: OfCompany) => void }} Told
 */

/** @param {Boot} boot @param {Told} told */
export function make_together({ room }, told) {
  const now = make_clock();
  const socket = make_line({ ws: `/ws/${room}` }, happen);
  let line = initial({ epoch: null, queue: [] }, now(), 0);
  let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  /** @type {ToServer | null} */
  let gathered = null;

  /** @param {OfLine} event */
  function happen(event) {
    const { state, effects, tick_at } = step(line, event, now(), Math.random());
    line = state;
    for (const effect of effects) carry_out(effect);
    if (event.type === "heard" && is_of_company(event.message)) told.heard(event.message);
    clearTimeout(timer);
    timer = setTimeout(happen, Math.min(Math.max(tick_at - now(), 0), LONGEST_TIMER_MS), { type: "tick" });
  }

  /** @param {Effect} effect */
  function carry_out(effect) {
    if (effect.do === "open") socket.open();
    else if (effect.do === "close") socket.close();
    else if (effect.do === "greet") socket.send({ type: "hello", ...(own_name() && { name: own_name() }) });
    else if (effect.do === "send") socket.send(effect.message);
    else if (effect.do === "tell") tell(effect.connection);
  }

  /** @param {string} connection */
  function tell(connection) {
    if (connection === "closed") told.closed();
    else told.open(connection === "open");
  }

  /** Says this at once. @param {ToServer} message */
  const say_now = (message) => happen({ type: "said", message });

  /** Says the last of these after a moment. @param {ToServer} message */
  function say_soon(message) {
    if (!gathered) setTimeout(say_gathered, GATHERED_MS);
    gathered = message;
  }

  function say_gathered() {
    if (gathered) say_now(gathered);
    gathered = null;
  }

  listen_to_browser(happen);
  happen({ type: "start" });
  return { say_now, say_soon };
}

/**
 * Draws a ring round the piece that somebody points at; what it is in words.
 * @param {ParentNode} root
 * @param {Pointed} pointed
 */
export function show_ring(root, { at, name }) {
  const name_of = CSS.escape(at);
  const piece = root.querySelector(`main :is([data-k="${name_of}"], [data-at="${name_of}"])`);
  if (!piece) return ""; // hidden from these eyes, or not on this table
  const ring = Object.assign(document.createElement("div"), { className: "pointed" });
  lay_round(ring, piece);
  ring.append(Object.assign(document.createElement("span"), { textContent: name, dir: "auto" }));
  document.body.append(ring);
  setTimeout(() => ring.remove(), SHOWN_MS);
  return in_words(piece);
}
