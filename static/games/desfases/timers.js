// @ts-check
// Timers in front of a seat: for each of its suits a die on a coin, and the coins in reserve.

/** @import { Offer, Picture, Say } from "#types/room" */
/** @import { Move, SeenSuit, Sight, View } from "#types/views/desfases" */
/** @import { Suit, Value } from "#types/views/piecepack" */
import { html, nothing } from "lit-html";
import { named, ring, suit_alone, suit_named, value_named } from "#games/desfases/pieces.js";
import { coin, die, pawn, SUITS } from "#kit/piecepack.js";

/**
 * @param {{ view: View, offer: Offer<Move>, sights: Sight[], say: Say }} table
 * @returns {Picture["in_front_of"]}
 */
export function timers({ view, offer, sights, say }) {
  return (seat, own) => html`
    <ul class="de-timers" aria-label=${say("Timers of {seat}", { seat: { seat } })}>${view.suits
      .filter((player) => player.seat === seat)
      .map((player) => timer(player, own))}</ul>
    ${own && SUITS.some((suit) => offer.is_open(choosing(suit))) ? suits_to_choose() : nothing}`;

  /** @param {SeenSuit} player @param {boolean} own */
  function timer(player, own) {
    const { suit, reserve, points, stopped } = player;
    const preview = reserve.find((value) => own && offer.is_picked(feeding(value)) && view.turn?.suit === suit);
    const feeds = own && view.turn?.suit === suit && reserve.some((value) => offer.is_open(feeding(value)));
    return html`<li class="de-timer ${view.turn?.suit === suit ? "de-turn" : ""} ${feeds ? "de-feeds" : ""}">
      ${clock(player, preview)}
      ${
        player.die === null
          ? html`<p class="de-spent">${say(suit_alone(suit))}</p>`
          : reserve.length
            ? html`<ul class="de-reserve" data-roving
              aria-label=${say("Reserve of {suit}", { suit: suit_named(suit) })}>
              ${reserve.map((value) => kept(suit, value, feeds))}
            </ul>`
            : html`<p class="de-spent">${stopped ? say("Stopped") : say("No coins left")}</p>`
      }
      ${points === null ? nothing : html`<p class="de-points">${say("Points: {points}", { points })}</p>`}
    </li>`;
  }

  /**
   * The die, and beside it its coin in a ring that runs down. `preview`: the value it would show with the picked coin.
   * @param {SeenSuit} player
   * @param {Value} [preview]
   */
  function clock({ suit, die: shown, under }, preview) {
    const value = preview ?? shown;
    const fed = sights.find((sight) => sight.shows === "fed" && sight.suit === suit);
    const words = [
      value === null
        ? suit_alone(suit)
        : say("{suit}: the die shows {value}", { suit: suit_alone(suit), value: value_named(value) }),
      ...(under ? [say("on the {coin}", { coin: named(under) })] : []),
    ];
    return html`<span class="de-clock ${preview === undefined ? "" : "de-preview"}">
      ${
        shown === null
          ? html`<span class="de-upper" data-k="die-${suit}">${pawn(suit)}</span>`
          : html`<span class="de-upper" data-k="die-${suit}">${die(suit, value)}</span>`
      }
      ${under && value !== null ? ring(value) : nothing}
      ${
        under
          ? fed?.shows === "fed"
            ? html`<span class="de-under ring" data-k="reserve-${suit}-${fed.coin}">${coin({ value: fed.coin })}</span>`
            : html`<span class="de-under" data-k="under-${suit}">${coin(under)}</span>`
          : nothing
      }
      <span class="unseen">${words.map((word) => (typeof word === "string" ? word : say(word))).join(", ")}</span>
    </span>`;
  }

  /**
   * @param {Suit} suit
   * @param {Value} value
   * @param {boolean} feeds  whether it can be chosen now
   */
  function kept(suit, value, feeds) {
    const move = feeding(value);
    const name = say(named({ suit, value }));
    const look = !feeds ? "" : offer.is_picked(move) ? "lit picked" : "lit";
    return html`<li class=${look} data-k="reserve-${suit}-${value}">
      ${coin({ value })}
      ${
        feeds
          ? offer.stand_for(move, say("{coin}, load the timer", { coin: name }), {
              confirm: true,
              place: `reserve-${suit}-${value}`,
              digit: value || undefined,
            })
          : html`<span class="unseen">${name}</span>`
      }
    </li>`;
  }

  function suits_to_choose() {
    return html`<ul class="de-suits" data-roving aria-label=${say("Suits")}>
      ${SUITS.filter((suit) => offer.is_open(choosing(suit))).map(
        (suit) => html`<li class=${offer.is_picked(choosing(suit)) ? "lit picked" : "lit"}>
          ${pawn(suit)} <span class="de-caption" aria-hidden="true">${say(suit_alone(suit))}</span>
          ${offer.stand_for(choosing(suit), say(suit_alone(suit)), { confirm: true, place: `suit-${suit}` })}
        </li>`,
      )}
    </ul>`;
  }
}

/** @param {Suit} suit @returns {Move} */
const choosing = (suit) => ({ do: "choose", suit });

/** @param {Value} coin @returns {Move} */
const feeding = (coin) => ({ do: "feed", coin });
