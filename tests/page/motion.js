// Lets the document move: things are where their `data-at` says (x, y, width, height), and animations are noted.
import "./dom.js";

/**
 * @typedef {object} Noted  one animation
 * @property {HTMLElement} node
 * @property {Keyframe[]} frames
 * @property {any} timing
 * @property {boolean} is_over
 * @property {() => void} cancel
 * @property {(() => void) | null} onfinish
 */

/** @type {Noted[]} */
let noted = [];

/** What has begun to move since this was last asked, first things first. */
export function moved() {
  const since = noted;
  noted = [];
  return since;
}

/** @this {HTMLElement} @param {Keyframe[]} frames @param {any} timing @returns {Noted} */
function animate(frames, timing) {
  const cancel = () => {
    animation.is_over = true;
  };
  /** @type {Noted} */
  const animation = { node: this, frames, timing, is_over: false, cancel, onfinish: null };
  noted.push(animation);
  return animation;
}

/** @this {HTMLElement} */
function getBoundingClientRect() {
  const [x, y, width, height] = (this.dataset.at ?? "0 0 0 0").split(" ").map(Number);
  return { x, y, width, height };
}

Object.assign(HTMLElement.prototype, { animate, getBoundingClientRect, getAnimations: () => [] });
