// @ts-check
// The final score: the points of every suit, added up.

/** @import { Say } from "#types/room" */
/** @import { Outcome } from "#types/wire" */
/** @import { SeenSuit, View } from "#types/views/desfases" */
import { html, nothing } from "lit-html";
import { suit_alone } from "#games/desfases/pieces.js";
import { suit_sign } from "#kit/piecepack.js";

/**
 * Highest first.
 * @param {View} view
 * @param {Outcome} outcome
 * @param {Say} say
 */
export function sums(view, outcome, say) {
  const seats = outcome.scores.map((points, seat) => ({ seat, points })).sort((a, b) => b.points - a.points);
  return html`<section class="de-sums" aria-label=${say("Points")}>
    <h3>${say("Points")}</h3>
    <ol>${seats.map(({ seat, points }) => player(seat, points))}</ol>
  </section>`;

  /** @param {number} seat @param {number} points */
  function player(seat, points) {
    const suits = view.suits.filter((suit) => suit.seat === seat);
    return html`<li>
      <p class="de-sum"><b>${say("{seat}", { seat: { seat } })}</b> <b class="de-total">${points}</b></p>
      ${suits.map((suit) => row(suit, suits.length > 1))}
    </li>`;
  }

  /**
   * @param {SeenSuit} player
   * @param {boolean} one_of_two
   */
  function row({ suit, points }, one_of_two) {
    const marked = Object.values(view.tiles).filter(({ coin }) => coin?.suit === suit);
    const parts = marked.map(({ value, coin }) => say("{value} + {coin}", { value, coin: coin?.value ?? 0 }));
    return html`<p class="de-row">
      ${suit_sign(suit)} <span class="de-suit-name">${say(suit_alone(suit))}</span>
      <span class="de-parts">${parts.length ? parts.map((part) => html`<span>${part}</span> `) : say("No tile")}</span>
      ${one_of_two ? html`<span class="de-total">${points}</span>` : nothing}
    </p>`;
  }
}
