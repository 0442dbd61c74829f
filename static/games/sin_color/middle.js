// @ts-check
// Below the stacks: the paid coins, the turns left.

/** @import { Drawing } from "#types/room" */
/** @import { Scene } from "#types/sin_color" */
/** @import { Face } from "#types/views/sin_color" */
import { html, nothing } from "lit-html";
import { face_name } from "#games/sin_color/words.js";
import { coin } from "#kit/piecepack.js";

/** From this many rounds before the end the table shows how many turns are left. */
const LAST_ROUNDS = 2;

/** @param {Scene} scene @returns {Drawing} */
export function paid_coins({ say, view, sights }) {
  const { paid, paid_count } = view;
  if (!paid_count) return html`<p class="sc-paid">${say("No coin has been paid yet.")}</p>`;
  const sight = sights.filter((shown) => shown.shows === "paid").at(-1);
  return html`<div class="sc-paid"><span>${say("Paid: {count}", { count: paid_count })}</span>
    <ul class="sc-coins" aria-label=${say(paid ? "Paid coins" : "Coin just paid")}>
      ${paid ? paid.map(one) : sight ? one(sight.face, paid_count - 1) : nothing}
    </ul></div>`;

  /** @param {Face} face @param {number} nth */
  function one(face, nth) {
    const just = sight && nth === paid_count - 1;
    return html`<li class=${just ? "sc-came" : ""} data-k="paid-${nth}">
      ${coin({ suit: face[0], value: face[1] })}<span class="unseen">${face_name(say, face)}</span>
    </li>`;
  }
}

/** @param {Scene} scene @returns {Drawing} */
export function turns_left({ say, view, over }) {
  if (over || view.turn === null || view.turns_left > LAST_ROUNDS * view.rows.length) return nothing;
  return html`<p class="sc-turns-left">${say(
    view.stops_anyway
      ? "Turns left before the game ends: {turns}"
      : "Turns left before the game ends, unless someone pays: {turns}",
    { turns: view.turns_left },
  )}</p>`;
}
