// @ts-check
// The possible answers: pieces that stand for a move light up, other moves become buttons of the prompt. The browser
// knows no rules: the server lists the moves.

/** @import { Choice, Frame, Move } from "#types/wire" */
/** @import { Care, Offer, Picking, PromptOffer } from "#types/room" */
import { html, nothing } from "lit-html";
import { unseen } from "#kit/no_offer.js";

/**
 * A canonical spelling of a move, whatever the order of its fields.
 * @param {Move} move
 */
export function spelled(move) {
  return JSON.stringify(Object.entries(move).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * @template {string} Verb
 * @param {Verb} verb
 * @param {Choice} choice
 * @returns {choice is Choice<Move & { do: Verb }>}
 */
const is_to = (verb, choice) => choice.move.do === verb;

/**
 * The possible answers to the frame's question.
 * @param {object} now
 * @param {Frame | null} now.frame
 * @param {string | null} now.picked  the move that waits for its second press
 * @param {boolean} now.ready  whether an answer would be taken: connected, and none on its way
 * @param {boolean} now.always_confirm  whether the reader wants every move confirmed
 * @param {(move: string | null, by_button?: boolean) => void} now.pick
 * @param {(choice: Choice) => void} now.answer
 * @param {Picking | null} now.picking  the set that is asked for
 * @param {Record<string, unknown>} now.said  of an answer that is put together
 * @param {Offer["tell"]} now.tell
 * @param {Offer["compose"]} now.compose
 * @param {Offer["arrange"]} now.arrange
 * @param {string} now.not_now  why a piece cannot be chosen that has no reason of its own
 * @param {(why: string) => void} now.explain  what was pressed cannot be chosen
 * @returns {PromptOffer}
 */
export function make_offer({
  frame,
  picked,
  ready,
  always_confirm,
  pick,
  answer,
  picking,
  said,
  tell,
  compose,
  arrange,
  not_now,
  explain,
}) {
  const choices = [...(frame?.choices ?? []), ...(frame?.free ?? [])];
  const open = new Map(choices.map((choice) => [spelled(choice.move), choice]));

  /** Whether an answer takes a second press, on a button with its full name. @param {Care} how */
  const takes_two = ({ confirm = false, can_be_taken_back = false, put_together = false }) =>
    confirm || (always_confirm && !can_be_taken_back && !put_together);

  /** Presses a piece. @param {Choice} choice @param {boolean} twice */
  function press_piece(choice, twice) {
    if (!ready) return;
    const move = spelled(choice.move);
    if (twice) pick(picked === move ? null : move);
    else answer(choice);
  }

  /** @type {PromptOffer["press"]} */
  function press(choice, how = {}) {
    if (!ready) return;
    if (takes_two(how)) pick(spelled(choice.move), true);
    else answer(choice);
  }

  /**
   * A piece that cannot be chosen looks like no button; pressing it says why, while anything is asked.
   * @type {Offer["barred"]}
   */
  function barred(name, why = not_now) {
    const is_asked = ready && (picking !== null || (frame?.choices.length ?? 0) > 0);
    return html`${unseen(name)}${is_asked ? html`<span class="barred" @click=${() => explain(why)}></span>` : nothing}`;
  }

  /** @type {Offer["stand_for"]} */
  function stand_for(move, name, { place = "", digit, why, ...care } = {}) {
    const choice = open.get(spelled(move));
    if (!choice) return barred(name, why);
    const twice = takes_two(care);
    return html`<button type="button" class="stand" data-focus=${place || nothing} data-digit=${digit ?? nothing}
      data-move=${spelled(move)} aria-label=${name}
      aria-pressed=${twice ? String(picked === spelled(move)) : nothing} aria-disabled=${ready ? nothing : "true"}
      @click=${() => press_piece(choice, twice)}></button>`;
  }

  return {
    stand_for,
    barred,
    is_open: (move) => open.has(spelled(move)),
    among: (verb) => choices.filter((choice) => is_to(verb, choice)),
    is_picked: (move) => picked === spelled(move),
    picking,
    said,
    tell: (more) => ready && tell(more),
    compose: (more) => ready && compose(more),
    arrange: (order, heard) => ready && arrange(order, heard),
    ready,
    only_seen: false,
    choices,
    picked,
    answer: (choice) => ready && answer(choice),
    press,
  };
}

/** Whether this reader is asked. @param {{ state: { frame: Pick<Frame, "you" | "asked"> | null } }} page */
export const is_asked = ({ state }) =>
  state.frame !== null && state.frame.you !== null && state.frame.asked.includes(state.frame.you);
