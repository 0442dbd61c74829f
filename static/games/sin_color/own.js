// @ts-check
// The reader's own coins: large, the side that everybody sees; dashed below it, the side that only they see. The large
// side stands for what the coin can do now, the other for turning it over, which is always allowed.

/** @import { Drawing } from "#types/room" */
/** @import { Scene } from "#types/sin_color" */
/** @import { Face, Move, Shown } from "#types/views/sin_color" */
import { html, nothing, svg } from "lit-html";
import { has_just_come } from "#games/sin_color/arrivals.js";
import { ordering as make_ordering } from "#games/sin_color/ordering.js";
import { die_of } from "#games/sin_color/others.js";
import { no_payment } from "#games/sin_color/reasons.js";
import { in_own_order } from "#games/sin_color/row_order.js";
import { coin_key, face_name, own_coin_name } from "#games/sin_color/words.js";
import { coin } from "#kit/piecepack.js";

const ARROWS = svg`<svg class="sc-arrows" viewBox="0 0 100 100" aria-hidden="true">
  <path d="M84 22A44 44 0 1 1 36 8M22 4L38 8L28 22"></path>
</svg>`;

/** @param {Scene} scene @param {number} seat @returns {Drawing} */
export function own_row(scene, seat) {
  const { say, view, offer } = scene;
  const { picking } = offer;
  const faces = view.coins[seat] ?? [];
  const offered = view.offers[seat] ?? [];
  const lying = in_own_order(scene.arranged, faces);
  const ordering = make_ordering(scene, seat, faces, lying);
  return html`<div class="sc-own-row">
    ${faces.length > 1 && !offer.only_seen && !scene.over ? ordering.tool() : nothing}
    <ul class="sc-coins" data-roving aria-label=${say("Your coins: {count}", { count: faces.length })}
      @keydown=${ordering.by_key}>
      ${lying.map((place) => one(faces[place], place))}
    </ul>
    ${die_of(scene, seat)}
  </div>`;

  /** @param {Face} face @param {number} place */
  function one(face, place) {
    const upper = upper_side(scene, seat, face, place);
    const lower = face[0] === upper ? face[1] : face[0];
    const name = own_coin_name(say, place, upper, lower);
    return html`<li class="sc-own-coin ${look(face, place)}" data-k=${coin_key(seat, place)}>
      <span class="sc-upper" data-lane="upper">${drawn(upper)}${answer(face, place, name)}</span>
      <span class="sc-lower" data-lane="lower">${lower_side(place, lower)}</span>
    </li>`;
  }

  /** What the coin itself stands for. @param {Face} face @param {number} place @param {string} name */
  function answer([suit, value], place, name) {
    if (ordering.on) return ordering.mover([suit, value], name, place);
    const how = { place: coin_key(seat, place), digit: place + 1 };
    if (picking?.may(place)) return picking.stand_for(place, pick_name(place, name), how);
    /** @type {Move} */
    const pay = { do: "pay", coin: place, suit, value };
    const words = offer.is_open(pay) ? say("{coin}: pay it", { coin: name }) : name;
    return offer.stand_for(pay, words, { ...how, confirm: true, why: no_payment(scene, [suit, value]) });
  }

  /** @param {number} place @param {string} name */
  function pick_name(place, name) {
    if (picking?.do !== "arrange") return say("{coin}: offer it", { coin: name });
    return say("Coin {coin}, {face}: value up", { coin: place + 1, face: face_name(say, faces[place]) });
  }

  /** @param {number} place @param {Shown} lower */
  function lower_side(place, lower) {
    /** @type {Move} */
    const turn = { do: "turn_over", coin: place };
    const open = offer.is_open(turn);
    const label = say("Turn over coin {coin}", { coin: place + 1 });
    return html`${open ? ARROWS : nothing}<span class="sc-hidden-side">${drawn(lower)}</span>
      ${open ? offer.stand_for(turn, label, { place: `turn-${place}` }) : nothing}`;
  }

  /** @param {Face} face @param {number} place */
  function look([suit, value], place) {
    /** @type {Move} */
    const pay = { do: "pay", coin: place, suit, value };
    const turned = scene.sights.some(
      (sight) => sight.shows === "turned_over" && sight.seat === seat && sight.coin === place,
    );
    const words = [];
    if (ordering.on) return ordering.is_moving([suit, value]) ? "lit picked" : "lit";
    if (picking?.do === "offer") words.push(picking.has(place) ? "lit sc-forward" : "lit");
    if (offer.is_open(pay)) words.push(offer.is_picked(pay) ? "lit picked" : "lit");
    if (offered.includes(place)) words.push("sc-forward");
    if (offer.is_picked({ do: "turn_over", coin: place })) words.push("sc-turning");
    if (turned) words.push("sc-turned");
    if (has_just_come(scene.sights, view, seat, place)) words.push("sc-came");
    return words.join(" ");
  }
}

/** @param {Shown} shown */
const drawn = (shown) => coin(typeof shown === "number" ? { value: shown } : { suit: shown });

/**
 * The upper side: while arranging, as chosen so far.
 * @param {Scene} scene
 * @param {number} seat
 * @param {Face} face
 * @param {number} place
 */
function upper_side({ view, offer }, seat, [suit, value], place) {
  const shown = view.rows[seat][place];
  if (shown !== null) return shown;
  const value_up = offer.picking?.do === "arrange" ? offer.picking.has(place) : view.value_up?.includes(place);
  return value_up ? value : suit;
}

/** The label of the prompt's button for the coins that are chosen. @param {Scene} scene */
export function set_label({ say, view, offer: { picking }, you }) {
  if (!picking) return undefined;
  const count = picking.chosen.length;
  if (picking.do === "arrange")
    return say("Show my coins: {suits} suit up, {values} value up", { suits: picking.most - count, values: count });
  if (!count) return say("Choose at least 1 coin");
  if (view.turn === you) return say("Offer {count} coins", { count });
  return say("Offer {seat} {count} coins", { seat: { seat: view.turn ?? 0 }, count });
}
