// @ts-check
// Motion between two drawings (FLIP): moved elements glide from their old place, new ones appear. Nothing waits for it.

/** @import { Placed } from "#kit/glides.js" */
/** @import { Box, Performance } from "#types/stage" */
import { glides } from "#kit/glides.js";

/** As long as the style sheet's rings: afterwards the page shows no more than it would show a newcomer. */
const FRESH_MS = 2_000;
export const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {HTMLElement} root  what is drawn into */
export function make_flip(root) {
  /** What has begun to glide since the last drawing. @type {Animation[]} */
  let gliding = [];

  /** What is drawn next is measured where it comes to rest. */
  function end_glides() {
    for (const motion of gliding) motion.cancel();
    gliding = [];
  }

  /**
   * Draws, then moves every `data-k` of the root from its old place to its new one. Keys are places, or objects that a
   * spectator could follow by eye. An element that comes from another key's place has `data-from` for one drawing, a
   * new one `data-out-of` with its origin. New elements with `data-mark` have `data-fresh` for two seconds, at most
   * until the next event.
   * @param {() => void} draw
   * @param {boolean} [shows_event]  not only who is here, or what somebody says
   * @param {Performance | null} [stage]  plays the event: those who act are not moved here
   */
  return function flip(draw, shows_event = true, stage = null) {
    const before = keyed(root);
    const from = places(before); // what is on its way goes on from there
    stage?.begin(from);
    end_glides();
    const left = placed(before, from);
    keep_focus(root, draw);
    const moves = from.size > 0 && !still.matches && !document.hidden;
    const now = keyed(root);
    const to = places(now); // all are measured before any moves: interleaving would force a layout each time
    const acted = moves ? stage?.play(from, to, now) : null;
    for (const { key, is_fresh, motion } of glides(left, placed(now, to))) {
      const node = /** @type {HTMLElement} */ (now.get(key));
      if (shows_event || is_fresh) node.toggleAttribute("data-fresh", is_fresh);
      if (is_fresh) setTimeout(() => node.removeAttribute("data-fresh"), FRESH_MS);
      if (moves && motion && !acted?.has(key)) gliding.push(node.animate(motion.frames, motion.timing));
    }
  };
}

/**
 * @param {Map<string | undefined, HTMLElement>} nodes
 * @param {Map<string | undefined, Box>} boxes
 * @returns {Placed[]}
 */
const placed = (nodes, boxes) =>
  Array.from(nodes, ([key, { dataset }]) => {
    const box = /** @type {Box} */ (boxes.get(key));
    return { key, from: dataset.from, out_of: dataset.outOf, is_marked: "mark" in dataset, box };
  });

/** @param {Map<string | undefined, HTMLElement>} nodes @returns {Map<string | undefined, Box>} */
const places = (nodes) => new Map([...nodes].map(([key, node]) => [key, node.getBoundingClientRect()]));

/** @param {HTMLElement} root */
function keyed(root) {
  const nodes = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-k]"));
  return new Map(Array.from(nodes, (node) => [node.dataset.k, node]));
}

/**
 * Whether a program that translates pages, whatever they say of that, has put elements of its own in the place of text.
 * What was drawn there would not change any more: it has to be drawn anew.
 * @param {HTMLElement} root
 */
export const is_overwritten = (root) => root.querySelector("font") !== null;

/**
 * Draws without losing the focus: it stays on its `data-focus`, or goes to the prompt if that element is gone.
 * @param {HTMLElement} root
 * @param {() => void} draw
 */
export function keep_focus(root, draw) {
  const had = /** @type {HTMLElement | null} */ (document.activeElement);
  const inside = had !== null && had !== document.body && root.contains(had);
  const place = had?.dataset.focus;
  draw();
  if (!inside) return;
  const same = place && root.querySelector(`[data-focus="${place}"]`);
  if (document.activeElement === had && (!same || same === had)) return;
  const next = /** @type {HTMLElement | null} */ (same || document.getElementById("prompt"));
  next?.focus({ preventScroll: true });
}
