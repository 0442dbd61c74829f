// @ts-check
// The end of a round: both hands open, cards laid off, deadwood, and the sum.

/** @import { Drawing } from "#types/room" */
/** @import { Scene } from "#types/color_gin" */
/** @import { Card, Showdown } from "#types/views/color_gin" */
import { html, nothing } from "lit-html";
import { points_of } from "#games/color_gin/melds.js";
import { card_named, suit_name, suits_named } from "#games/color_gin/words.js";
import { card_face, suit_mark } from "#kit/cards.js";

/**
 * @param {Scene} scene
 * @param {Showdown} end
 * @returns {Drawing}
 */
export function showdown({ say }, end) {
  const { out, how, shed, hands, spoiled, suits, winner, points, sum, won } = end;
  const other = 1 - out;
  const spoiled_words = say("Spoiled", { count: spoiled.length }); // singular and plural differ in some languages
  return html`<section class="cg-showdown" data-slot="whole-felt" aria-label=${say("Showdown")}>
    <h3>${heading()}</h3>
    ${open_hand(out)}
    <h3>${say("{seat}", { seat: { seat: other } })}</h3>
    ${open_hand(other)}
    <div class="cg-result">
      <p class="cg-scored">${result()}</p>
      ${suits.length ? html`<p class="cg-sum">${say(sum)}</p>` : nothing}
      ${
        won.length && winner !== null
          ? html`<p><b>${say("{seat} won {suits}.", { seat: { seat: winner }, suits: suits_named(won) })}</b></p>`
          : nothing
      }
      ${
        spoiled.length
          ? html`<ul class="cg-spoils" aria-label=${spoiled_words}>
              <li aria-hidden="true">${spoiled_words}</li>
              ${spoiled.map((suit) => html`<li class="cg-spoiled">${suit_mark(suit)} ${suit_name(say, suit)}</li>`)}
            </ul>`
          : nothing
      }
    </div>
  </section>`;

  function heading() {
    const words = { seat: { seat: out }, card: card_named(shed), points: hands[out].count };
    return how === "gin"
      ? say("{seat} went gin, discarding the {card}", words)
      : say("{seat} knocked with {points}, discarding the {card}", words);
  }

  function result() {
    if (winner === null) return say("No one scored.");
    return say("{seat} scored {points} in {suits}.", { seat: { seat: winner }, points, suits: suits_named(suits) });
  }

  /** @param {number} seat */
  function open_hand(seat) {
    const { melds, leftovers } = hands[seat];
    return html`<ul class="cg-open-hand">
      ${melds.map((meld, nth) => cards(meld, seat === out ? laid_on(nth) : [], say("Meld")))}
      ${leftovers.length ? cards(leftovers, [], say("Deadwood")) : nothing}
      <li class="cg-counted">${count(seat)}</li>
    </ul>`;
  }

  /** The cards that the other player has laid off on a meld. @param {number} meld */
  function laid_on(meld) {
    return hands[other].laid_off.filter(([, on]) => on === meld).map(([card]) => card);
  }

  /** @param {Card[]} own @param {Card[]} laid_off @param {string} label */
  function cards(own, laid_off, label) {
    return html`<li><ul class=${label === say("Meld") ? "cg-meld" : ""} aria-label=${label}>
      ${own.map((card) => open_card(card, ""))}${laid_off.map((card) => open_card(card, "cg-laid-off"))}
    </ul></li>`;
  }

  /** @param {Card} card @param {string} look */
  function open_card(card, look) {
    const name = card_named(card);
    const words = look ? say("{card}, laid off by {seat}", { card: name, seat: { seat: other } }) : say(name);
    return html`<li class="cg-open-card ${look}" data-k="card-${card}">${card_face(card)}<span
      class="unseen">${words}</span></li>`;
  }

  /** @param {number} seat */
  function count(seat) {
    const { leftovers, laid_off, count: left_over } = hands[seat];
    const each = leftovers.map((card) => points_of([card]));
    const written =
      each.length > 1
        ? say("Deadwood: {parts} = {sum}", { parts: each.join(" + "), sum: left_over })
        : say("Deadwood: {sum}", { sum: left_over });
    const off = laid_off.length ? say("Laid off: {count}", { count: laid_off.length }) : "";
    return off ? `${written} · ${off}` : written;
  }
}
