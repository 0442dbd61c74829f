// @ts-check
// Everybody at the table: seats first, then those who watch, with what the host may do for them.

/** @import { Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { presence } from "#kit/seats.js";

/** @param {Page} page */
export function people(page) {
  const { say, known } = page;
  return html`<div class="people">
    <h3>${say("Seats")}</h3>
    <ol>${known.table.seats.map((_, seat) => person(page, seat))}</ol>
    <h3>${say("Watching")}</h3>
    ${known.table.watching.length
      ? html`<ul>${known.table.watching.map((name) => html`<li><b class="name">${name}</b></li>`)}</ul>`
      : html`<p class="nothing-yet">${say("Nobody is watching.")}</p>`}
  </div>`;
}

/**
 * @param {Page} page
 * @param {number} seat
 */
function person(page, seat) {
  const { say, known } = page;
  const { seats, you, host } = known.table;
  const words = [...(seat === you.seat ? [say("you")] : []), ...(seat === host ? [say("host")] : []), ...presence(page, seat)];
  return html`<li class=${seats[seat].name === null ? "free" : ""}>
    <span class="who"><b class="name">${seats[seat].name ?? say("Free seat")}</b> ${words.map((word) => html`<span class="word">${word}</span>`)}</span>
    ${known.table.state === "gathering" ? nothing : seat_buttons(page, seat)}
  </li>`;
}

/**
 * What may be done with a seat: take it, leave it, give it to a bot.
 * @param {Page} page
 * @param {number} seat
 */
export function seat_buttons({ say, known, wish }, seat) {
  const { you, seats, state } = known.table;
  const { name, bot, here } = seats[seat];
  const number = { number: seat + 1 };
  const off = known.connection === "open" ? nothing : "true";
  const may_sit = state !== "playing" && you.seat === null && (name === null || bot !== null);
  const may_seat_bot = you.host && bot === null && (name === null || !here);
  return html`<span class="buttons">
    ${may_sit ? html`<button type="button" class="small" aria-disabled=${off} data-focus="sit-${seat}" aria-label=${say("Sit here, seat {number}", number)} @click=${() => wish.sit(seat)}>${say("Sit here")}</button>` : nothing}
    ${may_seat_bot ? html`<button type="button" class="small" aria-disabled=${off} data-focus="bot-${seat}" aria-label=${name === null ? say("Give to a bot, seat {number}", number) : say("Let a bot play for {name}", { name })} @click=${() => wish.seat_bot(seat)}>${name === null ? say("Give to a bot") : say("Let a bot play")}</button>` : nothing}
    ${seat === you.seat && state !== "playing" ? html`<button type="button" class="small" aria-disabled=${off} data-focus="stand" @click=${wish.stand}>${say("Stand up")}</button>` : nothing}
  </span>`;
}
