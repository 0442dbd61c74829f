// @ts-check
// The animation at the end of a game: the table darkens slightly, the sun of the logo rises over it, and the winner's
// pieces gather in front. Then they shrink to a medal beside the result. Display only; nothing waits for it.

/** @import { Drawing, Page } from "#types/room" */
import { html, nothing, svg } from "lit-html";

const GATHER = { duration: 620, easing: "cubic-bezier(.3,.9,.3,1)" };
const APART_MS = 90;
const MOST = 6;

/** As in the logo: templates/parts/sun.html. */
const SUN =
  "M16 1L18.7 6L23.5 3L23.4 8.6L29 8.5L26 13.3L31 16L26 18.7L29 23.5L23.4 23.4L23.5 29L18.7 26L16 31L13.3 26L8.5 29L8.6 23.4L3 23.5L6 18.7L1 16L6 13.3L3 8.5L8.6 8.6L8.5 3L13.3 6Z";
const RAYS = 16;
/** Alternating long and short rays around the center 0 0. */
const LONG = rays(100, 0);
const SHORT = rays(84, 0.5);

/** @param {number} reach @param {number} shift */
function rays(reach, shift) {
  const point = (/** @type {number} */ turn, /** @type {number} */ far) => {
    const angle = (2 * Math.PI * turn) / RAYS;
    return `${(far * Math.sin(angle)).toFixed(1)} ${(-far * Math.cos(angle)).toFixed(1)}`;
  };
  return Array.from(
    { length: RAYS },
    (_, ray) => `M${point(ray + shift - 0.42, 40)}L${point(ray + shift, reach)}L${point(ray + shift + 0.42, 40)}Z`,
  ).join("");
}

/** The sun, with layers of paper rays. */
export const sun = () => svg`<svg class="sunrise" viewBox="-100 -100 200 200" aria-hidden="true">
  <path class="ray-short" d=${SHORT}></path><path class="ray-long" d=${LONG}></path>
  <g transform="scale(3.9) translate(-16 -16)"><path class="sun-face" d=${SUN}></path></g>
</svg>`;

/** @param {Drawing[]} trophy */
const pieces = (trophy) => trophy.slice(0, MOST).map((piece) => html`<span class="won-piece">${piece}</span>`);

/**
 * The medal beside the result. The last player left may have no pieces.
 * @param {Drawing[] | null} trophy  null: nobody has won
 */
export const medal = (trophy) =>
  trophy
    ? html`<span class="medal" aria-hidden="true">${sun()}<span class="won-pieces" data-many=${trophy.length}>${pieces(
        trophy,
      )}</span></span>`
    : nothing;

/** The same sun setting, for a team that lost. */
export const sunset = () => html`<span class="medal sunset" aria-hidden="true">${sun()}</span>`;

/** @param {Page} page @param {Drawing[] | null} trophy @param {string} who  has won, in words @returns {Drawing} */
export function moment({ state: { frame, moment } }, trophy, who) {
  if (!frame?.outcome) return nothing;
  const sunrise = html`<div class="moment" aria-hidden="true">${sun()}<span class="won-pieces"
      data-many=${trophy?.length ?? 0}>${pieces(trophy ?? [])}</span><b class="won-by">${who}</b></div>`;
  return html`<div class="dusk" aria-hidden="true"></div>${moment?.is_here ? sunrise : nothing}`;
}

/** Lets the pieces come from the winner's seat. */
export function gather() {
  const seat = document.querySelector(".seat.won")?.getBoundingClientRect();
  const all = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".moment .won-piece"));
  for (const [nth, node] of all.entries()) {
    const { x, y, width, height } = node.getBoundingClientRect();
    const from = seat
      ? `${seat.x + seat.width / 2 - x - width / 2}px ${seat.y + seat.height / 2 - y - height / 2}px`
      : "0 0";
    const keyframes = { translate: [from, "0 0"], scale: [0.5, 1], opacity: [0, 1] };
    node.animate(keyframes, { ...GATHER, delay: nth * APART_MS, fill: "backwards" });
  }
}
