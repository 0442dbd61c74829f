// @ts-check
// Before the game: the link to send, the seats to take, the bots to put on them.

/** @import { Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { name_form } from "#kit/name.js";
import { option_words } from "#kit/options.js";
import { seat_buttons } from "#kit/people.js";
import { can_share } from "#kit/share.js";

/**
 * The middle of the table while people gather.
 * @param {Page} page
 */
export function gathering(page) {
  const { say, known } = page;
  return html`<div class="invitation">
    <section class="invite" aria-labelledby="invite">
      <h2 id="invite">${say("Invite your friends")}</h2>
      ${page.reading.copied
        ? html`<p class="copied">${say("The link is copied. Send it to your friends.")}</p>`
        : html`<p>${say("Whoever has this link can sit down or watch.")}</p>`}
      ${link(page)}
    </section>
    <section class="seating" aria-labelledby="seating">
      <h2 id="seating">${say("Seats")}</h2>
      <ol>${known.table.seats.map((_, seat) => seat_row(page, seat))}</ol>
      ${option_words(page)}
    </section>
  </div>`;
}

/** @param {Page} page */
function link({ say, wish }) {
  return html`<div class="link">
      <input readonly aria-label=${say("Link to this table")} .value=${location.href} @focus=${select} />
      <button type="button" data-focus="copy" @click=${wish.copy_link}>${say("Copy link")}</button>
      ${can_share() ? html`<button type="button" @click=${wish.share_link}>${say("Share…")}</button>` : nothing}
    </div>`;
}

/** @param {FocusEvent} event */
function select({ target }) {
  /** @type {HTMLInputElement} */ (target).select();
}

/**
 * @param {Page} page
 * @param {number} seat
 */
function seat_row(page, seat) {
  const { say, known } = page;
  const { name, bot, here } = known.table.seats[seat];
  const words = [
    seat === known.table.you.seat ? say("you") : "",
    seat === known.table.host ? say("host") : "",
    bot ? say("bot") : name !== null && !here ? say("away") : "",
  ];
  return html`<li class=${name === null ? "free" : ""}>
    <span class="number" aria-hidden="true">${seat + 1}</span>
    <span class="who"><b class="name">${name ?? say("Free seat")}</b> ${words.filter(Boolean).map((word) => html`<span class="word">${word}</span>`)}</span>
    ${seat_buttons(page, seat)}
  </li>`;
}

/**
 * What the prompt bar says while people gather.
 * @param {Page} page
 * @returns {import("#kit/prompt.js").Prompt}
 */
export function gathering_prompt(page) {
  const { say, known, wish } = page;
  const { you, seats, host } = known.table;
  const free = seats.filter(({ name, bot }) => name === null && bot === null).length;
  if (you.seat === null) return free ? invitation(page) : { sentence: say("Every seat is taken. You can watch from here."), answers: [] };
  if (you.host) {
    const start = { label: say("Start"), primary: true, disabled: free > 0, press: wish.start };
    return { sentence: free ? still_free(say, free) : say("Everybody is here. Start when you like."), answers: [start], asked: !free };
  }
  const name = host === null ? "" : (seats[host].name ?? "");
  return { sentence: free ? say("Waiting for the others to sit down.") : say("Waiting for {name} to start.", { name }), answers: [] };
}

/**
 * @param {import("#types/room").Say} say
 * @param {number} free
 */
function still_free(say, free) {
  return free === 1
    ? say("One seat is still free. Wait for a friend or give it to a bot, then start.")
    : say("{free} seats are still free. Wait for friends or give them to bots, then start.", { free });
}

/**
 * @param {Page} page
 * @returns {import("#kit/prompt.js").Prompt}
 */
function invitation(page) {
  const { say, known, wish, reading } = page;
  const { you, seats } = known.table;
  const first = seats.findIndex(({ name, bot }) => name === null && bot === null);
  if (you.name !== null) {
    const sit = { label: say("Sit down"), primary: true, press: () => wish.sit(first) };
    return { sentence: say("Take a seat, or stay and watch."), asked: true, answers: [sit] };
  }
  return { sentence: say("Take a seat, or stay and watch."), asked: true, answers: [], extra: name_form(page, say("Sit down"), reading.wants_seat ?? first) };
}
