// @ts-check
// The people at the table: seats first, then spectators, each with their actions.

/** @import { Drawing, Page } from "#types/room" */
/** @import { Onlooker, Table } from "#types/wire" */
import { html, nothing } from "lit-html";
import { called, onward_button, presence, reaction_at } from "#room/seats.js";

/** More of them are told as a number. */
const MOST_UNNAMED = 3;

/** @param {Page} page */
export function people(page) {
  const { say, known, parts } = page;
  const { audience, state, you } = known.table;
  return html`<div class="people">
    <h3>${say("Seats")}</h3>
    ${seat_rows(page, state !== "gathering", true)}
    ${you.seats.length ? html`<p class="ways">${you.seats.map((seat) => onward_button(page, seat))}</p>` : nothing}
    <h3>${say("Watching")}</h3>
    ${audience.length ? onlookers(page) : html`<p class="nothing-yet">${say("Nobody is watching.")}</p>`}
    ${you.seats.length || you.host ? parts.host_actions()?.game_actions(page) : nothing}
  </div>`;
}

/**
 * Those without a name are a number as soon as they are many: each of them tells nobody anything.
 * @param {Page} page
 */
function onlookers(page) {
  const { say, known } = page;
  const { audience, you } = known.table;
  const unnamed = audience.filter(({ name, person }) => name == null && person !== you.person);
  const folded = unnamed.length > MOST_UNNAMED ? unnamed : [];
  const rows = audience.filter((other) => !folded.includes(other));
  return html`${
    rows.length ? html`<ul aria-label=${say("Watching")}>${rows.map((other) => onlooker(page, other))}</ul>` : nothing
  }
    ${
      folded.length
        ? html`<details><summary>${say("{count} guests without a name", { count: folded.length })}</summary>
      <ul aria-label=${say("Guests without a name")}>${folded.map((other) => onlooker(page, other))}</ul></details>`
        : nothing
    }`;
}

/** @param {Page} page @param {Onlooker} other */
function onlooker(page, other) {
  const { say, known, parts } = page;
  const { you } = known.table;
  const name = called(say, other);
  const words = [...(other.person === you.person ? [say("you")] : []), ...(other.muted ? [say("muted")] : [])];
  return html`<li>
    <b class="name">${name}</b> ${words.map((word) => html`<span class="word">${word}</span>`)}
    ${
      you.host
        ? parts.host_actions()?.person_actions(page, { person: other.person, name, muted: !!other.muted, seat: null })
        : nothing
    }
  </li>`;
}

/**
 * One row for each seat.
 * @param {Page} page
 * @param {boolean} with_buttons  whether what may be done with a seat is offered here
 * @param {boolean} [with_hand]  and what the host may do for whoever sits there
 */
export const seat_rows = (
  page,
  with_buttons,
  with_hand = false,
) => html`<ol class="seat-rows" aria-label=${page.say("Seats")}>
  ${page.known.table.seats.map((_, seat) => seat_row(page, seat, with_buttons, with_hand))}
</ol>`;

/**
 * @param {Page} page
 * @param {number} seat
 * @param {boolean} with_buttons
 * @param {boolean} with_hand
 */
function seat_row(page, seat, with_buttons, with_hand) {
  const { say, known, parts } = page;
  const { seats, you, host } = known.table;
  const { name, person, muted } = seats[seat];
  const words = [
    ...(seat === you.seat ? [say("you")] : you.seats.includes(seat) ? [say("on this device")] : []),
    ...(seat === host ? [say("host")] : []),
    ...presence(page, seat),
    ...(muted ? [say("muted")] : []),
  ];
  return html`<li class=${name === null ? "free" : ""}>
    <span class="number" aria-hidden="true">${seat + 1}</span>
    <span class="who"
      ><b class="name">${name ?? say("Free seat")}</b> ${words.map((word) => html`<span class="word">${word}</span>`)}
      ${reaction_at(page, seat)}</span
    >
    ${with_buttons ? html`<span class="buttons">${seat_buttons(page, seat)}</span>` : nothing}
    ${
      with_hand && you.host && name !== null && person !== null
        ? parts.host_actions()?.person_actions(page, { person, name, muted, seat })
        : nothing
    }
  </li>`;
}

/**
 * Take it, leave it, give it to a bot.
 * @param {Page} page
 * @param {number} seat
 * @returns {Drawing[]}
 */
function seat_buttons({ say, known, commands }, seat) {
  const { you, seats, state, wishes } = known.table;
  const { name, bot, here } = seats[seat];
  const asks = wishes.some((commands) => commands.person === you.person);
  const sit = () => commands.sit(seat);
  const to_sit = () =>
    must_ask(known.table)
      ? button("Ask for this seat", "Ask for this seat, seat {number}", sit)
      : button("Sit here", "Sit here, seat {number}", sit);
  const away = name !== null && !here;
  const seat_bot = () => commands.seat_bot(seat);

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
    state !== "playing" && !asks && !you.seats.length && (name === null || bot !== null) ? to_sit() : nothing,
    you.host && bot === null && name === null
      ? button("Give to a bot", "Give to a bot, seat {number}", seat_bot)
      : nothing,
    you.host && bot === null && away ? button("Let a bot play", "Let a bot play for {name}", seat_bot) : nothing,
    state !== "playing" && you.seats.includes(seat)
      ? button("Stand up", seat === you.seat ? "Stand up" : "Stand up, {name}", () =>
          commands.ask({ type: "stand", seat }),
        )
      : nothing,
  ];
}

/** Whether the host decides who sits down. @param {Table} table */
export const must_ask = ({ sitting, you }) => sitting === "asked" && !you.host;
