// @ts-check
// The connection to the server at its edge: the socket, the timer, the browser's events and what is kept over reloads.
// What follows from all of that is decided in connection.js.

/** @import { Connection } from "#types/room" */
/** @import { FromServer, Move, ToServer } from "#types/wire" */
/** @import { Effect, Event } from "#room/connection.js" */
/** @import { Queued } from "#room/queue.js" */
import { is_text, keep, kept, kept_object, list_of } from "#kit/keeping.js";
import { initial, step } from "#room/connection.js";
import { is_queued, unanswered_question } from "#room/queue.js";

/** The longest a timer runs, so that sleep is noticed. */
const TICK_MS = 5000;
/** What needs no answer of its own, or is said again by itself. */
const WITHOUT_ID = /^(hello|look|react|skip|earlier|link|ping)$/;

/**
 * @typedef {object} Page
 * @property {() => ToServer} hello  the first message of every new line
 * @property {(message: FromServer) => void} receive
 * @property {(connection: Connection) => void} connection
 * @property {(message: ToServer) => void} give_back  what was refused
 * @property {() => void} diagnose  finds out why no line opens
 */

/**
 * @param {{ room: string, ws: string }} boot
 * @param {Page} page
 */
export function connect(boot, page) {
  const place = `tertulia:unanswered:${boot.room}`;
  const now = make_clock();
  let state = initial(unanswered(place), now(), round_trip());
  let in_storage = kept("sessionStorage", place) ?? "";
  /** @type {WebSocket | null} */
  let socket = null;
  let tick_at = Infinity;
  let timer = 0;

  /** @param {Event} event */
  function happens(event) {
    for (const effect of go_on(event)) carry_out(effect);
    clearTimeout(timer);
    timer = setTimeout(happens, Math.min(Math.max(tick_at - now(), 0), TICK_MS), { type: "tick" });
  }

  /** @param {Event} event */
  function go_on(event) {
    const after = step(state, event, now(), Math.random());
    ({ state, tick_at } = after);
    keep_queue();
    return after.effects;
  }

  /** @param {Effect} effect */
  function carry_out(effect) {
    if (effect.do === "open") socket = open();
    else if (effect.do === "greet") transmit(page.hello());
    else if (effect.do === "send") transmit(effect.message);
    else if (effect.do === "tell") page.connection(effect.connection);
    else if (effect.do === "give_back") page.give_back(effect.message);
    else if (effect.do === "diagnose") page.diagnose();
    else {
      const old = socket;
      socket = null;
      old?.close();
    }
  }

  function open() {
    const line = new WebSocket(new URL(boot.ws, location.href.replace(/^http/, "ws")), "tertulia.1");
    line.onopen = () => line === socket && happens({ type: "opened" });
    line.onmessage = ({ data }) => line === socket && take(JSON.parse(data));
    line.onclose = ({ code }) => line === socket && happens({ type: "closed", code });
    return line;
  }

  /** The page learns of the table before it learns that it is connected. @param {FromServer} message */
  function take(message) {
    const effects = go_on({ type: "heard", message }); // first of all: the page asks what is still on its way
    page.receive(message);
    for (const effect of effects) carry_out(effect);
    happens({ type: "tick" });
  }

  /** @param {ToServer} message */
  function transmit(message) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  function keep_queue() {
    const { epoch, queue } = state;
    const now = queue.length ? JSON.stringify({ epoch, queue }) : "";
    if (now !== in_storage) keep("sessionStorage", place, now || null);
    in_storage = now;
  }

  /** @param {ToServer} message @param {boolean} [is_free] */
  function submit(message, is_free = false) {
    const with_id = WITHOUT_ID.test(message.type) ? message : { ...message, id: fresh_id() };
    happens({ type: "said", message: /** @type {ToServer} */ (with_id), is_free });
  }

  /**
   * @param {number | null} question
   * @param {Move} move
   * @param {number | undefined} seat
   * @returns {ToServer}
   */
  const play_of = (question, move, seat) => ({
    type: "play",
    id: "",
    question,
    move,
    ...(seat !== undefined && { seat }),
  });

  addEventListener("online", () => happens({ type: "online" }));
  addEventListener("offline", () => happens({ type: "offline" }));
  document.addEventListener("visibilitychange", () => happens({ type: document.hidden ? "hidden" : "shown" }));
  document.addEventListener("freeze", () => happens({ type: "frozen" }));
  if (document.hidden) happens({ type: "hidden" });
  happens({ type: "start" });

  return {
    /** Commands and chat are kept and sent again until the server has responded. @param {ToServer} message */
    send: (message) => submit(message),
    /**
     * Answers a question. The answer is kept, also over a reload, and sent again until the server has responded.
     * @param {number | null} question
     * @param {Move} move
     * @param {number} [seat]  whose answer it is, where several seats are played on this device
     */
    play: (question, move, seat) => submit(play_of(question, move, seat)),
    /**
     * Makes a free move.
     * @param {number | null} question  the one that was on the page: with the next one the move would be another
     * @param {Move} move
     * @param {number} [seat]
     */
    play_free: (question, move, seat) => submit(play_of(question, move, seat), true),
    /** The words that are on their way. */
    unsaid: () => state.queue.flatMap(({ message }) => (message.type === "chat" ? message.text : [])),
    /** The question whose answer is on its way, if any. */
    unanswered_question: () => unanswered_question(state.queue),
  };
}

/**
 * What the page before a reload had yet to hear of.
 * @param {string} place
 * @returns {{ epoch: string | null, queue: Queued[] }}
 */
const unanswered = (place) => ({
  epoch: null,
  queue: [],
  ...kept_object("sessionStorage", place, { epoch: is_text, queue: list_of(is_queued) }),
});

/** How long the page itself took to begin to come, in milliseconds. */
function round_trip() {
  const [load] = performance.getEntriesByType("navigation");
  return load instanceof PerformanceNavigationTiming ? load.responseStart - load.requestStart : 0;
}

/** The time of day, which goes on during sleep, but is never put back. */
function make_clock() {
  let [behind, last] = [0, 0];
  return () => {
    behind += Math.max(last - (Date.now() + behind), 0);
    last = Date.now() + behind;
    return last;
  };
}

/** 128 random bits in hex. */
function fresh_id() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
