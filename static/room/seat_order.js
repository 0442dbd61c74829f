// @ts-check
// The seating order: at random, or one up and one down. A change takes effect at once, for all to see.

/** @import { Page } from "#types/room" */
import { html } from "lit-html";
import { isolated } from "#kit/text.js";

/** @param {Page} page */
export function seat_order(page) {
  const { say, state, commands } = page;
  const off = state.connection !== "open";
  return html`<section class="field" aria-labelledby="set-order">
    <h3 class="name" id="set-order">${say("Order of the seats")}</h3>
    <ol class="order" aria-labelledby="set-order">${state.table.seats.map((_, seat) => row(page, seat))}</ol>
    <button type="button" class="small" data-focus="by-lot" aria-disabled=${off ? "true" : "false"}
      @click=${() => off || commands.ask({ type: "order", seats: null })}>${say("Shuffle seats")}</button>
    <p class="hint">${say("This takes effect at once.")}</p>
  </section>`;
}

/** @param {Page} page @param {number} seat */
function row(page, seat) {
  const { say, state } = page;
  const { seats } = state.table;
  const name = seats[seat].name ?? say("Free seat");
  /** @param {"up" | "down"} way @param {string} label @param {string} full_label @param {number} to */
  const move = (way, label, full_label, to) => {
    const off = state.connection !== "open" || to < 0 || to >= seats.length;
    return html`<button type="button" class="small ${off ? "off" : ""}" data-focus="${way}-${seat}"
      aria-disabled=${off ? "true" : "false"}
      aria-label=${full_label} @click=${() => off || swap(page, seat, to, way)}>${label}</button>`;
  };
  return html`<li>
    <span class="number" aria-hidden="true">${seat + 1}</span><b class="name">${isolated(name)}</b>
    <span class="buttons">${move("up", say("Up"), say("{name}: one seat up", { name }), seat - 1)} ${move(
      "down",
      say("Down"),
      say("{name}: one seat down", { name }),
      seat + 1,
    )}</span>
  </li>`;
}

/**
 * Keeps the focus on the seat that moved.
 * @param {Page} page
 * @param {number} from
 * @param {number} to
 * @param {string} way
 */
function swap({ state, commands }, from, to, way) {
  const order = state.table.seats.map((_, seat) => (seat === from ? to : seat === to ? from : seat));
  commands.ask({ type: "order", seats: order });
  /** @type {HTMLElement | null} */ (document.querySelector(`#setting [data-focus="${way}-${to}"]`))?.focus();
}
