// @ts-check
// The pace at which other players' moves are shown: frames in quick succession wait their turn, so each move is seen. A
// frame that is skipped hands its lines to the next; a board can draw any frame after any other.

/** @import { Settings } from "#kit/preferences.js" */
/** @import { Frame, FromServer } from "#types/wire" */
/** @typedef {{ message: FromServer, at: number }} Waiting  `at`: when it came */
/** @typedef {{ message: Frame, at: number }} WaitingFrame */

/**
 * In milliseconds: how far apart at least, and how far behind the truth at most.
 * @type {Record<string, { apart: number, behind: number }>}
 */
const PACES = {
  normal: { apart: 400, behind: 2000 },
  slow: { apart: 1200, behind: 6000 },
};
/** Whoever is asked waits no longer than a piece glides. */
const GLIDE_MS = 260;
/** What tells of the table keeps its place among the frames; everything else is heard at once. */
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
  /** For how long that was held back; what it shows for a moment loses nothing by it. */
  let late = 0;
  /** The reader has acted, and waits for the effect. */
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

  /** The next frame is due as soon as the last one has been seen, or one of those that wait cannot wait any longer. */
  function next_at() {
    const all = frames();
    return Math.min(Math.max(shown_at + PACES[pace()].apart, all[0].at + late), ...all.map(latest));
  }

  /** @param {WaitingFrame} waiting */
  const latest = ({ message, at }) => at + (asks(message) ? GLIDE_MS : PACES[pace()].behind);

  /** As many frames are passed over as cannot be shown one by one before the time of one of them is up. */
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

  /** The first so many leave the queue. @param {number} count */
  const taken = (count) => queue.splice(0, count).map(({ message }) => message);

  /** All that waits is shown now, in its order. */
  function catch_up() {
    clearTimeout(timer);
    [shown_at, late, hurried] = [performance.now(), 0, false];
    for (const message of taken(queue.length)) show(message);
  }

  document.addEventListener("visibilitychange", () => document.hidden && catch_up());
  return {
    take,
    catch_up,
    /** What comes next is shown at once. */
    hurry() {
      hurried = true;
    },
  };
}

/** @param {Frame} frame */
const asks = ({ you, asked }) => you !== null && asked.includes(you);
