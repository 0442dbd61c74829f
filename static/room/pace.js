// @ts-check
// The pace at which other players' moves are shown: frames in quick succession are queued, so that each move is seen. A
// skipped frame passes its lines on to the next; a board can draw any frame after any other.

/** @import { Settings } from "#kit/preferences.js" */
/** @import { Frame, FromServer } from "#types/wire" */
import { is_seen_in_passing, next_at, skipped } from "#room/pacing.js";

/** @typedef {{ message: FromServer, at: number }} Waiting  `at`: when it came */
/** @typedef {{ message: Frame, at: number }} WaitingFrame */

/** Messages about the table keep their order with frames; all others are handled at once. */
const IN_ORDER = /frame|table|results/;

/**
 * @param {object} page
 * @param {() => Settings["pace"]} page.pace
 * @param {() => boolean} page.hurries  the reader waits for the effect of their own answer, or has just come back
 * @param {(message: FromServer) => void} page.show
 * @param {(frame: Frame) => boolean} page.is_bots  nobody but bots is asked
 * @param {() => number} page.lands_in  milliseconds until the acts of the last frame land
 */
export function keep_pace({ pace, hurries, show, is_bots, lands_in }) {
  /** @type {Waiting[]} */
  const queue = [];
  let shown_at = -Infinity;
  /** How long that was delayed; passing moments are shown for their full time. */
  let late = 0;
  /** The reader has acted and waits for the effect. */
  let hurried = false;
  /** The reader skips the moves until somebody is asked who is no bot. */
  let is_skipping = false;
  /** What is being shown has the lines of skipped moves, too. */
  let skimmed = false;
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
    if (is_skipping) return skim();
    if (hurried || hurries() || pace() === "off" || document.hidden) return catch_up();
    while (queue.length) {
      const wait = due_at() - performance.now();
      if (wait > 0) {
        timer = setTimeout(go_on, wait);
        return;
      }
      show_one();
    }
  }

  /** Shows only what has to be seen; the lines of everything else come with it. */
  function skim() {
    const all = frames();
    const newest = all.at(-1)?.message;
    if (!newest) return;
    is_skipping = is_bots(newest) && !newest.outcome;
    const move = { asks: !is_bots(newest), ends: !!newest.outcome, fades: newest.lines.some(({ fades }) => fades) };
    if (!is_seen_in_passing(move)) return;
    skimmed = all.length > 1;
    show_all_as_one(all.length - 1);
    skimmed = false;
  }

  const frames = () => /** @type {WaitingFrame[]} */ (queue.filter(({ message }) => message.type === "frame"));

  /** The next frame is due once the last one has been seen, or when a queued one can wait no longer. */
  function due_at() {
    const shown = { at: shown_at, late, lands: performance.now() + lands_in() };
    return next_at(frames().map(came), shown, pace());
  }

  /** Skips as many frames as cannot be shown one by one before one of them is due. */
  function show_one() {
    show_all_as_one(skipped(frames().map(came), performance.now(), pace()));
  }

  /** Shows the frame after so many that are passed over, with their lines. @param {number} passes */
  function show_all_as_one(passes) {
    const now = performance.now();
    const all = frames();
    const passed = all.slice(0, passes);
    const waiting = all[passes];
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
    [shown_at, late, hurried, is_skipping] = [performance.now(), 0, false, false];
    for (const message of taken(queue.length)) show(message);
  }

  document.addEventListener("visibilitychange", () => document.hidden && catch_up());
  return {
    take,
    catch_up,
    is_skimmed: () => skimmed,
    /** Shows no more than has to be seen until a person is asked. */
    skip() {
      is_skipping = true;
      go_on();
    },
    /** Shows the next message at once. */
    hurry() {
      hurried = true;
    },
  };
}

/** @param {WaitingFrame} waiting */
const came = ({ message, at }) => ({ at, asks: asks(message) });

/** @param {Frame} frame */
const asks = ({ you, asked }) => you !== null && asked.includes(you);
