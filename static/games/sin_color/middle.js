// @ts-check
// The middle of the table: the steps of this turn, the coins that were paid, the turns left.

/** @import { Drawing } from "#types/room" */
/** @import { Scene } from "#types/sin_color" */
/** @import { Face, Step } from "#types/views/sin_color" */
import { html, nothing } from "lit-html";
import { coin_key } from "#games/sin_color/journeys.js";
import { face_name, side_name } from "#games/sin_color/words.js";
import { coin, die } from "#kit/piecepack.js";

/** So many rounds before the end the table says how many turns are left. */
const LAST_ROUNDS = 2;

/**
 * What is to be done in this turn, whoever does several things in a row being named once.
 * @param {Scene} scene
 * @returns {Drawing}
 */
export function steps({ say, view }) {
  /** @type {Step[][]} */
  const parts = [];
  for (const step of view.steps)
    if (parts.at(-1)?.[0].seat === step.seat) parts.at(-1)?.push(step);
    else parts.push([step]);
  return html`<ol class="sc-steps" aria-label=${say("Still to be done in this turn")}>${parts.map(part)}</ol>`;

  /** @param {Step[]} of_one @param {number} nth */
  function part(of_one, nth) {
    return html`<li><b class="name">${say("{seat}", { seat: { seat: of_one[0].seat } })}</b>${of_one.map(
      (step, place) => one(step, nth === 0 && place === 0),
    )}</li>`;
  }

  /** @param {Step} step @param {boolean} now */
  function one({ die: thrown }, now) {
    const what =
      thrown === null
        ? html`<span class="sc-payment">${say("payment")}</span>`
        : html`${die(null, thrown)}<span class="unseen">${side_name(say, thrown)}</span>`;
    return html`<span class="sc-step ${now ? "sc-now" : ""}" aria-current=${now ? "step" : nothing}>${what}</span>`;
  }
}

/** @param {Scene} scene @returns {Drawing} */
export function paid_coins({ say, view, sights }) {
  const { paid, paid_count } = view;
  if (!paid_count) return html`<p class="sc-paid">${say("No coin has been paid yet.")}</p>`;
  const sight = sights.filter((shown) => shown.shows === "paid").at(-1);
  const caption = say("Paid: {count}", { count: paid_count });
  if (!paid)
    return html`<div class="sc-paid"><span>${caption}</span>
      <ul class="sc-coins"
        aria-label=${say("Coin just paid")}>${sight ? one(sight.face, paid_count - 1) : nothing}</ul></div>`;
  return html`<div class="sc-paid"><span>${caption}</span>
    <ul class="sc-coins" aria-label=${say("Paid coins")}>${paid.map(one)}</ul></div>`;

  /** @param {Face} face @param {number} nth */
  function one(face, nth) {
    const just = sight && nth === paid_count - 1;
    return html`<li class=${just ? "sc-came" : ""} data-k="paid-${nth}"
      data-from=${just ? coin_key(sight.seat, sight.coin) : nothing}>
      ${coin({ suit: face[0], value: face[1] })}<span class="unseen">${face_name(say, face)}</span>
    </li>`;
  }
}

/** @param {Scene} scene @returns {Drawing} */
export function turns_left({ say, view, over }) {
  if (over || view.turn === null || view.turns_left > LAST_ROUNDS * view.rows.length) return nothing;
  return html`<p class="sc-turns-left">${say("Turns left before the game ends, unless somebody pays: {turns}", {
    turns: view.turns_left,
  })}</p>`;
}
