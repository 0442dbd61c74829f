// @ts-check
// A small plot of lines that begin together, with the head of somebody at the end of each. What it shows has to be told
// in words or a table beside it as well: to a reader of screens it is nothing.

/** @import { Drawing } from "#types/room" */
import { html, svg } from "lit-html";

/**
 * A line, from the first value on. `tint`: a seat, whose colour and dashes it has.
 * @typedef {{ values: number[], tint: number, head: Drawing }} PlottedLine
 */

/** What a head takes of the height. */
const HEAD = 0.17;

/**
 * `pauses`: before which values something else begins; `scale`: its lowest and highest value, in words.
 * @param {{ lines: PlottedLine[], highest: number, pauses: number[], scale: [string, string] }} what
 */
export function plot({ lines, highest, pauses, scale: [low, high] }) {
  const last = Math.max(...lines.map(({ values }) => values.length - 1));
  const at = (/** @type {number} */ value) => 1 - value / highest;
  const ends = apart(
    lines.map(({ values }) => at(values[values.length - 1])),
    HEAD,
  );
  return html`<div class="plot" aria-hidden="true">
    <div class="scale"><span>${high}</span><span>${low}</span></div>
    <svg class="curve" viewBox="0 0 ${last} 1" preserveAspectRatio="none">
      ${pauses.map((pause) => svg`<path class="pause" d="M${pause} 0V1"></path>`)}
      ${[...lines].reverse().map(({ values, tint }) => line(points(values, at), tint))}
    </svg>
    <div class="heads">
      ${lines.map(({ head }, nth) => html`<span .style=${`--at:${round(ends[nth])}`}>${head}</span>`)}
    </div>
  </div>`;
}

/** @param {string} d @param {number} tint */
const line = (d, tint) => svg`<path class="halo" d=${d}></path><path class="of-seat" data-seat=${tint} d=${d}></path>`;

/** The lines of a legend. @param {number} tint */
export const sample = (tint) =>
  html`<svg class="sample" viewBox="0 0 28 10" aria-hidden="true">${line("M0 5H28", tint)}</svg>`;

/** @param {number[]} values @param {(value: number) => number} at */
const points = (values, at) => `M${values.map((value, nth) => `${nth} ${round(at(value))}`).join("L")}`;

/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;

/**
 * The nearest places from 0 to 1 that are at least so far from one another, in the same order.
 * @param {number[]} places
 * @param {number} gap
 */
export function apart(places, gap) {
  const order = places.map((_, nth) => nth).sort((one, other) => places[one] - places[other] || one - other);
  const kept = [...places];
  let free = 0;
  for (const nth of order) {
    kept[nth] = Math.max(kept[nth], free);
    free = kept[nth] + gap;
  }
  let most = 1;
  for (const nth of order.reverse()) {
    kept[nth] = Math.min(kept[nth], most);
    most = kept[nth] - gap;
  }
  return kept;
}
