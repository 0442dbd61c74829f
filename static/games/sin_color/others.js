// @ts-check
// The other players' coins: the upper side of each, in their order.

/** @import { Drawing } from "#types/room" */
/** @import { Scene } from "#types/sin_color" */
/** @import { Face, Move, Shown } from "#types/views/sin_color" */
import { html, nothing } from "lit-html";
import { has_just_come } from "#games/sin_color/arrivals.js";
import { not_yours } from "#games/sin_color/reasons.js";
import { coin_key, face_name, side_name } from "#games/sin_color/words.js";
import { coin, die } from "#kit/piecepack.js";

/** @param {Scene} scene @param {number} seat @returns {Drawing} */
export function other_row(scene, seat) {
  const { say, view, offer, sights } = scene;
  const row = view.rows[seat];
  const offered = view.offers[seat] ?? [];
  const numbers = bargain_numbers(scene, seat);
  /** @type {Move} */
  const trade = { do: "trade", partner: seat };
  const open = offer.is_open(trade);
  const look = open ? (offer.is_picked(trade) ? "lit picked" : "lit") : "";
  return html`<div class="sc-other-row ${look}">
    <ul class="sc-coins"
      aria-label=${say("Coins of {seat}: {count}", { seat: { seat }, count: row.length })}>${row.map(one)}</ul>
    <p class="sc-facts">
      ${die_of(scene, seat)}
      ${is_ready(scene, seat) ? html`<span class="sc-ready">${say("ready")}</span>` : nothing}
      ${open ? html`<span class="sc-bargain">${say("your {yours} for {theirs}", numbers)}</span>` : nothing}
    </p>
    ${
      open
        ? offer.stand_for(
            trade,
            say("{partner} offers: your {yours} for {theirs}", { partner: { seat }, ...numbers }),
            { confirm: true, place: `trade-${seat}` },
          )
        : offer.barred("", not_yours(scene))
    }
  </div>`;

  /** @param {Shown | null} upper @param {number} place */
  function one(upper, place) {
    const forward = offered.includes(place);
    const turned = sights.some((sight) => sight.shows === "turned_over" && sight.seat === seat && sight.coin === place);
    const came = has_just_come(sights, view, seat, place);
    return html`<li class="${forward ? "sc-forward" : ""} ${turned ? "sc-turned" : ""} ${came ? "sc-came" : ""}"
      data-k=${coin_key(seat, place)}>
      ${drawn(place, upper)}<span class="unseen">${name(place, upper, forward)}</span>
    </li>`;
  }

  /** A coin; after the game both sides are known. @param {number} place @param {Shown | null} upper */
  function drawn(place, upper) {
    const face = view.coins[seat]?.[place];
    if (face) return coin({ suit: face[0], value: face[1] });
    if (upper === null) return coin({});
    return html`${side(upper)}${view.beneath ? seen_through(upper, view.beneath.coins[seat][place]) : nothing}`;
  }

  /** In a replay: the hidden side. @param {Shown} upper @param {Face} face */
  function seen_through(upper, [suit, value]) {
    return html`<span class="sc-beneath">${side(upper === suit ? value : suit)}</span>`;
  }

  /** @param {number} place @param {Shown | null} upper @param {boolean} forward */
  function name(place, upper, forward) {
    const face = view.coins[seat]?.[place];
    if (face) return face_name(say, face);
    if (upper === null) return say("not shown yet");
    const side = side_name(say, upper);
    return forward ? say("{side}, on offer", { side }) : side;
  }
}

/** The numbers of coins that would change hands. @param {Scene} scene @param {number} seat */
const bargain_numbers = ({ view, you }, seat) => ({
  yours: (you !== null && view.offers[you]?.length) || 0,
  theirs: view.offers[seat]?.length ?? 0,
});

/** A trade in full. @param {Scene} scene @param {number} seat  the partner */
export const bargain = (scene, seat) =>
  scene.say("Trade with {partner}: your {yours} for {theirs}", {
    partner: { seat },
    ...bargain_numbers(scene, seat),
  });

/** @param {Shown} shown */
const side = (shown) => coin(typeof shown === "number" ? { value: shown } : { suit: shown });

/** Whether this seat has arranged its coins while others have not. @param {Scene} scene @param {number} seat */
const is_ready = ({ view, asked, over }, seat) => view.turn === null && !over && !asked.includes(seat);

/** A seat's die as last thrown. @param {Scene} scene @param {number} seat @returns {Drawing} */
export function die_of({ say, view }, seat) {
  const value = view.dice[seat];
  if (value === null) return nothing;
  return html`<span class="sc-die-place" data-k="die-${seat}-${value}" data-mark>${die(null, value)}<span
    class="unseen">${say("Die: {value}", { value: side_name(say, value) })}</span></span>`;
}
