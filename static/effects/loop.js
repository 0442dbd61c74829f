// @ts-check
// The page's one loop: an event makes the next state, and the difference is shown. One thing happens at a time: what
// happens meanwhile waits for its turn.

/** The longest a timer runs, so that sleep is noticed. */
const TICK_MS = 5000;

/**
 * @template State
 * @template {{ type: string }} Event  `tick` is one of them: the time has come
 * @template {{ now: number }} World
 * @param {State} initial
 * @param {object} rules
 * @param {(before: State, event: Event, world: World) => State} rules.reduce
 * @param {(state: State, now: number) => number} rules.next_event_at
 * @param {() => World} world
 * @param {(before: State, after: State, event: Event) => void} perform  shows the difference
 */
export function make_loop(initial, { reduce, next_event_at }, world, perform) {
  let state = initial;
  /** @type {Event[]} */
  const queue = [];
  let is_busy = false;
  let timer = 0;

  /** @param {Event} event */
  function dispatch(event) {
    queue.push(event);
    if (is_busy) return;
    is_busy = true;
    for (let next = queue.shift(); next; next = queue.shift()) happen(next);
    is_busy = false;
    wait();
  }

  /** What goes wrong in one event is said (faults.js), and keeps no other from happening. @param {Event} event */
  function happen(event) {
    const before = state;
    try {
      state = reduce(before, event, world());
      perform(before, state, event);
    } catch (fault) {
      reportError(fault);
    }
  }

  function wait() {
    clearTimeout(timer);
    const { now } = world();
    // In whole milliseconds: browsers drop fractions, and the tick would come before anything is due.
    const ms = Math.min(Math.max(Math.ceil(next_event_at(state, now) - now), 0), TICK_MS);
    timer = setTimeout(dispatch, ms, { type: "tick" });
  }

  return { dispatch, state: () => state };
}

/** The time of day, which goes on during sleep, but is never put back. */
export function make_clock() {
  let [behind, last] = [0, 0];
  return () => {
    behind += Math.max(last - (Date.now() + behind), 0);
    last = Date.now() + behind;
    return last;
  };
}

/** 128 random bits in hex. */
export const fresh_id = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
