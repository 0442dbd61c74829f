// @ts-check
// Places of the prompt's buttons. Each keeps its own; only if the primary button would appear under a finger that has
// just pressed another, the row is reversed, or a lone primary button moves aside.

/** Usual places; reversed row; primary button in a row of its own; both. */
const WAYS = [0, 1, 2, 3];

/**
 * Where a button other than the primary one was last pressed, if nothing has been pressed since.
 * @type {{ x: number, y: number } | null}
 */
let pressed = null;
document.addEventListener("click", note_press, { capture: true });

/** Notes a press; one by keyboard has no place. @param {MouseEvent} event */
function note_press({ target, detail, clientX, clientY }) {
  const button = /** @type {Element} */ (target).closest?.(".answer:not(.primary)");
  pressed = button && detail ? { x: clientX, y: clientY } : null;
}

/** To be called after every drawing. @param {ParentNode} page */
export function keep_clear(page) {
  const row = /** @type {HTMLElement | null} */ (page.querySelector(".answers"));
  if (!row) return;
  const primary = row.querySelector(".primary");
  for (const way of WAYS) {
    row.dataset.way = String(way);
    if (!primary || !lies_under_the_press(primary)) return;
  }
}

/** @param {Element} button */
function lies_under_the_press(button) {
  if (!pressed) return false;
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return pressed.x >= left && pressed.x <= right && pressed.y >= top && pressed.y <= bottom;
}
