// @ts-check
// Blocks presses that answer something other than the guide asks for, before the page handles them.

const ANSWERS = "main .stand, .prompt .answer";

/**
 * @param {() => void} held_back  a press was
 */
export function make_gate(held_back) {
  /** @type {string | null} */
  let open_to = null;

  /** @param {MouseEvent} event */
  function look_at(event) {
    const pressed = event.target instanceof Element ? event.target.closest(ANSWERS) : null;
    if (open_to === null || !pressed || pressed.matches(open_to)) return;
    event.stopPropagation();
    event.preventDefault();
    held_back();
  }
  addEventListener("click", look_at, { capture: true });

  return {
    /** Allows only these answers to be pressed; null: all. @param {string[] | null} selectors */
    open_to(selectors) {
      open_to = selectors?.join() ?? null;
    },
  };
}
