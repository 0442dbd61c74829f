// @ts-check
// Everybody at the table: seats first, then those who watch, with what may be done for each.

/** @import { Drawing, Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { presence } from "#kit/seats.js";

/** @param {Page} page */
export function people(page) {
  const { say, known } = page;
  const { watching, state } = known.table;
  return html`<div class="people">
    <h3>${say("Seats")}</h3>
    ${seat_rows(page, state !== "gathering")}
    <h3>${say("Watching")}</h3>
    ${watching.length ? html`<ul>${watching.map(onlooker)}</ul>` : html`<p class="nothing-yet">${say("Nobody is watching.")}</p>`}
  </div>`;
}

/** @param {string} name */
const onlooker = (name) => html`<li><b class="name">${name}</b></li>`;

/**
 * One row for each seat.
 * @param {Page} page
 * @param {boolean} with_buttons  whether what may be done with a seat is offered here
 */
export const seat_rows = (page, with_buttons) => html`<ol class="seat-rows">
  ${page.known.table.seats.map((_, seat) => seat_row(page, seat, with_buttons))}
</ol>`;

/**
 * @param {Page} page
 * @param {number} seat
 * @param {boolean} with_buttons
 */
function seat_row(page, seat, with_buttons) {
  const { say, known } = page;
  const { seats, you, host } = known.table;
  const { name } = seats[seat];
  const words = [
    ...(seat === you.seat ? [say("you")] : []),
    ...(seat === host ? [say("host")] : []),
    ...presence(page, seat),
  ];
  return html`<li class=${name === null ? "free" : ""}>
    <span class="number" aria-hidden="true">${seat + 1}</span>
    <span class="who"
      ><b class="name">${name ?? say("Free seat")}</b> ${words.map((word) => html`<span class="word">${word}</span>`)}</span
    >
    ${with_buttons ? html`<span class="buttons">${seat_buttons(page, seat)}</span>` : nothing}
  </li>`;
}

/**
 * Take it, leave it, give it to a bot.
 * @param {Page} page
 * @param {number} seat
 * @returns {Drawing[]}
 */
function seat_buttons({ say, known, wish }, seat) {
  const { you, seats, state } = known.table;
  const { name, bot, here } = seats[seat];
  const away = name !== null && !here;
  const seat_bot = () => wish.seat_bot(seat);

  /** @param {string} label @param {string} full_label @param {() => void} press */
  const button = (label, full_label, press) => html`<button
    type="button"
    class="small"
    data-focus="${label}-${seat}"
    aria-label=${say(full_label, { number: seat + 1, name: name ?? "" })}
    aria-disabled=${known.connection === "open" ? nothing : "true"}
    @click=${press}
  >
    ${say(label)}
  </button>`;

  return [
    state !== "playing" && you.seat === null && (name === null || bot !== null)
      ? button("Sit here", "Sit here, seat {number}", () => wish.sit(seat))
      : nothing,
    you.host && bot === null && name === null
      ? button("Give to a bot", "Give to a bot, seat {number}", seat_bot)
      : nothing,
    you.host && bot === null && away ? button("Let a bot play", "Let a bot play for {name}", seat_bot) : nothing,
    state !== "playing" && seat === you.seat ? button("Stand up", "Stand up", wish.stand) : nothing,
  ];
}

/**
 * Asks for a name; with it the reader sits down, unless `seat` is null.
 * @param {Page} page
 * @param {string} label
 * @param {number | null} seat
 */
export function name_form({ say, wish, known }, label, seat) {
  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name")).trim();
    if (known.connection === "open" && name) wish.take_name(name, seat);
  }
  return html`<form class="name-form" @submit=${submit}>
    <label
      >${say("Your name")}
      <input name="name" data-focus="name" required maxlength="24" autocomplete="nickname" enterkeyhint="go" />
    </label>
    <button class="primary">${label}</button>
  </form>`;
}
