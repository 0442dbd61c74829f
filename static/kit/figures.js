// @ts-check
// Building blocks of figures on the rules pages: a stage of felt and the things on it. A stage is 100 units wide, and
// the sizes in figures.css are such units, so a figure looks the same on a phone and on a desktop.

/** @import { Drawing } from "#types/room" */
import { html, nothing, svg } from "lit-html";

/** The felt. Things on it are for display: the caption describes them. @param {Drawing} what */
export const stage = (what) =>
  html`<div class="stage" aria-hidden="true" translate="no"><div class="scene">${what}</div></div>`;

/** Things side by side, wrapping if necessary. @param {Drawing[]} things */
export const row = (...things) => html`<div class="fig-row">${things}</div>`;

/** Things below one another. @param {Drawing[]} things */
export const column = (...things) => html`<div class="fig-column">${things}</div>`;

/**
 * A piece of a size: its width in units of the stage. With `k` it glides from step to step.
 * @param {Drawing} drawing
 * @param {number} width
 * @param {{ k?: string, marked?: "legal" | "picked" | "changed" | "", round?: boolean, private?: boolean }} how
 */
export const thing = (drawing, width, { k, marked = "", round = false, private: is_private = false } = {}) => html`<span
    class="fig-thing ${marked} ${round ? "round" : ""} ${is_private ? "private" : ""}"
    data-k=${k ?? nothing}
    .style=${`--w: ${width}`}
  >${drawing}</span>`;

/** A drawing with few words below it. @param {Drawing} drawing @param {string} words */
export const labelled = (drawing, words) =>
  html`<span class="fig-labelled">${drawing}<span class="fig-label">${words}</span></span>`;

/**
 * A place at the table: its owner, and the things there.
 * @param {string} whose
 * @param {Drawing} what
 * @param {boolean} active
 */
export const place_of = (whose, what, active = false) =>
  html`<div class="fig-place ${active ? "active" : ""}"><p class="fig-label">${whose}</p>${what}</div>`;

/** A number or a few words on brass, as on the table. @param {string} words */
export const chip = (words) => html`<span class="fig-chip">${words}</span>`;

/** Words beside a drawing. @param {string} words */
export const label = (words) => html`<span class="fig-label">${words}</span>`;

const ARROWS = { right: 0, down: 90, left: 180, up: 270 };

/** An arrow from one thing to the next. @param {keyof typeof ARROWS} way */
export const arrow = (way = "right") => html`<svg class="fig-arrow" viewBox="0 0 24 24">
  ${svg`<path transform="rotate(${ARROWS[way]} 12 12)" d="M3 12H20M14 5.5L20.5 12L14 18.5"></path>`}
</svg>`;
