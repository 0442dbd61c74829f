// @ts-check
// The moving picture on the start page: it rests while it is out of sight, and stops at a press or the key P. That is
// remembered. For readers who wish for less data it is still until they want it to move.

import { keep, kept } from "#kit/keeping.js";
import { settings } from "#kit/preferences.js";

const PLACE = "tertulia:picture";

/** @param {Element} picture @param {HTMLButtonElement} button */
export function make_pausable(picture, button) {
  const { classList } = picture;
  if (is_stopped_at_first()) classList.add("stopped", "still");
  new IntersectionObserver((seen) => classList.toggle("rests", !seen.at(-1)?.isIntersecting)).observe(picture);
  button.hidden = false;
  button.addEventListener("click", turn);
  addEventListener("keydown", (event) => is_key(event, button) && turn());

  function turn() {
    classList.remove("still");
    keep("localStorage", PLACE, classList.toggle("stopped") ? "stopped" : "moves");
  }
}

const is_stopped_at_first = () =>
  (kept("localStorage", PLACE) ?? (matchMedia("(prefers-reduced-data: reduce)").matches && "stopped")) === "stopped";

/**
 * Not in a field or behind a dialog, nor where nothing moves anyway.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} button
 */
function is_key({ key, repeat, target, ctrlKey, metaKey, altKey }, button) {
  if (key.toLowerCase() !== "p" || repeat || ctrlKey || metaKey || altKey || settings().no_shortcuts) return false;
  return button.getClientRects().length > 0 && !(/** @type {Element} */ (target).closest("input, dialog"));
}
