// @ts-check
// Who acts first after a trade, and with which die: buttons that show the dice in order.

/** @import { Scene } from "#types/sin_color" */
/** @import { Value } from "#types/views/piecepack" */
import { html } from "lit-html";
import { die } from "#kit/piecepack.js";

/** @param {Scene} scene */
export function draw_orders({ say, view, offer, you }) {
  for (const { move } of offer.rest()) if (move.do === "order") offer.show_as(move, order(move.first, move.dice));

  /** @param {number} first @param {Value[]} own_dice */
  function order(first, own_dice) {
    const partner = view.dice.findIndex((value, seat) => value !== null && seat !== you);
    const own = part(say("you"), own_dice);
    const other = part(say("{seat}", { seat: { seat: partner } }), [view.dice[partner] ?? 0]);
    return html`<span class="sc-order">${first === you ? [own, other] : [other, own]}</span>`;
  }

  /** @param {string} name @param {Value[]} dice */
  function part(name, dice) {
    return html`<span class="sc-part"><span class="sc-thrown">${dice.map((value) => die(null, value))}</span>
      <span class="sc-by">${name}</span></span>`;
  }
}
