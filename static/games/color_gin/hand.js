// @ts-check
// The reader's own hand, in groups: a card is pressed to discard it or to move it. The order is never sent.

/** @import { Drawing } from "#types/room" */
/** @import { Grouping, Scene, WayOut } from "#types/color_gin" */
/** @import { Card, Move } from "#types/views/color_gin" */
/** @import { Shedding } from "#games/color_gin/ways_out.js" */
import { html, nothing } from "lit-html";
import { grouped, put_alone, put_at, put_last, put_one_on } from "#games/color_gin/grouping.js";
import { is_meld, is_run, points_of } from "#games/color_gin/melds.js";
import { card_named } from "#games/color_gin/words.js";
import { card_face } from "#kit/cards.js";

/** @type {Record<string, 1 | -1>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

/**
 * @param {Scene} scene
 * @param {Shedding} shedding
 * @returns {Drawing}
 */
export function own_hand(scene, { chosen, going_out, knocks }) {
  const { say, view, offer, arranged } = scene;
  const hand = view.hand ?? [];
  const lying = grouped(hand, view.best, arranged);
  const shown = going_out ? preview(going_out) : lying;
  const in_order = shown.flat();
  const moving = hand.find((card) => card === offer.said.moving) ?? null;
  return html`<div class="cg-hand-place">
    ${tools()}
    <div class="cg-own-hand" role="group" aria-label=${say("Your cards: {count}", { count: hand.length })}
      data-roving="grid" @keydown=${by_key}>
      ${shown.map(group)}
    </div>
  </div>`;

  /** The hand as it would be laid out. @param {WayOut} way @returns {Grouping} */
  function preview({ card, melds }) {
    const rest = hand.filter((each) => each !== card && !melds.flat().includes(each));
    return [...melds, [...rest, card]];
  }

  function tools() {
    const staying = shown.map((cards) => cards.filter((card) => card !== chosen));
    const left_over = points_of(staying.filter((cards, nth) => nth === staying.length - 1 || !is_meld(cards)).flat());
    return html`<p class="cg-hand-tools">
      <span class="cg-left-over">${
        moving ? say("Choose its place") : say("Deadwood: {points}", { points: left_over })
      }</span>
      ${moving ? tool(say("Leave it"), "leave", put_down) : nothing} ${
        chosen && view.phase === "shedding" && !moving && !going_out
          ? tool(say("Move it"), "move", () => lift(chosen))
          : nothing
      }
      ${arranged && !moving && !going_out ? tool(say("Best grouping"), "best", reset) : nothing}
    </p>`;
  }

  /** @param {string} label @param {string} place @param {() => void} press */
  function tool(label, place, press) {
    return html`<button type="button" class="small" data-focus="tool-${place}"
      aria-disabled=${offer.ready ? nothing : "true"} @click=${press}>${label}</button>`;
  }

  /** @param {Card[]} cards @param {number} nth */
  function group(cards, nth) {
    const last = nth === shown.length - 1;
    const slots = !last || !moving ? nothing : [slot("alone"), ...(cards.length ? [] : [slot("last")])];
    return html`${slots}<ul role="list" class=${last ? "" : is_meld(cards) ? "cg-meld" : "cg-loose"}
      aria-label=${group_name(cards, last)}>
      ${cards.map(one)}
    </ul>`;
  }

  /** @param {Card[]} cards @param {boolean} last */
  function group_name(cards, last) {
    if (last) return say("Deadwood");
    if (!is_meld(cards)) return say("A group, not yet a meld");
    return is_run(cards) ? say("Run") : say("Set");
  }

  /** @param {Card} card */
  function one(card) {
    const look = [
      card === (moving ?? chosen) ? "picked" : "",
      offer.is_open({ do: "discard", card }) && !moving ? "lit" : "",
      card === view.drawn || card === view.taken ? "cg-fresh" : "",
      moving && card !== moving ? "cg-target" : "",
    ];
    return html`<li class="cg-hand-card ${look.join(" ")}" data-k="card-${card}" .style=${`--at:${at(card)}`}>
      ${card_face(card)}${chip(card)}${button(card)}
    </li>`;
  }

  /** Where it is in the fan: from -1, at the left, to 1. @param {Card} card */
  function at(card) {
    return ((2 * in_order.indexOf(card) + 1) / in_order.length - 1).toFixed(2);
  }

  /** @param {Card} card */
  function chip(card) {
    const points = knocks.get(card);
    if (points === undefined || moving) return nothing;
    return html`<span class="cg-chip" aria-hidden="true">${points ? say("knock") : say("gin")}</span>`;
  }

  /** @param {Card} card @returns {Drawing} */
  function button(card) {
    /** @type {Move} */
    const discard = { do: "discard", card };
    if (offer.only_seen || (!moving && offer.is_open(discard)))
      return offer.stand_for(discard, full_name(card), { confirm: true, place: `card-${card}` });
    if (!moving) return own_button(card, say("{card}: move it", { card: full_name(card) }), () => lift(card), false);
    const words = { card: card_named(moving), other: card_named(card) };
    return card === moving
      ? own_button(card, say("{card}: leave it where it is", words), put_down, true)
      : own_button(
          card,
          say("{other}: put the {card} here", words),
          () => move(moving, put_at(lying, moving, card)),
          false,
        );
  }

  /** A card's name with its present state. @param {Card} card */
  function full_name(card) {
    const points = knocks.get(card);
    const parts = [
      say(card_named(card)),
      ...(card === view.taken ? [say("just taken")] : card === view.drawn ? [say("just drawn")] : []),
      ...(points === undefined
        ? []
        : [points ? say("then you may knock with {points}", { points }) : say("then you may go gin")]),
    ];
    return parts.join(", ");
  }

  /** @param {Card} card @param {string} name @param {() => void} press @param {boolean} pressed */
  function own_button(card, name, press, pressed) {
    return html`<button type="button" class="stand" data-focus="card-${card}" aria-label=${name}
      aria-pressed=${pressed ? "true" : nothing} aria-disabled=${offer.ready ? nothing : "true"}
      @click=${press}></button>`;
  }

  /** A place for a card. @param {"alone" | "last"} which */
  function slot(which) {
    if (!moving) return nothing;
    const label = which === "alone" ? say("A new group") : say("Deadwood");
    const put = which === "alone" ? put_alone : put_last;
    return html`<span class="cg-slot"><span aria-hidden="true">${label}</span><button type="button" class="stand"
      data-focus="slot-${which}"
      aria-label=${label} @click=${() => move(moving, put(lying, moving))}></button></span>`;
  }

  /** @param {Card} card */
  function lift(card) {
    offer.tell({ moving: card });
  }

  function put_down() {
    offer.tell({});
  }

  /** @param {Card} card @param {Grouping} grouping */
  function move(card, grouping) {
    const at = grouping.findIndex((cards) => cards.includes(card));
    const words = {
      group: group_name(grouping[at], at === grouping.length - 1),
      cards: grouping[at].map(card_named),
    };
    offer.arrange(grouping, say("{group}: {cards}", words));
    offer.tell({});
  }

  function reset() {
    offer.arrange(null);
    offer.tell({});
  }

  /** Shift with an arrow moves the focused card; Esc ends moving it. @param {KeyboardEvent} event */
  function by_key(event) {
    const { focus } = /** @type {HTMLElement} */ (event.target).dataset;
    const card = hand.find((each) => focus === `card-${each}`);
    const step = STEPS[event.key];
    if (event.key === "Escape" && moving) put_down();
    else if (event.shiftKey && step && card && !going_out) move(card, put_one_on(lying, card, step));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
