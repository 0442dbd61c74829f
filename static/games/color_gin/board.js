// @ts-check
// The table of Color Gin: the deck and the discard, both hands, and the score sheet.

/** @import { Drawing, Game } from "#types/room" */
/** @import { Grouping, Scene } from "#types/color_gin" */
/** @import { Card, Move, Sight, View } from "#types/views/color_gin" */
import { html, nothing } from "lit-html";
import { own_hand } from "#games/color_gin/hand.js";
import { score_sheet, scores } from "#games/color_gin/sheet.js";
import { showdown } from "#games/color_gin/showdown.js";
import { ways_out } from "#games/color_gin/ways_out.js";
import { card_named } from "#games/color_gin/words.js";
import { card_back, card_face, cards_sprite } from "#kit/cards.js";
import { SUN } from "#kit/courts.js";
import { is_text, list_of } from "#kit/keeping.js";

/** From this number on the table shows how often the discard may still be taken in a row. */
const LAST_TAKES = 5;

/** Of a discard pile, below its first card. */
const MOST_EDGES = 3;

/** More cards than these have just been drawn. */
const DEALT = 10;

/** @type {Game<View, Move, Sight>["lasts"]} */
export const lasts = () => 4000;
/** @type {Game<View, Move, Sight>["can_be_ended"]} */
export const can_be_ended = () => false;
/** @type {Game["settings"]} */
export const settings = [["two_colours", "Suits in two colours: red and black"]];

/** @type {Game<View, Move, Sight>["hindsight"]} */
export const hindsight = () => import("#games/color_gin/hindsight.js");

/** @type {Game<View, Move, Sight>["arranging"]} */
export const arranging = {
  place: "tertulia:grouping",
  fits: list_of(list_of(is_text)),
  numbers: ["round"],
  holds_for: ({ view }) => (view.turn === null ? null : { round: view.round }),
};

/** @type {Game<View, Move, Sight, undefined, Grouping>["picture"]} */
export function picture({ view, you, outcome }, { say, offer, sights, arranged, preferences, spacious }) {
  /** @type {Scene} */
  const scene = { say, view, offer, sights, you, arranged, spacious };
  const { shedding, buttons, note } = ways_out(scene);
  return {
    centre: html`${cards_sprite(preferences.two_colours)}<div class="cg-table">
      ${view.showdown ? showdown(scene, view.showdown) : piles(scene)} ${score_sheet(scene, round(scene))}
    </div>`,
    in_front_of: (seat, own) =>
      own
        ? html`<div class="cg-own-gin"
          data-slot=${view.showdown && !outcome ? nothing : "below-table"}>${
            view.turn === null ? nothing : own_hand(scene, shedding)
          }${scores(scene, seat, shedding.spoiled, view.turn !== null)}</div>`
        : html`${backs(scene, seat)}${scores(scene, seat, [])}`,
    words_for: () => [],
    moves: ["discard"], // the piles have a button each, too
    buttons,
    note,
  };
}

/** @param {Scene} scene */
function round({ say, view }) {
  const { round, dealer, takes_left, team } = view;
  const parts = [
    say("Round {round}", { round }),
    say("{seat} deals", { seat: { seat: dealer } }),
    ...(team === null ? [] : [say("team total {team}", { team })]),
    ...(view.turn !== null && takes_left <= LAST_TAKES
      ? [say("times the discard may still be taken in a row: {count}", { count: takes_left })]
      : []),
  ];
  return parts.join(" · ");
}

/** @param {Scene} scene */
function piles(scene) {
  const { say, view, offer } = scene;
  return html`<div class="cg-piles-place"><div class="measured"><ul class="cg-piles" data-roving
    aria-label=${say("Deck and discard")}>${deck()}${discard()}</ul></div></div>`;

  function deck() {
    /** @type {Move} */
    const draw = { do: "draw" };
    const name = offer.is_open(draw) ? say("Deck, draw a card") : say("Deck");
    return html`<li class="cg-pile cg-deck ${look(draw)}">
      <span class="cg-lying" data-k="deck">${card_back()}${offer.stand_for(draw, name, { place: "deck" })}</span>
      <span class="cg-caption">${say("{count} left", { count: view.deck })}</span>
    </li>`;
  }

  function discard() {
    return html`<li class="cg-pile">
      <span class="cg-heap">${inlay()}${Array.from({ length: covered() }, () => html`<i class="cg-covered"></i>`)}${
        view.discard ? top(view.discard) : html`<span class="unseen">${say("Discard, empty")}</span>`
      }</span>
      <span class="cg-caption">${say("discard")}</span>
    </li>`;
  }

  /** How many cards below the first one show an edge. */
  function covered() {
    return Math.max(0, Math.min(view.discards - 1, MOST_EDGES));
  }

  /** @param {Card} card */
  function top(card) {
    /** @type {Move} */
    const take = { do: "take", card };
    const words = { card: card_named(card) };
    const name = offer.is_open(take) ? say("Discard, take the {card}", words) : say("Discard: {card}", words);
    return html`<span class="cg-lying ${look(take)} ${has_just_come(scene, card) ? "cg-fresh" : ""}"
      data-k="card-${card}">
      ${card_face(card)}${offer.stand_for(take, name, { place: "discard", why: no_take() })}
    </span>`;
  }

  function no_take() {
    return view.phase !== "turn" || view.takes_left
      ? undefined
      : say("It has been taken too often in a row: draw from the deck.");
  }

  /** @param {Move} move */
  function look(move) {
    return offer.is_open(move) ? (offer.is_picked(move) ? "lit picked" : "lit") : "";
  }
}

/** The place of the discard, let into the felt. */
const inlay = () =>
  html`<svg class="cg-inlay" viewBox="0 0 100 140" aria-hidden="true"><rect x="2" y="2" width="96" height="136"
    rx="9"></rect><path transform="translate(-5 33)" d=${SUN}></path></svg>`;

/** Whether this card has just become the top of the discard pile. @param {Scene} scene @param {Card} card */
const has_just_come = ({ sights }, card) =>
  sights.some((sight) => (sight.shows === "discarded" || sight.shows === "turned_up") && sight.card === card);

/**
 * The backs of the opponent's hand; for a moment with the card they have just taken.
 * @param {Scene} scene
 * @param {number} seat
 * @returns {Drawing}
 */
function backs({ say, view, sights }, seat) {
  if (view.showdown) return nothing;
  const took = sights.find((shown) => shown.shows === "took" && shown.seat === seat);
  const taken = took?.shows === "took" ? took.card : null;
  const count = view.hands[seat];
  const face_down = say("Face down: {count}", { count: taken ? count - 1 : count });
  return html`<ul class="cg-backs" aria-label=${say("Cards of {seat}: {count}", { seat: { seat }, count })}>
    ${Array.from({ length: count }, (_, nth) =>
      taken && nth === count - 1
        ? html`<li class="cg-taken" data-k="card-${taken}">${card_face(taken)}<span
          class="unseen">${say("{card}, just taken", { card: card_named(taken) })}</span></li>`
        : html`<li data-k="back-${seat}-${nth}" ?data-mark=${nth >= DEALT}
          aria-hidden=${nth ? "true" : nothing}>
            ${view.open ? card_face(view.open[seat][nth]) : card_back()}${
              nth ? nothing : html`<span class="unseen">${face_down}</span>`
            }
          </li>`,
    )}
  </ul>`;
}
