// @ts-check
// The scene at the end of a game: the table darkens, the secret opens, the winner rises from their seat before the sun
// of the logo, and both come to rest at the head of the result. Display only; a press or a key ends it.

/** @import { Drawing, Page } from "#types/room" */
/** @import { State } from "#state/state.js" */
import { html, nothing, svg } from "lit-html";
import { standing } from "#room/seats.js";

const BITS = 24;
const SEATS = 6;
/** How much larger than at the head of the result the winner is in the middle. */
const LARGE = 1.67;
/** How far above the middle, so that the name has room below. */
const ABOVE = 0.09;
const RISE = { duration: 620, easing: "cubic-bezier(.3,1.25,.4,1)" };
const OPEN = { duration: 760, easing: "cubic-bezier(.2,1.15,.4,1)" };
const SETTLE = { duration: 560, easing: "cubic-bezier(.3,.9,.3,1)" };
const APART_MS = 70;

/** As in the logo: templates/parts/sun.html. */
export const SUN =
  "M16 1L18.7 6L23.5 3L23.4 8.6L29 8.5L26 13.3L31 16L26 18.7L29 23.5L23.4 23.4L23.5 29L18.7 26L16 31L13.3 26L8.5 29L8.6 23.4L3 23.5L6 18.7L1 16L6 13.3L3 8.5L8.6 8.6L8.5 3L13.3 6Z";
const RAYS = 16;
/** Alternating long and short rays around the center 0 0. */
export const LONG = rays(100, 0);
export const SHORT = rays(86, 0.5);

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

/** A sheet of paper of the sun: each turns by itself. @param {string} look @param {Drawing} what */
const sheet = (look, what) => html`<svg class=${look} viewBox="-100 -100 200 200">${what}</svg>`;

/** @param {"rising" | "setting"} way */
const sun = (way) => html`<span class="sunrise ${way}" aria-hidden="true">
  ${sheet("ray-short", svg`<path d=${SHORT}></path>`)}${sheet("ray-long", svg`<path d=${LONG}></path>`)}
  ${sheet("sun-face", svg`<g transform="scale(3.9) translate(-16 -16)"><path d=${SUN}></path></g>`)}
</span>`;

/**
 * The head of the result: whom it is about before the sun, which sets if all have lost.
 * @param {Page} page
 * @param {number[]} seats
 * @param {"won" | "lost" | "even"} how
 */
export const heroes = (page, seats, how) => html`${how === "even" ? nothing : sun(how === "won" ? "rising" : "setting")}
  <span class="heroes ${how}" data-many=${seats.length} aria-hidden="true">${seats.map((seat) =>
    standing(page, seat, how === "lost" ? "low" : undefined),
  )}</span>`;

/** Paper in the colours of all six seats. */
const bits = () => html`<svg class="paper-bits" aria-hidden="true">
  <defs><path id="paper-bit" d="M-11 -7L9 -9L11 6L-9 9Z"></path></defs>
  ${Array.from({ length: BITS }, (_, nth) => bit(nth))}
</svg>`;

/** @param {number} nth */
const bit = (nth) => svg`<svg x="${(4 + nth * 61.8) % 100}%" y="${-((nth * 29) % 45)}%"><use
  href="#paper-bit" .style=${`--seat: var(--seat-${1 + (nth % SEATS)})`}></use></svg>`;

/**
 * What lies over the table: the dusk, and who wins in large letters.
 * @param {Page} page
 * @param {string} words  who wins
 * @param {string} who  the name in them
 * @param {boolean} is_won
 * @returns {Drawing}
 */
export function scene({ state: { end_scene, is_result_away } }, words, who, is_won) {
  if (is_result_away) return nothing;
  const step = end_scene?.step;
  return html`<div class="ending measured" data-step=${step ?? nothing} aria-hidden="true">
    <div class="dusk"></div>${is_won && (step === "winner" || step === "result") ? bits() : nothing}
    ${step === "winner" ? in_large(words, who) : nothing}
  </div>`;
}

/** The name, and smaller what is said of it. @param {string} words @param {string} who */
function in_large(words, who) {
  const [before, ...after] = who ? words.split(who) : [words];
  const large = after.length ? who : words;
  return html`<p class="won-by" .style=${`--letters:${[...large].length}`}>
    ${after.length ? small(before) : nothing}<b>${large}</b>${small(after.join(who).replace(/\.$/, ""))}
  </p>`;
}

/** @param {string} words */
const small = (words) => (words.trim() ? html`<small>${words.trim()}</small>` : nothing);

// --- Motion -----------------------------------------------------------------------------------------------------

export function make_motion() {
  /** What has moved to the middle, and stays there. @type {Animation[]} */
  let held = [];

  /** After each drawing. @param {State} before @param {State} after */
  return function play(before, after) {
    const step = after.end_scene?.step;
    if (step === before.end_scene?.step) return;
    const at_rest = held;
    held = step === "winner" ? rise() : [];
    if (step === "result") settle(at_rest);
    for (const animation of at_rest) animation.cancel();
  };
}

/** Those whom the result is about come from their seats, and the sun opens behind them. */
function rise() {
  const sun = document.querySelector(".result > .sunrise");
  const seats = document.querySelectorAll(".seat.won");
  const risen = Array.from(document.querySelectorAll(".heroes > .person"), (node, nth) => {
    const frames = { transform: [from_seat(node, seats[nth] ?? null), to_the_middle(node)], opacity: [0, 1, 1] };
    return node.animate(frames, { ...RISE, delay: nth * APART_MS, fill: "both" });
  });
  return sun ? [...risen, opened(sun)] : risen;
}

/** @param {Element} sun */
function opened(sun) {
  const middle = to_the_middle(sun);
  const frames = { transform: [`${middle} scale(0) rotate(-40deg)`, middle], opacity: [0, 1] };
  return sun.animate(frames, { ...OPEN, fill: "both" });
}

/** Both shrink to the head of the result. @param {Animation[]} at_rest */
function settle(at_rest) {
  for (const { effect } of at_rest) {
    const { target } = /** @type {KeyframeEffect} */ (effect);
    const { transform } = getComputedStyle(/** @type {Element} */ (target));
    target?.animate({ transform: [transform, "none"] }, SETTLE);
  }
}

/** Of the sun, or of somebody at the head, keeping their place beside the others. @param {Element} node */
function to_the_middle(node) {
  const head = /** @type {Element} */ (document.querySelector(".result > .heroes")).getBoundingClientRect();
  const main = /** @type {Element} */ (node.closest("main")).getBoundingClientRect();
  const own = node.getBoundingClientRect();
  const aside = (own.x + own.width / 2 - head.x - head.width / 2) * (LARGE - 1);
  const x = main.x + main.width / 2 - head.x - head.width / 2 + aside;
  const y = innerHeight * (0.5 - ABOVE) - own.y - own.height / 2;
  return `translate(${x}px, ${y}px) scale(${LARGE})`;
}

/** @param {Element} node @param {Element | null} seat */
function from_seat(node, seat) {
  const [is, was] = [node.getBoundingClientRect(), (seat?.querySelector(".person") ?? node).getBoundingClientRect()];
  const [x, y] = [was.x + was.width / 2 - is.x - is.width / 2, was.y + was.height / 2 - is.y - is.height / 2];
  return `translate(${x}px, ${y}px) scale(${was.width / is.width})`;
}

// --- A press or a key ends it -----------------------------------------------------------------------------------

/** @param {() => State} state @param {() => void} end */
export function end_at_a_press(state, end) {
  /** A press on the table does nothing else; who writes goes on writing. @param {globalThis.Event} event */
  function look_at(event) {
    if (!state().end_scene || state().end_scene?.step === "before") return;
    const { target } = event;
    if (target instanceof Element && target.closest("main")) {
      event.stopPropagation();
      event.preventDefault();
    }
    end();
  }
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, look_at, { capture: true });
}
