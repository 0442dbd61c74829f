// @ts-check
// Trails: what others have moved leaves a line of chalk on the table, in the colour of their seat, until this reader
// moves. Several moves in a row are numbered. A layer above the page, as the stage is: nothing is pressed on it.

/** @import { Box, Part } from "#types/stage" */
import { html, nothing, render, svg } from "lit-html";

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ seats: number[], lines: [Point, Point][] }} Trail */

/** Shorter ways are seen at a glance. */
const LEAST_PX = 60;
/** Of a deal, or a trade of many coins: more lines would be a web. */
const MOST_LINES = 3;
const RADIUS = 11;

/** @param {boolean} fades  what is to be remembered is not written down */
export function make_trails(fades) {
  const layer = Object.assign(document.createElement("div"), { className: "trails" });
  layer.setAttribute("aria-hidden", "true");
  /** Oldest first. @type {Trail[]} */
  let trails = [];

  function wipe() {
    if (!trails.length) return;
    trails = [];
    layer.remove();
  }
  for (const event of ["scroll", "resize"]) addEventListener(event, wipe, { capture: true, passive: true });

  /**
   * Draws where the actors of a move went, once they have landed.
   * @param {number[]} seats  whose move it was; several if their moves are shown at once
   * @param {Part[]} parts
   * @param {number} lands_in  milliseconds until then
   */
  function draw(seats, parts, lands_in) {
    const lines = ways_of(parts);
    if (!lines.length) return;
    trails = [...(fades ? [] : trails), { seats, lines }];
    layer.toggleAttribute("data-fades", fades);
    render(drawing(trails, lands_in), layer);
    if (!layer.isConnected) document.body.append(layer);
  }

  return { draw, wipe };
}

/**
 * From where to where, longest first: not what only turned, or was dealt in place.
 * @param {Pick<Part, "was" | "box">[]} parts  without `was` they stay where they are
 * @returns {[Point, Point][]}
 */
export function ways_of(parts) {
  const ways = parts.flatMap(({ was, box }) =>
    was ? [/** @type {[Point, Point]} */ ([middle(was), middle(box)])] : [],
  );
  const long = ways.filter((way) => length(way) >= LEAST_PX).sort((one, other) => length(other) - length(one));
  return long.slice(0, MOST_LINES);
}

/** @param {Box} box @returns {Point} */
const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

/** @param {[Point, Point]} way */
const length = ([from, to]) => Math.hypot(to.x - from.x, to.y - from.y);

/** @param {Trail[]} trails @param {number} lands_in */
const drawing = (trails, lands_in) => html`<svg>
  ${trails.map(
    ({ seats, lines }, nth) => svg`<g data-seat=${seats.length > 1 ? nothing : seats[0]}
      .style=${`--lands-in:${nth === trails.length - 1 ? Math.round(lands_in) : 0}ms`}>
      ${lines.map((line) => svg`<path class="under" d=${curve(line)}></path><path d=${curve(line)}></path>`)}
      ${trails.length > 1 ? number(nth + 1, lines[0][1]) : ""}
    </g>`,
  )}
</svg>`;

/** Slightly bowed, as drawn by hand. @param {[Point, Point]} way */
function curve([from, to]) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const bend = { x: (from.x + to.x) / 2 + dy * 0.12, y: (from.y + to.y) / 2 - Math.abs(dx) * 0.12 };
  return `M${round(from)}Q${round(bend)} ${round(to)}`;
}

/** @param {Point} point */
const round = ({ x, y }) => `${Math.round(x)} ${Math.round(y)}`;

/** @param {number} nth @param {Point} at */
const number = (nth, { x, y }) => svg`<circle cx=${x} cy=${y} r=${RADIUS}></circle><text x=${x} y=${y}>${nth}</text>`;
