// @ts-check
// What of the table is in the window, and what must stay free of things that are laid over it for a moment.

/** @import { Box } from "#types/stage" */
/** @import { Point } from "#kit/placing.js" */

/** What is to be pressed, and the question. */
export const NEEDED = `main .stand:not([aria-disabled]), .felt :is(button, input, summary), .prompt,
  main:not([data-hand]) > .place, [data-hand] > .place :is(.who, li, [data-k]),
  .guide, .bar, .missed, .place [data-slot~="under-prompt"]`;
/** What is covered only where there is no other place: the board least of all. */
export const BOARD = ".table :is([data-k], .piece, li, p), .latest > span";
export const PLAYERS = ".opponents .seat";
const EDGE = 3;

/** @param {string} which @returns {Box[]} */
export const boxes = (which) =>
  Array.from(document.querySelectorAll(which), (each) => each.getBoundingClientRect()).filter(({ width }) => width > 0);

/** The table, as far as it is in the window. @returns {Box} */
export function table_in_window() {
  const { left, right, top, bottom } = /** @type {Element} */ (document.querySelector("main")).getBoundingClientRect();
  const [x, y] = [Math.max(left, 0) + EDGE, Math.max(top, 0) + EDGE];
  return { x, y, width: Math.min(right, innerWidth) - x - EDGE, height: Math.min(bottom, innerHeight) - y - EDGE };
}

/** Lays something there, where it stays if the page scrolls. @param {HTMLElement} thing @param {Point} point */
export function lay_at(thing, { x, y }) {
  thing.style.left = `${x + scrollX}px`;
  thing.style.top = `${y + scrollY}px`;
  thing.classList.add("placed");
}
