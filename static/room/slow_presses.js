// @ts-check
// A press that began under one question does not answer a later one: a finger may stay down for longer than new buttons
// ignore presses.

const ANSWERS = "main .stand, .prompt .answer";

const asked = () => document.documentElement.dataset.asked;

/** Starts watching. */
export function hold_back_slow_presses() {
  /** The question at the start of the press. @type {string | undefined} */
  let began_at;

  function begin() {
    began_at = asked();
  }

  /** Presses by keyboard or screen reader have no start. @param {MouseEvent} event */
  function look_at(event) {
    const { target, detail } = event;
    const is_late = detail > 0 && began_at !== undefined && began_at !== asked();
    began_at = undefined;
    if (is_late && target instanceof Element && target.closest(ANSWERS)) event.stopPropagation();
  }

  addEventListener("pointerdown", begin, { capture: true });
  addEventListener("click", look_at, { capture: true });
}
