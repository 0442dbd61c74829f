// @ts-check
// The pace at which other players' moves are shown: frames in quick succession are queued, so that each move is seen. A
// skipped frame passes its lines on to the next; a board can draw any frame after any other.

/** @import { Settings } from "#kit/preferences.js" */
/** @import { Frame, FromServer } from "#types/wire" */
/** @typedef {{ message: FromServer, at: number }} Waiting  `at`: when it came */
/** @typedef {{ message: Frame, at: number }} WaitingFrame */

/**
 * Milliseconds: the minimum interval, and the maximum delay behind the present.
 * @type {Record<string, { apart: number, behind: number }>}
 */
const PACES = {
  normal: { apart: 400, behind: 2000 },
  slow: { apart: 1200, behind: 6000 },
};
/** A reader who is asked waits no longer than a piece glides. */
const GLIDE_MS = 260;
/** Messages about the table keep their order with frames; all others are handled at once. */
const IN_ORDER = /frame|table|results/;

/**
 * @param {object} page
 * @param {() => Settings["pace"]} page.pace
 * @param {() => boolean} page.hurries  the reader waits for the effect of their own answer, or has just come back
 * @param {(message: FromServer) => void} page.show
 */
export function keep_pace({ pace, hurries, show }) {
  /** @type {Waiting[]} */
  const queue = [];
  let shown_at = -Infinity;
  /** How long that was delayed; passing moments are shown for their full time. */
  let late = 0;
  /** The reader has acted and waits for the effect. */
  let hurried = false;
  let timer = 0;

  /** @param {FromServer} message */
  function take(message) {
    const waits = message.type === "frame" || (IN_ORDER.test(message.type) && queue.length > 0);
    if (!waits) return show(message);
    queue.push({ message, at: performance.now() });
    go_on();
  }

  function go_on() {
    clearTimeout(timer);
    if (hurried || hurries() || pace() === "off" || document.hidden) return catch_up();
    while (queue.length) {
      const wait = next_at() - performance.now();
      if (wait > 0) {
        timer = setTimeout(go_on, wait);
        return;
      }
      show_one();
    }
  }

  const frames = () => /** @type {WaitingFrame[]} */ (queue.filter(({ message }) => message.type === "frame"));

  /** The next frame is due once the last one has been seen, or when a queued one can wait no longer. */
  function next_at() {
    const all = frames();
    return Math.min(Math.max(shown_at + PACES[pace()].apart, all[0].at + late), ...all.map(latest));
  }

  /** @param {WaitingFrame} waiting */
  const latest = ({ message, at }) => at + (asks(message) ? GLIDE_MS : PACES[pace()].behind);

  /** Skips as many frames as cannot be shown one by one before one of them is due. */
  function show_one() {
    const now = performance.now();
    const all = frames();
    const slots = all.map((waiting) => 1 + Math.max(0, Math.floor((latest(waiting) - now) / PACES[pace()].apart)));
    const passed = all.slice(0, Math.max(0, ...slots.map((most, nth) => nth + 1 - most)));
    const waiting = all[passed.length];
    const lines = passed.flatMap(({ message }) => (message.you === waiting.message.you ? message.lines : []));
    const frame = { ...waiting.message, lines: [...lines, ...waiting.message.lines] };
    shown_at = now;
    late = frame.lines.some(({ sight }) => sight) ? now - waiting.at : 0;
    for (const message of taken(queue.indexOf(waiting) + 1)) if (message.type !== "frame") show(message);
    show(frame);
    const next = queue.findIndex(({ message }) => message.type === "frame");
    for (const message of taken(next < 0 ? queue.length : next)) show(message);
  }

  /** Removes the first ones from the queue. @param {number} count */
  const taken = (count) => queue.splice(0, count).map(({ message }) => message);

  /** Shows everything queued now, in order. */
  function catch_up() {
    clearTimeout(timer);
    [shown_at, late, hurried] = [performance.now(), 0, false];
    for (const message of taken(queue.length)) show(message);
  }

  document.addEventListener("visibilitychange", () => document.hidden && catch_up());
  return {
    take,
    catch_up,
    /** Shows the next message at once. */
    hurry() {
      hurried = true;
    },
  };
}

/** @param {Frame} frame */
const asks = ({ you, asked }) => you !== null && asked.includes(you);
