// Plays a page's connection (static/state/connection.js) against a server behind a line, both only imagined.

/** @import { Event, State } from "#state/connection.js" */
/** @import { Queued } from "#state/queue.js" */
/** @import { FromServer, ToServer } from "#types/wire" */
import { initial, step } from "#state/connection.js";

/**
 * @typedef {object} Given
 * @property {[at: number, event: Event][]} [events]
 * @property {number} [rtt]  how long a message and its answer take, in milliseconds
 * @property {[from: number, to: number, way: "up" | "down" | "both"][]} [swallows]  what is lost meanwhile
 * @property {string[]} [deaf]  types of messages that are never answered
 * @property {number} [random]
 * @property {boolean} [locked]  the table has a password that the page does not know
 * @property {{ epoch: string | null, queue: Queued[] }} [kept]  what the page before a reload had yet to hear of
 * @property {[from: number, to: number][]} [stalls]  the page stands still: its timer fires first, what came comes after it
 * @property {number} [late]  how late each tick is
 * @property {number} [throttled]  the same while nobody sees the page
 */

/** What the page did. @typedef {{ at: number, do: string, message?: ToServer, connection?: string }} Step */

/** What the page did until then, in milliseconds. @param {number} until @param {Given} [given] */
export function played(until, given = {}) {
  const page = new Page(given);
  page.happens({ type: "start" });
  page.go_on(until);
  return page;
}

/** More than in any test: a page that asks for a tick in the past would never end. */
const MOST_EVENTS = 100_000;

class Page {
  /** @type {Step[]} */
  log = [];
  told = "opening";
  #now = 0;
  #line = 0;
  #tick_at = 0;
  /** @type {{ at: number, event: Event, line?: number }[]} */
  #due;
  /** @type {State} */
  #state;
  #given;

  /** @param {Given} given */
  constructor({ events = [], rtt = 50, kept = { epoch: null, queue: [] }, ...given }) {
    this.#given = { rtt, ...given };
    this.#due = events.map(([at, event]) => ({ at, event }));
    this.#state = initial(kept, 0, rtt);
  }

  get phase() {
    return this.#state.phase;
  }

  /** The ids of the messages whose answer has not come. */
  get left() {
    return this.#state.queue.map(({ message }) => message.id);
  }

  /** How long it waits before it opens the next line. */
  get waits() {
    return this.#state.due - this.#now;
  }

  /** When it did this. @param {string} what @param {string} [connection] */
  times(what, connection) {
    return this.log
      .filter((did) => did.do === what && (!connection || did.connection === connection))
      .map(({ at }) => at);
  }

  /** When it sent messages of this type. @param {string} type */
  sent(type) {
    return this.log.filter(({ message }) => message?.type === type);
  }

  /** When it said that the connection is lost. */
  get lost() {
    return this.times("tell", "lost");
  }

  /** @param {number} until */
  go_on(until) {
    for (let count = 0; count < MOST_EVENTS; count++) {
      const next = this.#next();
      if (next.at > until) return;
      this.#now = Math.max(next.at, this.#now);
      if (next.line === undefined || next.line === this.#line) this.happens(next.event);
    }
    throw new Error(`At ${this.#now} ms it does not come to rest.`);
  }

  /** @returns {{ at: number, event: Event, line?: number }} */
  #next() {
    const { late = 0, throttled = 0 } = this.#given;
    const tick = this.#awake(Math.max(this.#tick_at, this.#now) + late + (this.#state.is_hidden ? throttled : 0));
    this.#due.sort((a, b) => a.at - b.at);
    const [first] = this.#due;
    const at = this.#awake(first?.at ?? Infinity);
    const is_first = first && (at < tick || (at === tick && at === first.at));
    if (is_first) this.#due.shift();
    return is_first ? { ...first, at } : { at: tick, event: { type: "tick" } };
  }

  /** When the page does what is due then. @param {number} at */
  #awake(at) {
    return this.#given.stalls?.find(([from, to]) => from <= at && at < to)?.[1] ?? at;
  }

  /** @param {Event} event */
  happens(event) {
    const { state, effects, tick_at } = step(this.#state, event, this.#now, this.#given.random ?? 0.5);
    this.#state = state;
    this.#tick_at = tick_at;
    for (const effect of effects) {
      this.log.push({ at: this.#now, ...effect });
      if (effect.do === "open") this.#open();
      if (effect.do === "close") this.#line++;
      if (effect.do === "greet") this.#greet();
      if (effect.do === "send") this.#answer(effect.message);
      if (effect.do === "tell") this.told = effect.connection;
    }
  }

  // --- The line, and the server at its other end ---

  #open() {
    const { rtt } = this.#given;
    if (!this.#is_lost(0, "up") && !this.#is_lost(0, "down")) this.#later(2 * rtt, { type: "opened" });
  }

  #greet() {
    if (this.#is_lost(0, "up")) return;
    if (this.#given.locked) return this.#hears({ type: "refused", id: null, code: "password" });
    this.#hears({ type: "welcome", epoch: "e" });
    this.#hears({ type: "table" });
  }

  /** @param {ToServer} message */
  #answer(message) {
    if (this.#is_lost(0, "up") || this.#given.deaf?.includes(message.type)) return;
    if (message.type === "ping") this.#hears({ type: "pong" });
    else if ("id" in message && message.id) this.#hears({ type: "ack", id: message.id, seq: 1 });
  }

  /** @param {{ type: FromServer["type"], [field: string]: unknown }} message  what the connection reads of it */
  #hears(message) {
    const { rtt } = this.#given;
    const heard = /** @type {FromServer} */ (/** @type {unknown} */ (message));
    if (!this.#is_lost(rtt / 2, "down")) this.#later(rtt, { type: "heard", message: heard });
  }

  /** @param {number} after_ms @param {Event} event */
  #later(after_ms, event) {
    this.#due.push({ at: this.#now + after_ms, event, line: this.#line });
  }

  /** @param {number} after_ms @param {"up" | "down"} way */
  #is_lost(after_ms, way) {
    const at = this.#now + after_ms;
    return this.#given.swallows?.some(([from, to, how]) => at >= from && at < to && (how === "both" || how === way));
  }
}
