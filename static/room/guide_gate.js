// @ts-check
// Blocks presses that answer something other than the guide asks for, before the page handles them.

const ANSWERS = ".stand, .answer";

/**
 * A listener of everything that holds answers.
 * @param {string} open_to  selects the only answers that may be pressed
 * @param {() => void} held_back  a press was
 */
export function gate(open_to, held_back) {
  /** @param {MouseEvent} event */
  function handleEvent(event) {
    const pressed = event.target instanceof Element ? event.target.closest(ANSWERS) : null;
    if (!pressed || pressed.matches(open_to)) return;
    event.stopPropagation();
    event.preventDefault();
    held_back();
  }
  return { handleEvent, capture: true };
}
