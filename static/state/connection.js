// @ts-check
// The connection to the server as a state machine: what follows from each event, with the time as an argument. Socket,
// timer and storage are in socket.js.
//
// A script sees neither the server's pings nor a line that silently swallows everything. So the page asks by itself
// (`ping`, `pong`), and gives a line up when that, or anything else with an id, stays unanswered. Messages with an id
// are queued until their answer has come, and sent again unchanged on the next line: the server carries each out once.

/** @import { Connection } from "#types/room" */
/** @import { FromServer, ToServer } from "#types/wire" */
/** @import { Queued } from "#state/queue.js" */
import { is_repeated, keeps_in_another_epoch, lasts } from "#state/queue.js";
import {
  ANSWER_MS,
  answer_due,
  DOUBTED_PONG_MS,
  FACTOR,
  LONGEST_LIMIT_MS,
  limit,
  next_tick,
  PONG_MS,
  ping_every,
} from "#state/timing.js";

/**
 * `waiting`: for `due`, to open the next line. `opening`: nothing has been heard on it. `greeting`: it answers, but
 * does not show the table yet, which may need a password. `over`: closed for good.
 * @typedef {"waiting" | "opening" | "greeting" | "open" | "over"} Phase
 */

/** The next phase by phase and what happens; nothing else is possible. @type {Record<Phase, Record<string, Phase>>} */
export const transitions = {
  waiting: { opens: "opening" },
  opening: { opens: "opening", answers: "greeting", breaks: "waiting", ends: "over" },
  greeting: { opens: "opening", welcomes: "open", breaks: "waiting", ends: "over" },
  open: { opens: "opening", breaks: "waiting", ends: "over" },
  over: {},
};

/**
 * All times are milliseconds of one clock.
 * @typedef {object} State
 * @property {Phase} phase
 * @property {number} since  the current line was asked for, or has been open for the page to greet
 * @property {boolean} is_greeted  hello was sent on it
 * @property {number} due  when the next line is opened, if none is
 * @property {number} wait  the mean wait before the line after that
 * @property {number | null} promised  when the server, which stopped, said to come back, in milliseconds
 * @property {number} unheard  lines in a row on which nothing was heard
 * @property {number} unopened  lines in a row whose handshake failed
 * @property {number} proved_at  the server last answered something
 * @property {{ at: number, limit: number } | null} probe  an unanswered ping
 * @property {number} round_trip  in milliseconds: the last one, or slower ones before it
 * @property {boolean} is_hidden  nobody sees the page
 * @property {boolean} is_offline  as the browser says
 * @property {number} not_before  nothing is given up before that: the page stood still, and may have more to read
 * @property {boolean} is_pardoned  that was granted, and nothing has been heard since
 * @property {string | null} epoch  of the log: null until the first welcome
 * @property {Queued[]} queue
 * @property {string} last_said  what has no id, until something is heard: a double press says it once
 */

/**
 * What the page has to do, in order. `greet`: send hello. `tell`: the page's own view of the connection has changed.
 * `give_back`: it was refused. `diagnose`: line after line never opened.
 * @typedef {{ do: "open" } | { do: "close" } | { do: "greet" } | { do: "send", message: ToServer } |
 *   { do: "tell", connection: Connection } | { do: "give_back", message: ToServer } | { do: "diagnose" }} Effect
 */

/**
 * @typedef {{ type: "start" } | { type: "opened" } | { type: "heard", message: FromServer } |
 *   { type: "closed", code: number } | { type: "said", message: ToServer, is_free?: boolean } | { type: "tick" } |
 *   { type: "shown" } | { type: "hidden" } | { type: "online" } | { type: "offline" } | { type: "frozen" }} Event
 */

/** Close codes after which the page does not reconnect: removed by the host; no such room; the room cannot be shown. */
const FOR_GOOD = [4403, 4404, 4503];
const FIRST_WAIT_MS = 850;
const LONGEST_WAIT_MS = 10_000;
const OFFLINE_WAIT_MS = 30_000;
/** A tick that comes this much too late shows that the page stood still; this much, that its device slept. */
const LATE_MS = 2000;
const SLEPT_MS = 20_000;
const PARDON_MS = 2000;
/** As many handshakes in a row may fail before somebody is asked why. */
const SEEMS_REFUSED = 3;
/** Commands older than this are not sent on the next line: the table has moved on, and so has the reader. */
const LAPSES_MS = 60_000;

/**
 * @param {{ epoch: string | null, queue: Queued[] }} kept  what the page before a reload had yet to hear of
 * @param {number} now
 * @param {number} round_trip  in milliseconds, as far as it is known
 * @returns {State}
 */
export const initial = ({ epoch, queue }, now, round_trip) => ({
  phase: "waiting",
  since: now,
  is_greeted: false,
  due: now,
  wait: FIRST_WAIT_MS,
  promised: null,
  unheard: 0,
  unopened: 0,
  proved_at: now,
  probe: null,
  round_trip,
  is_hidden: false,
  is_offline: false,
  not_before: 0,
  is_pardoned: false,
  epoch,
  queue,
  last_said: "",
});

/**
 * @param {State} before
 * @param {Event} event
 * @param {number} now
 * @param {number} random  in [0, 1): pages that lost their lines together do not come back together
 * @returns {{ state: State, effects: Effect[], tick_at: number }}  `tick_at`: Infinity for never
 */
export function step(before, event, now, random) {
  const state = { ...before, queue: before.queue.map((queued) => ({ ...queued })) };
  /** @type {Effect[]} */
  const effects = [];
  react({ state, effects, now, random }, event);
  return { state, effects, tick_at: next_tick(state) };
}

/** @typedef {{ state: State, effects: Effect[], now: number, random: number }} Step */

/** @param {Step} at @param {Event} event */
function react(at, event) {
  const { state, now, random } = at;
  switch (event.type) {
    case "start":
      return open(at);
    case "opened":
      Object.assign(state, { is_greeted: true, since: now, unopened: 0 });
      return at.effects.push({ do: "greet" });
    case "heard":
      return hear(at, event.message);
    case "closed":
      return FOR_GOOD.includes(event.code) ? end(at) : lose(at);
    case "said":
      return enqueue(at, event.message, event.is_free ?? false);
    case "tick":
      return tick(at);
    case "shown":
      state.is_hidden = false;
      return doubt(at, 0);
    case "hidden":
      state.is_hidden = true;
      return ping(at, PONG_MS);
    case "online":
      state.is_offline = false;
      return doubt(at, random * 1000);
    case "offline":
      state.is_offline = true;
      return doubt(at, Infinity);
    case "frozen":
      // A frozen page notices nothing, but its browser still answers pings: its player would never be called.
      return state.phase !== "waiting" && lose(at);
  }
}

// --- Lines ------------------------------------------------------------------------------------------------------

/** @param {Step} at @param {string} what @returns {boolean} whether that is possible now */
function move({ state }, what) {
  const next = transitions[state.phase][what];
  if (next) state.phase = next;
  return !!next;
}

/** Opens a line in place of the present one, if any. @param {Step} at */
function open(at) {
  const { state, effects, now } = at;
  if (!move(at, "opens")) return;
  for (const queued of state.queue) queued.sent_at = null;
  Object.assign(state, { since: now, is_greeted: false, probe: null, last_said: "" });
  effects.push({ do: "close" }, { do: "open" });
}

/** The line is dead, though nobody has said so. @param {Step} at */
function give_up(at) {
  if (at.state.phase === "opening") return lose(at);
  at.effects.push({ do: "tell", connection: "lost" });
  open(at);
}

/** @param {Step} at */
function lose(at) {
  const { state, effects, now, random } = at;
  const is_unheard = state.phase === "opening";
  if (!move(at, "breaks")) return;
  state.unheard = is_unheard ? state.unheard + 1 : 0;
  state.unopened = is_unheard && !state.is_greeted ? state.unopened + 1 : 0;
  const wait = (state.is_offline ? OFFLINE_WAIT_MS : state.wait) * (0.5 + random);
  // A line that hung has been waited for already.
  const left = is_unheard ? Math.max(wait - (now - state.since), random * FIRST_WAIT_MS) : wait;
  state.due = now + (state.promised ?? left);
  if (state.promised === null) state.wait = Math.min(state.wait * FACTOR, LONGEST_WAIT_MS);
  Object.assign(state, { promised: null, probe: null });
  effects.push({ do: "close" }, { do: "tell", connection: "lost" });
  if (state.unopened && state.unopened % SEEMS_REFUSED === 0) effects.push({ do: "diagnose" });
}

/** @param {Step} at */
function end(at) {
  if (move(at, "ends")) at.effects.push({ do: "close" }, { do: "tell", connection: "closed" });
}

/** The line may be dead, or there may be one again: asks at once. @param {Step} at @param {number} after_ms */
function doubt(at, after_ms) {
  const { state, now } = at;
  if (state.phase === "waiting") {
    state.due = after_ms === Infinity ? now + OFFLINE_WAIT_MS * (0.5 + at.random) : Math.min(state.due, now + after_ms);
    if (state.due <= now) open(at);
  } else if (state.phase === "opening") {
    if (after_ms !== Infinity && now - state.since > DOUBTED_PONG_MS) open(at); // begun on another network, perhaps
  } else ping(at, DOUBTED_PONG_MS);
}

// --- Messages ---------------------------------------------------------------------------------------------------

/** @param {Step} at @param {FromServer} message */
function hear(at, message) {
  const { state, now } = at;
  Object.assign(state, { last_said: "", unheard: 0, is_pardoned: false, not_before: 0 });
  if (state.phase === "opening") measure(at, now - state.since);
  if (move(at, "answers")) state.proved_at = now;
  if (message.type === "pong" && state.probe) measure(at, now - state.probe.at);
  if (message.type === "pong") Object.assign(state, { probe: null, proved_at: now });
  if (message.type === "refused") give_back(at, message.id);
  if (message.type === "ack" || message.type === "refused") answered(at, message.id);
  if (message.type === "retry") put_off(at, message.id, message.after_ms);
  if (message.type === "welcome") go_on_in(state, message.epoch);
  if (message.type === "bye") state.promised = message.retry_ms;
  if (message.type === "table" && move(at, "welcomes")) welcome(at);
}

/** @param {Step} at @param {number} ms  how long the last round trip took */
function measure({ state, now }, ms) {
  state.proved_at = now;
  state.round_trip = Math.min(Math.max(ms, 0.7 * state.round_trip + 0.3 * ms), LONGEST_LIMIT_MS);
}

/** @param {Step} at */
function welcome(at) {
  const { state, effects, now } = at;
  state.wait = FIRST_WAIT_MS;
  effects.push({ do: "tell", connection: "open" });
  if (state.is_hidden) ping(at, PONG_MS); // the server takes a page for seen unless it says otherwise
  state.queue = state.queue.filter((queued) => lasts(queued) || now - queued.at < LAPSES_MS);
  for (const queued of state.queue) transmit(at, queued);
}

/** @param {Step} at @param {string | null} id */
function give_back({ state, effects }, id) {
  const queued = state.queue.find(({ message }) => message.id === id);
  if (queued) effects.push({ do: "give_back", message: queued.message });
}

/** @param {Step} at @param {string | null} id */
function answered(at, id) {
  const left = at.state.queue.filter(({ message }) => message.id !== id);
  if (left.length < at.state.queue.length) at.state.proved_at = at.now;
  at.state.queue = left;
}

/**
 * The server asks for the same again after a while.
 * @param {Step} at
 * @param {string | null} id
 * @param {number} after_ms
 */
function put_off({ state, now }, id, after_ms) {
  for (const queued of state.queue)
    if (queued.message.id === id)
      Object.assign(queued, { sent_at: now + after_ms - limit(state, ANSWER_MS), times: 0 });
}

/** @param {State} state @param {string} now */
function go_on_in(state, now) {
  if (state.epoch !== null && state.epoch !== now) state.queue = state.queue.filter(keeps_in_another_epoch);
  state.epoch = now;
}

/** @param {Step} at @param {ToServer} message @param {boolean} is_free */
function enqueue(at, message, is_free) {
  const { state, effects } = at;
  if (!("id" in message) || typeof message.id !== "string") {
    const said = JSON.stringify(message);
    if (said === state.last_said || /waiting|opening|over/.test(state.phase)) return;
    state.last_said = said;
    effects.push({ do: "send", message });
    return;
  }
  if (is_repeated(state.queue, message)) return;
  /** @type {Queued} */
  const queued = { message: { ...message, id: message.id }, at: at.now, is_free, sent_at: null, times: 0 };
  state.queue = [...state.queue, queued];
  if (state.phase === "open") transmit(at, queued);
}

/** @param {Step} at @param {Queued} queued */
function transmit({ effects, now }, queued) {
  Object.assign(queued, { sent_at: now, times: queued.times + 1 });
  effects.push({ do: "send", message: queued.message });
}

/** @param {Step} at @param {number} within_ms */
function ping({ state, effects, now }, within_ms) {
  if (state.phase !== "open" && state.phase !== "greeting") return;
  state.probe = { at: now, limit: limit(state, within_ms) };
  effects.push({ do: "send", message: { type: "ping", ...(state.is_hidden && { hidden: true }) } });
}

// --- Time -------------------------------------------------------------------------------------------------------

/** @param {Step} at */
function tick(at) {
  const { state, now } = at;
  if (has_stood_still(at)) return;
  if (now < next_tick(state)) return;
  if (state.phase === "waiting") return open(at);
  if (state.phase === "opening") return give_up(at);
  if (state.probe && now >= state.probe.at + state.probe.limit) return give_up(at);
  for (const queued of state.phase === "open" ? state.queue : []) {
    if (now < answer_due(state, queued)) continue;
    if (queued.times) return give_up(at);
    transmit(at, queued);
  }
  if (!state.probe && now >= state.proved_at + ping_every(state)) ping(at, PONG_MS);
}

/**
 * Timers that come late say nothing about the line: an answer may be waiting to be read, so it gets a moment. After
 * sleep the line is dead, and nobody has told the browser.
 * @param {Step} at
 */
function has_stood_still(at) {
  const { state, now } = at;
  const late = now - next_tick(state);
  if (late < LATE_MS || state.phase === "waiting") return false;
  if (late > SLEPT_MS && !state.is_hidden) {
    at.effects.push({ do: "tell", connection: "opening" });
    open(at);
    return true;
  }
  if (state.is_pardoned) return false;
  Object.assign(state, { is_pardoned: true, not_before: now + PARDON_MS });
  return !!state.probe || state.phase === "opening";
}
