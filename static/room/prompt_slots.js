// @ts-check
// Places of the prompt's buttons. Each keeps its own; only if the primary button would appear under a finger that has
// just pressed another, the row is reversed, or a lone primary button moves aside.

/** @typedef {{ x: number, y: number }} Point */

/** Usual places; reversed row; primary button in a row of its own; both. */
const WAYS = [0, 1, 2, 3];

/**
 * Tells of each press where it was, if it was on a button other than the primary one; one by keyboard has no place.
 * @param {(at: Point | null) => void} tell
 */
export function listen_to_presses(tell) {
  /** @param {MouseEvent} event */
  function note_press({ target, detail, clientX, clientY }) {
    const button = /** @type {Element} */ (target).closest?.(".answer:not(.primary)");
    tell(button && detail ? { x: clientX, y: clientY } : null);
  }
  document.addEventListener("click", note_press, { capture: true });
}

/** To be called after every drawing. @param {ParentNode} page @param {Point | null} pressed  the last press */
export function keep_clear(page, pressed) {
  const row = /** @type {HTMLElement | null} */ (page.querySelector(".answers"));
  if (!row) return;
  const primary = pressed && row.querySelector(".primary");
  for (const way of WAYS) {
    row.dataset.way = String(way);
    if (!primary || !is_within(primary.getBoundingClientRect(), pressed)) return;
  }
}

/** @param {DOMRect} box @param {Point} point */
const is_within = (box, { x, y }) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
