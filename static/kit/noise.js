// @ts-check
// Noise: repeated actions of one seat that nobody else has to react to, such as turning coins over. A log shows them as
// one line, which can be unfolded.

/** @import { Drawing } from "#types/room" */
/** @import { Noise } from "#types/noise" */
/** @import { Line, Text } from "#types/wire" */
import { html } from "lit-html";

/** @template Item @typedef {{ text: Text | null, items: Item[] }} Run  `text`: what is said of several */

/**
 * Events other than noise are runs of their own.
 * @template Item
 * @param {Item[]} items  oldest first
 * @param {Noise} noise
 * @param {(item: Item) => Line} line_of
 * @returns {Run<Item>[]}
 */
export function runs_of(items, noise, line_of) {
  /** @type {{ kind: string | null, events: Item[][] }[]} */
  const runs = [];
  for (const event of events_of(items, line_of)) {
    const kind = kind_of(event.map(line_of), noise);
    const last = runs.at(-1);
    if (last && kind !== null && kind === last.kind) last.events.push(event);
    else runs.push({ kind, events: [event] });
  }
  return runs.flatMap(({ events }) => one_or_each(events, noise, line_of));
}

/**
 * @template Item
 * @param {Item[][]} events  of one kind
 * @param {Noise} noise
 * @param {(item: Item) => Line} line_of
 * @returns {Run<Item>[]}
 */
function one_or_each(events, noise, line_of) {
  const items = events.flat();
  if (events.length > 1) return [{ text: in_one(items.map(line_of), noise), items }];
  return items.map((item) => ({ text: null, items: [item] }));
}

/** @template Item @param {Item[]} items @param {(item: Item) => Line} line_of */
function events_of(items, line_of) {
  /** @type {Item[][]} */
  const events = [];
  for (const item of items) {
    const last = events.at(-1);
    if (last && line_of(last[0]).seq === line_of(item).seq) last.push(item);
    else events.push([item]);
  }
  return events;
}

/** The kind of an event: those of one kind form a run; null: not noise. @param {Line[]} event @param {Noise} noise */
export function kind_of(event, noise) {
  const [line, ...others] = event.filter(({ fades }) => !fades);
  return line && !others.length && noise[line.kind] ? `${line.seat} ${line.kind}` : null;
}

/**
 * The summary of several lines of one kind, whatever fading lines there are beside them.
 * @param {Line[]} lines
 * @param {Noise} noise
 */
export function in_one(lines, noise) {
  const kept = lines.filter(({ fades }) => !fades);
  return noise[kept[0].kind](kept);
}

/**
 * A run in a list of lines.
 * @param {number} first  the number of its first event
 * @param {Drawing} words
 * @param {Drawing} rows  of a list
 * @param {boolean} is_open
 * @param {(is_open: boolean) => void} unfold  or fold it again
 */
export function folded(first, words, rows, is_open, unfold) {
  /** @param {{ currentTarget: EventTarget | null }} event */
  function toggle({ currentTarget }) {
    const { open } = /** @type {HTMLDetailsElement} */ (currentTarget);
    if (open !== is_open) unfold(open);
  }
  return html`<details class="run" .open=${is_open} @toggle=${toggle}>
    <summary data-focus="run-${first}">${words}</summary>
    <ol reversed>${rows}</ol>
  </details>`;
}
