// @ts-check
// A press that began under one question answers none that has come since: a finger may lie there for longer than new
// buttons are deaf.

const ANSWERS = "main .stand, .prompt .answer";

const asked = () => document.documentElement.dataset.asked;

/** From now on. */
export function hold_back_slow_presses() {
  /** Where a press has begun: what was asked then. @type {string | undefined} */
  let began_at;

  function begin() {
    began_at = asked();
  }

  /** A press by key, or by what reads the page aloud, begins nowhere. @param {MouseEvent} event */
  function look_at(event) {
    const { target, detail } = event;
    const is_late = detail > 0 && began_at !== undefined && began_at !== asked();
    began_at = undefined;
    if (is_late && target instanceof Element && target.closest(ANSWERS)) event.stopPropagation();
  }

  addEventListener("pointerdown", begin, { capture: true });
  addEventListener("click", look_at, { capture: true });
}
