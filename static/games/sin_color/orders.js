// @ts-check
// Who acts first after a trade, and with which die: what is drawn on the button, the dice in order.

/** @import { Scene } from "#types/sin_color" */
/** @import { Order } from "#types/views/sin_color" */
/** @import { Value } from "#types/views/piecepack" */
import { html } from "lit-html";
import { die } from "#kit/piecepack.js";

/**
 * @param {Scene} scene
 * @param {Order} move
 */
export function order({ say, view, you }, { first, dice }) {
  const partner = view.dice.findIndex((value, seat) => value !== null && seat !== you);
  const own = part(say("you"), dice);
  const other = part(say("{seat}", { seat: { seat: partner } }), [view.dice[partner] ?? 0]);
  return html`<span class="sc-order">${first === you ? [own, other] : [other, own]}</span>`;
}

/** @param {string} name @param {Value[]} dice */
const part = (name, dice) => html`<span class="sc-part"><span class="sc-thrown">${dice.map((value) =>
  die(null, value),
)}</span>
  <span class="sc-by">${name}</span></span>`;
