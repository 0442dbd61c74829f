// @ts-check
// The connection to the server: opens, reconnects by itself, and resends what was not acknowledged.

/** @import { Connection } from "#types/room" */
/** @import { FromServer, Move, Play, ToServer } from "#types/wire" */
import { keep, kept } from "#kit/keeping.js";

const FACTOR = 1.6;
const LONGEST_MS = 10_000;
/** Close codes after which the page does not reconnect: removed by the host; no such room; the room cannot be shown. */
const FOR_GOOD = [4403, 4404, 4503];
/** After a page was hidden this long, or its device slept, the connection may be dead without an event. */
const STALE_MS = 20_000;
const TICK_MS = 5000;
const first_wait = () => 200 + Math.random() * 1300;

/**
 * @typedef {object} Page
 * @property {() => ToServer} hello  the first message of every new line
 * @property {(message: FromServer) => void} receive
 * @property {(connection: Connection) => void} connection
 */

/**
 * @param {{ room: string, ws: string }} boot
 * @param {Page} page
 */
export function connect(boot, page) {
  const unanswered = keep_unanswered(boot.room);
  /** @type {WebSocket | null} */
  let socket = null;
  let heard = false;
  let wait = first_wait();
  /** @type {number | null} */
  let promised = null;
  let timer = 0;
  /** When the page was last known to be visible. */
  let seen_at = Date.now();
  let is_over = false;
  /** The last message, until something is received: a double press sends it once. */
  let last_said = "";

  function open() {
    if (is_over) return;
    clearTimeout(timer);
    if (heard && socket) page.connection("opening"); // perhaps long dead: the next frame shows what was missed
    socket?.close();
    heard = false;
    last_said = "";
    const line = new WebSocket(new URL(boot.ws, location.href.replace(/^http/, "ws")), "tertulia.1");
    socket = line;
    line.onopen = () => send(page.hello());
    line.onmessage = ({ data }) => line === socket && take(JSON.parse(data));
    line.onclose = ({ code }) => line === socket && (FOR_GOOD.includes(code) ? end() : lost());
  }

  /** @param {FromServer} message */
  function take(message) {
    last_said = "";
    if (message.type === "ack" || message.type === "refused") unanswered.answered(message.id);
    if (message.type === "welcome") unanswered.go_on_in(message.epoch);
    if (message.type === "retry") setTimeout(() => send_again(message.id), message.after_ms);
    if (message.type === "bye") promised = message.retry_ms;
    page.receive(message);
    if (message.type === "table" && !heard) welcomed();
  }

  function welcomed() {
    heard = true;
    wait = first_wait();
    page.connection("open");
    for (const play of unanswered.all()) send(play);
  }

  function end() {
    is_over = true;
    socket = null;
    page.connection("closed");
  }

  function lost() {
    socket = null;
    page.connection("lost");
    timer = setTimeout(open, promised ?? wait);
    if (promised === null) wait = Math.min(wait * FACTOR, LONGEST_MS);
    promised = null;
  }

  /** @param {ToServer} message */
  function send(message) {
    const said = JSON.stringify(message);
    if (socket?.readyState !== WebSocket.OPEN || (said === last_said && message.type !== "chat")) return;
    socket.send(said);
    last_said = said;
  }

  /** @param {string | null} id */
  function send_again(id) {
    const play = unanswered.find(id);
    if (play) send(play);
  }

  /** @param {Event} [shown]  undefined: the page may have been seen all the time */
  function look_up(shown) {
    if (document.hidden) return;
    if ((shown && socket?.readyState !== WebSocket.OPEN) || Date.now() - seen_at > STALE_MS) open();
    seen_at = Date.now();
  }

  addEventListener("online", open);
  document.addEventListener("visibilitychange", look_up);
  // A frozen page notices nothing, but its browser still answers pings: its player would never be called.
  document.addEventListener("freeze", () => socket?.close());
  setInterval(look_up, TICK_MS);
  open();

  return {
    send,
    /**
     * Answers a question. The answer is kept and resent until the server has responded.
     * @param {number | null} question
     * @param {Move} move
     * @param {number} [seat]  whose answer it is, where several seats are played on this device
     */
    play: (question, move, seat) => send(unanswered.add(question, move, seat)),
    /**
     * Makes a free move. It is not resent if lost: the table may have changed by then.
     * @param {number | null} question  the one that was on the page: with the next one the move would be another
     * @param {Move} move
     * @param {number} [seat]
     */
    play_once: (question, move, seat) => send(play_of(question, move, seat)),
    /** The question whose answer is on its way, if any. */
    unanswered_question: () => unanswered.all().at(-1)?.question ?? null,
  };
}

/**
 * Pending answers: kept across reloads until the server has responded, and always resent unchanged.
 * @param {string} room
 */
function keep_unanswered(room) {
  const place = `tertulia:unanswered:${room}`;
  /** @type {{ epoch: string | null, plays: Play[] }} */
  let { epoch, plays } = { epoch: null, plays: [], ...JSON.parse(kept("sessionStorage", place) ?? "{}") };

  /** @param {Play[]} left */
  function keep_only(left) {
    plays = left;
    keep("sessionStorage", place, plays.length ? JSON.stringify({ epoch, plays }) : null);
  }

  return {
    all: () => plays,
    /**
     * In another epoch of the log question numbers differ: older answers are dropped.
     * @param {string} now
     */
    go_on_in(now) {
      const left = epoch === null || epoch === now ? plays : [];
      epoch = now;
      keep_only(left);
    },
    /**
     * @param {number | null} question
     * @param {Move} move
     * @param {number} [seat]
     * @returns {Play}
     */
    add(question, move, seat) {
      const play = play_of(question, move, seat);
      keep_only([...plays, play]);
      return play;
    },
    /** @param {string | null} id */
    find: (id) => plays.find((play) => play.id === id),
    /** @param {string | null} id */
    answered: (id) => keep_only(plays.filter((play) => play.id !== id)),
  };
}

/**
 * @param {number | null} question
 * @param {Move} move
 * @param {number} [seat]
 * @returns {Play}
 */
const play_of = (question, move, seat) => ({
  type: "play",
  id: fresh_id(),
  question,
  move,
  ...(seat !== undefined && { seat }),
});

/** 128 random bits in hex. */
function fresh_id() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
