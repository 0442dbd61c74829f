// @ts-check
// The people at the table: seats first, then spectators, each with their actions.

/** @import { Drawing, Page, Say } from "#types/room" */
/** @import { Level, Onlooker, Table } from "#types/wire" */
import { html, nothing, svg } from "lit-html";
import { isolated } from "#kit/text.js";
import { date_line, evening_links } from "#room/evening.js";
import { name_form } from "#room/name_form.js";
import { character, figure, own_figure, presence, ready_words } from "#room/seats.js";
import { may_nudge } from "#state/gathered.js";

/** The maximum number of silhouettes, and of spectators named without a press. */
const FEW = 3;
/** Bot levels, with explanations. @type {[Level, string, string][]} */
export const LEVELS = [
  ["easy", "easy", "An easy bot forgets some of what it has seen, and decides in haste."],
  ["medium", "medium", "A medium bot remembers what it has seen lately, and plays by good habits."],
  ["good", "good", "A good bot remembers most of what it has seen, and looks a little ahead."],
  ["strong", "strong", "A strong bot remembers everything, and plays many games ahead in its mind."],
];
const SILHOUETTE =
  "M13 3a5 5 0 0 1 2.500 9.300c4 1 6.500 4.200 6.500 9.700H4c0-5.500 2.500-8.700 6.500-9.700A5 5 0 0 1 13 3z";

/** @param {Page} page */
export function people(page) {
  const { say, state, parts } = page;
  const { audience, you } = state.table;
  const links = evening_links(page);
  return html`<div class="people">
    ${date_line(page)} ${links.length ? html`<p class="evening-links">${links}</p>` : nothing}
    <h3>${say("Seats")}</h3>
    ${seat_rows(page, state.table.state !== "gathering", true)}
    ${state.table.state === "over" ? name_first(page) : nothing}
    ${levels_explained(page)}
    ${you.seats.length ? html`<p class="ways">${you.seats.map((seat) => onward_button(page, seat))}</p>` : nothing}
    <h3>${say("Watching")}</h3>
    ${audience.length ? onlookers(page) : html`<p class="nothing-yet">${say("No one is watching.")}</p>`}
    ${you.seats.length || you.host ? parts.host_actions?.game_actions(page) : nothing}
  </div>`;
}

/** Whoever would like to sit down and has no name yet is asked for one. @param {Page} page */
function name_first(page) {
  const { say, state } = page;
  if (state.table.you.name !== null || state.wants_seat === null) return nothing;
  return name_form(page, say(sit_words(state.table)), state.wants_seat);
}

/** The number of spectators; their names take a press if there are more than a few. @param {Page} page */
function onlookers(page) {
  const { say, state } = page;
  const { audience } = state.table;
  const count = audience.length;
  return html`<details class="onlookers" ?open=${count <= FEW}>
    <summary>${silhouettes(Math.min(count, FEW))}${say("{count} watching", { count })}</summary>
    <ul aria-label=${say("Watching")}>${audience.map((other) => onlooker(page, other))}</ul>
  </details>`;
}

/** Overlapping silhouettes. @param {number} count */
const silhouettes = (count) => html`<svg class="silhouettes" viewBox="0 0 ${16 + 10 * count} 24" aria-hidden="true">
  ${Array.from(
    { length: count },
    (_, nth) => svg`<path transform="translate(${10 * (count - 1 - nth)})" d=${SILHOUETTE}></path>`,
  )}
</svg>`;

/** The name of a spectator, or a substitute. @param {Say} say @param {Onlooker} onlooker */
export const called = (say, { name, number }) => name ?? say("Guest {number}", { number: `${number}` });

/** @param {Page} page @param {Onlooker} other */
function onlooker(page, other) {
  const { say, state, parts } = page;
  const { you } = state.table;
  const name = called(say, other);
  const words = [...(other.person === you.person ? [say("you")] : []), ...(other.muted ? [say("muted")] : [])];
  return html`<li>
    <b class="name">${isolated(name)}</b> ${words.map((word) => html`<span class="word">${word}</span>`)}
    ${
      you.host
        ? parts.host_actions?.person_actions(page, { person: other.person, name, muted: !!other.muted, seat: null })
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
  ${page.state.table.seats.map((_, seat) => seat_row(page, seat, with_buttons, with_hand))}
</ol>`;

/**
 * @param {Page} page
 * @param {number} seat
 * @param {boolean} with_buttons
 * @param {boolean} with_hand
 */
function seat_row(page, seat, with_buttons, with_hand) {
  const { say, state, parts } = page;
  const { seats, you } = state.table;
  const { name, person, muted } = seats[seat];
  return html`<li class=${name === null ? "free" : ""}>
    ${of_a_seat(page, seat)}
    <span class="who"
      ><b class="name" title=${character(page, seat) ?? nothing}>${isolated(name ?? say("Free seat"))}</b>
      ${seat_words(page, seat).map((word) => html`<span class="word">${word}</span>`)}</span>
    ${with_buttons ? html`<span class="buttons">${seat_buttons(page, seat)}</span>` : nothing}
    ${
      with_hand && you.host && name !== null && person !== null
        ? parts.host_actions?.person_actions(page, { person, name, muted, seat })
        : nothing
    }
  </li>`;
}

/** What is to be said of whoever has a seat. @param {Page} page @param {number} seat @returns {Drawing[]} */
export function seat_words(page, seat) {
  const { say, state } = page;
  const { seats, you, host } = state.table;
  const own =
    seat === (you.seat ?? only(you.seats)) ? say("you") : you.seats.includes(seat) ? say("on this device") : "";
  return [
    ...(own ? [own] : []),
    ...(seat === host ? [say("host")] : []),
    ...presence(page, seat),
    ...ready_words(page, seat),
    ...changes(page, seat),
    ...(seats[seat].muted ? [say("muted")] : []),
  ];
}

/** Who gets this seat next, and who has it again by returning. @param {Page} page @param {number} seat */
function changes({ say, state: { table } }, seat) {
  const { name, taken_from } = table.seats[seat];
  const heir = table.heirs.find((other) => other.seat === seat);
  return [
    ...(heir ? [say(heir.back ? "next game: from another device" : "next game: {name}", { name: heir.name })] : []),
    ...(taken_from === undefined
      ? []
      : [taken_from === name ? say("taken over") : say("for {name}", { name: taken_from })]),
  ];
}

/** @param {number[]} seats */
const only = (seats) => (seats.length === 1 ? seats[0] : null);

/** One's own figure can be changed. @param {Page} page @param {number} seat */
function of_a_seat(page, seat) {
  const { seats, you } = page.state.table;
  if (seats[seat].name === null) return html`<span class="number" aria-hidden="true">${seat + 1}</span>`;
  return you.seats.includes(seat) ? own_figure(page, seat) : figure(page, seat);
}

/**
 * Buttons to take a seat, leave it, or give it to a bot.
 * @param {Page} page
 * @param {number} seat
 * @returns {Drawing[]}
 */
function seat_buttons(page, seat) {
  const { say, state, commands } = page;
  const { you, seats, wishes } = state.table;
  const plays = state.table.state === "playing";
  const { name, bot, here, person } = seats[seat];
  const asks = wishes.some((commands) => commands.person === you.person);
  const sit = () => commands.sit(seat);
  const to_sit = () =>
    must_ask(state.table)
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
    aria-disabled=${state.connection === "open" ? nothing : "true"}
    @click=${press}
  >
    ${say(label)}
  </button>`;

  return [
    !plays && !asks && !you.seats.length && (name === null || bot !== null) ? to_sit() : nothing,
    you.host && bot === null && name === null
      ? button("Give to a bot", "Give to a bot, seat {number}", seat_bot)
      : nothing,
    you.host && bot === null && away ? button("Let a bot play", "Let a bot play for {name}", seat_bot) : nothing,
    you.host && bot !== null && !state.table.seats[seat].person && !plays ? level_of_bot(page, seat) : nothing,
    may_nudge(state.table, state.frame?.asked ?? [], seat)
      ? button("Nudge", "Nudge {name}", () => commands.ask({ type: "nudge", person: person ?? "" }))
      : nothing,
    !plays && you.seats.includes(seat)
      ? button("Leave seat", seat === you.seat ? "Leave seat" : "Leave seat, {name}", () =>
          commands.ask({ type: "stand", seat }),
        )
      : nothing,
  ];
}

/** The bot's level; the host can choose it between games. @param {Page} page @param {number} seat */
function level_of_bot({ say, state, commands }, seat) {
  const { name, bot } = state.table.seats[seat];
  /** @param {Event} event */
  const choose = ({ target }) =>
    commands.seat_bot(seat, /** @type {Level} */ (/** @type {HTMLSelectElement} */ (target).value));
  return html`<select class="small" data-focus="level-${seat}"
    aria-label=${say("Level of {name}", { name: name ?? "" })}
    ?disabled=${state.connection !== "open"} @change=${choose}>
    ${LEVELS.map(([level, words]) => html`<option value=${level} .selected=${level === bot}>${say(words)}</option>`)}
  </select>`;
}

/** Explains the levels of the bots here. @param {Page} page */
export const levels_explained = ({ say, state }) =>
  LEVELS.filter(([level]) => state.table.seats.some(({ bot }) => bot === level)).map(
    ([, , what]) => html`<p class="level">${say(what)}</p>`,
  );

/** Whether the host decides who sits down. @param {Table} table */
export const must_ask = ({ sitting, you }) => sitting === "asked" && !you.host;

/** @param {Table} table */
export const sit_words = (table) => (must_ask(table) ? "Ask for a seat" : "Sit down");

/**
 * The button that moves a seat to another device.
 * @param {Page} page
 * @param {number} seat
 */
export function onward_button({ say, state, commands }, seat) {
  const { you, seats } = state.table;
  const name = seats[seat].name ?? "";
  const label =
    you.seats.length > 1 ? say("Continue as {name} on another device", { name }) : say("Continue on another device");
  return html`<button type="button" class="small" @click=${() => commands.move_seat(seat)}>${label}</button>`;
}
