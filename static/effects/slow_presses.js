// @ts-check
// A press that began under one question does not answer a later one: a finger may stay down for longer than new buttons
// ignore presses.

/** @import { State } from "#state/state.js" */
import { is_asked_now } from "#state/room.js";

const ANSWERS = "main .stand, .answer";

/** Starts watching. @param {() => State} state */
export function hold_back_slow_presses(state) {
  /** The question at the start of the press. @type {number | null | undefined} */
  let began_at;
  const asked = () => question_of(state());

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

/** The question that this reader is asked. @param {State} state */
const question_of = (state) => (is_asked_now(state) ? (state.frame?.question ?? null) : null);
