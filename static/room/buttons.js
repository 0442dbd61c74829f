// @ts-check
// The prompt's buttons for the answers to a question: what is picked, or what no piece stands for.

/** @import { Page, Picture, PromptOffer, Say } from "#types/room" */
/** @import { Choice } from "#types/wire" */
/** @import { Answer } from "#room/prompt.js" */
import { spelled } from "#kit/choices.js";
import { chosen_set, set_button } from "#room/pick.js";

/**
 * The picked piece's own move, with its full name, or moves without a piece.
 * @param {Page} page
 * @param {PromptOffer} offer
 * @param {Picture} picture
 * @returns {Answer[]}
 */
export function answers(page, offer, picture) {
  const { say, commands } = page;
  const picked = picked_answer(offer, picture);
  const added = added_buttons(say, offer, picture, picked);
  if (picked)
    return [
      {
        choice: picked,
        label: full_label(say, offer, picture, picked),
        primary: true,
        press: () => offer.answer(picked),
      },
      ...added,
      { label: say("Cancel"), press: commands.step_back },
    ];
  return [
    ...set_button(say, offer, picture),
    ...plan_buttons(page, offer, picture),
    ...added,
    ...without_pieces(offer, picture).map((choice) => its_button(say, offer, picture, choice)),
  ];
}

/**
 * The answer that waits for its second press.
 * @param {PromptOffer} offer
 * @param {Picture} picture
 */
export function picked_answer({ picked, choices, picking }, { buttons = [] }) {
  const possible = picked === null ? [] : [...choices, ...buttons.map(({ choice }) => choice), ...chosen_set(picking)];
  return possible.find(({ move }) => spelled(move) === picked) ?? null;
}

/**
 * @param {Say} say
 * @param {PromptOffer} offer
 * @param {Picture} picture
 * @param {Choice} choice
 */
const full_label = (say, { picking }, { label, set_label }, { move, label: text }) =>
  label?.(move) ?? (move.do === picking?.do ? set_label : undefined) ?? say(text);

/**
 * The listed answers that no piece stands for, nor any of the board's own buttons.
 * @param {PromptOffer} offer
 * @param {Picture} picture
 */
function without_pieces({ choices }, { moves, plan, buttons = [] }) {
  const others = [...(plan?.among ?? []), ...buttons.map(({ choice }) => choice)];
  const taken = new Set(others.map(({ move }) => spelled(move)));
  return choices.filter(({ move }) => !moves.includes(move.do) && !taken.has(spelled(move)));
}

/**
 * A composed answer, or what it still lacks; and one step back.
 * @param {Page} page
 * @param {PromptOffer} offer
 * @param {Picture} picture
 * @returns {Answer[]}
 */
function plan_buttons({ say, commands }, { said, press }, { plan }) {
  if (!plan) return [];
  const { choice, label } = plan;
  const put_together = Object.keys(said).length > 0;
  const back = put_together ? [{ label: say("Undo"), press: commands.step_back }] : [];
  const send = () => choice && press(choice, { put_together });
  return [{ label, primary: true, disabled: !choice, ...(choice && { choice }), press: send }, ...back];
}

/**
 * The board's own buttons: those beside what is picked, or those that are there while nothing is.
 * @param {Say} say
 * @param {PromptOffer} offer
 * @param {Picture} picture
 * @param {Choice | null} picked
 * @returns {Answer[]}
 */
function added_buttons(say, offer, { buttons = [] }, picked) {
  const place = picked && spelled(picked.move);
  return buttons
    .filter(({ beside }) => (beside ? spelled(beside) : null) === place)
    .map(({ choice, beside: _, ...care }) => ({
      choice,
      label: say(choice.label),
      press: () => offer.press(choice, care),
    }));
}

/**
 * @param {Say} say
 * @param {PromptOffer} offer
 * @param {Picture} picture
 * @param {Choice} choice
 * @returns {Answer}
 */
function its_button(say, offer, picture, choice) {
  const drawing = picture.drawing?.(choice.move);
  return { choice, label: say(choice.label), press: () => offer.press(choice), ...(drawing && { drawing }) };
}
