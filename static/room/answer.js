// @ts-check
// The reader's answer: their picks stay on this page until confirmed, then go to the server.

/** @import { PromptOffer, Say } from "#types/room" */
/** @import { Choice, Frame, Pick } from "#types/wire" */
/** @import { Event } from "#state/reduce.js" */
/** @import { State } from "#state/state.js" */
import { announce } from "#kit/announce.js";
import { make_offer } from "#kit/choices.js";
import { make_picking } from "#room/pick.js";

/**
 * The possible answers during one drawing of the page.
 * @param {State} state
 * @param {Frame | null} frame  as drawn: nobody is asked while the game is paused
 * @param {Say} say
 * @param {(event: Event) => void} dispatch
 * @returns {PromptOffer}
 */
export function open_answers(state, frame, say, dispatch) {
  const ready = state.connection === "open" && state.answered === null;
  const { settings, picked, chosen, said } = state;
  return make_offer({
    frame,
    picked,
    ready,
    always_confirm: settings.always_confirm,
    answer: (/** @type {Choice} */ choice) =>
      dispatch({ type: "answer", move: choice.move, is_free: !!frame?.free.includes(choice) }),
    pick(move, by_button = false) {
      dispatch({ type: "pick", move, by_button });
    },
    picking: frame?.pick ? open_picking(frame.pick) : null,
    said,
    tell: (said) => dispatch({ type: "compose", said, of_a_plan: false }),
    compose: (said) => dispatch({ type: "compose", said, of_a_plan: true }),
    arrange(order, heard) {
      dispatch({ type: "arrange", order });
      if (heard) announce([heard]);
    },
    not_now: frame ? say("Not now. {prompt}", { prompt: say(frame.prompt) }) : "",
    explain(why) {
      dispatch({ type: "change", fields: { why } });
      announce([why]);
    },
  });

  /** @param {Pick} pick */
  function open_picking(pick) {
    const choose = (/** @type {number[]} */ items) =>
      dispatch({ type: "change", fields: { chosen: items, picked: null, why: "" } });
    return make_picking({ pick, chosen, ready, choose });
  }
}
