// @ts-check
// How long the page waits for what, on a line of the speed that was measured: the times of connection.js.

/** @import { State } from "#state/connection.js" */
/** @import { Queued } from "#state/queue.js" */

/** By how much the patience grows each time. */
export const FACTOR = 1.6;
/** Limits; on a slow line each is at least some of its round trips. */
const HANDSHAKE_MS = 8000;
/** The most it grows to, line after line: what hangs stays dead when the network is back, and is waited for in vain. */
const LONGEST_HANDSHAKE_MS = 15_000;
const HELLO_MS = 10_000;
export const ANSWER_MS = 5000;
export const PONG_MS = 8000;
/** The same when there is a reason to doubt the line: the page was hidden, or the network has changed. */
export const DOUBTED_PONG_MS = 3000;
const ROUND_TRIPS = 2.5;
/** Of a handshake: TCP, TLS and HTTP. */
const HANDSHAKE_ROUND_TRIPS = 5;
export const LONGEST_LIMIT_MS = 60_000;
/** Pings while the page is seen, and while it is hidden: then browsers run timers once a minute at most. */
const PING_EVERY_MS = 5000;
const HIDDEN_PING_EVERY_MS = 20_000;

/** When the next tick is due; Infinity: never. @param {State} state @returns {number} */
export function next_tick(state) {
  const { phase, queue, not_before } = state;
  if (phase === "over") return Infinity;
  if (phase === "waiting") return state.due;
  if (phase === "opening") return Math.max(state.since + opening_limit(state), not_before);
  const answers = phase === "open" ? queue.map((queued) => answer_due(state, queued)) : [];
  const { probe } = state;
  const pong = probe ? Math.max(probe.at + probe.limit, not_before) : state.proved_at + ping_every(state);
  return Math.min(pong, ...answers);
}

/** @param {State} state */
export const ping_every = ({ is_hidden }) => (is_hidden ? HIDDEN_PING_EVERY_MS : PING_EVERY_MS);

/**
 * When a queued message is to be sent again or, if it was sent, the line given up.
 * @param {State} state
 * @param {Queued} queued
 */
export function answer_due(state, { sent_at, times }) {
  if (sent_at === null) return Infinity;
  // A server that is slow, not gone, is not made slower by pages that come back all the time.
  const patience = limit(state, ANSWER_MS) * 2 ** Math.max(times - 1, 0);
  return Math.max(sent_at + patience, times ? state.not_before : 0);
}

/** @param {State} state @param {number} ms @param {number} [round_trips] */
export const limit = ({ round_trip }, ms, round_trips = ROUND_TRIPS) => Math.max(ms, round_trips * round_trip);

/** @param {State} state */
function opening_limit(state) {
  if (state.is_greeted) return Math.min(limit(state, HELLO_MS) * FACTOR ** state.unheard, LONGEST_LIMIT_MS);
  const growth = FACTOR ** Math.max(state.unheard - 1, 0);
  const patience = limit(state, HANDSHAKE_MS, HANDSHAKE_ROUND_TRIPS);
  return Math.min(Math.max(patience, Math.min(patience * growth, LONGEST_HANDSHAKE_MS)), LONGEST_LIMIT_MS);
}
