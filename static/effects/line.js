// @ts-check
// The line to the server at its edge: the socket, the browser's own news of it, and what is kept over reloads. What
// follows from all of that is decided in state/connection.js.

/** @import { ToServer } from "#types/wire" */
/** @import { Event } from "#state/connection.js" */
/** @import { Queued } from "#state/queue.js" */
/** @import { State } from "#state/state.js" */
import { is_text, keep, kept, kept_object, list_of } from "#kit/keeping.js";
import { is_queued } from "#state/queue.js";

/**
 * @param {{ ws: string }} boot
 * @param {(event: Event) => void} dispatch
 */
export function make_line({ ws }, dispatch) {
  /** @type {WebSocket | null} */
  let socket = null;

  function open() {
    const line = new WebSocket(new URL(ws, location.href.replace(/^http/, "ws")), "tertulia.1");
    line.onopen = () => line === socket && dispatch({ type: "opened" });
    line.onmessage = ({ data }) => line === socket && dispatch({ type: "heard", message: JSON.parse(data) });
    line.onclose = ({ code }) => line === socket && dispatch({ type: "closed", code });
    socket = line;
  }

  function close() {
    const line = socket;
    socket = null;
    line?.close();
  }

  /** @param {ToServer} message */
  function send(message) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  return { open, close, send };
}

/** What the browser notices of lines, and of whether anybody sees the page. @param {(event: Event) => void} dispatch */
export function listen_to_browser(dispatch) {
  addEventListener("online", () => dispatch({ type: "online" }));
  addEventListener("offline", () => dispatch({ type: "offline" }));
  document.addEventListener("visibilitychange", () => dispatch({ type: document.hidden ? "hidden" : "shown" }));
  document.addEventListener("freeze", () => dispatch({ type: "frozen" }));
  if (document.hidden) dispatch({ type: "hidden" });
}

/** @param {string} room */
const place_of = (room) => `tertulia:unanswered:${room}`;

/**
 * What the page before a reload had yet to hear of.
 * @param {string} room
 * @returns {{ epoch: string | null, queue: Queued[] }}
 */
export const kept_queue = (room) => ({
  epoch: null,
  queue: [],
  ...kept_object("sessionStorage", place_of(room), { epoch: is_text, queue: list_of(is_queued) }),
});

/** @param {string} room @param {State["line"]} line */
export function keep_queue(room, { epoch, queue }) {
  const now = queue.length ? JSON.stringify({ epoch, queue }) : null;
  if (now !== kept("sessionStorage", place_of(room))) keep("sessionStorage", place_of(room), now);
}

/** How long the page itself took to begin to come, in milliseconds. */
export function round_trip() {
  const [load] = performance.getEntriesByType("navigation");
  return load instanceof PerformanceNavigationTiming ? load.responseStart - load.requestStart : 0;
}
