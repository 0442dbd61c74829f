// @ts-check
// Players: a tile for each opponent, and the reader's own place. A seat's state is always in words, too.

/** @import { Drawing, Page, Picture, Say } from "#types/room" */
/** @import { State } from "#state/state.js" */
import { html, nothing } from "lit-html";
import { ordinal } from "#kit/ordinal.js";
import { name_line, person } from "#kit/person.js";
import { isolated, language } from "#kit/text.js";
import { clock } from "#room/clock.js";

/**
 * The name of the player on a seat.
 * @param {{ state: State, say: Say }} page
 * @param {number} seat
 */
export const name_of = ({ state, say }, seat) =>
  state.table?.seats[seat]?.name ?? say("Seat {number}", { number: seat + 1 });

/** What a line about seats depends on besides itself: the language, and who plays. @param {Page} page */
export const people_in_words = ({ state: { table, frame, results } }) =>
  JSON.stringify([language(), table.seats, frame?.outcome && results?.games[0].names]);

/** The figure of the player on a seat. @param {Page} page @param {number} seat */
export const figure = ({ state }, seat) => person(seat, state.table.seats[seat]?.figure);

/** One's own figure, as a button to choose another. @param {Page} page @param {number} seat */
export const own_figure = (page, seat) => html`<button type="button" class="plain own-figure"
  data-focus="figure-of-${seat}" aria-haspopup="dialog" aria-label=${page.say("Choose your figure")}
  @click=${() => page.commands.choose_figure(seat)}>${figure(page, seat)}</button>`;

/**
 * The other seats, clockwise from the reader's left.
 * @param {Page} page
 * @param {Picture} picture
 */
export function opponents(page, picture) {
  const { seats, you } = page.state.table;
  const first = (you.seat ?? -1) + 1;
  const others = seats.map((_, nth) => (first + nth) % seats.length).filter((seat) => seat !== you.seat);
  return html`<section class="opponents" aria-label=${page.say("Players")}>
    <h2 class="unseen">${page.say("Players")}</h2>
    <ul data-roving=${picture.others_are_one_group ? "grid" : nothing} aria-label=${page.say("Players")}>
      ${others.map(
        (seat) => html`<li class=${seat_class(page, picture, seat)}>${seat_tile(page, picture, seat, false)}</li>`,
      )}
      ${picture.besides ?? nothing}
    </ul>
  </section>`;
}

/**
 * The reader's own place; nothing for a spectator.
 * @param {Page} page
 * @param {Picture} picture
 * @returns {Drawing}
 */
export function own_place(page, picture) {
  const { seat } = page.state.table.you;
  if (seat === null) return nothing;
  return html`<section class="place ${seat_class(page, picture, seat)}" aria-label=${page.say("Your place")}>
    <h2 class="unseen">${page.say("Your place")}</h2>
    ${seat_tile(page, picture, seat, true)}
  </section>`;
}

/**
 * @param {Page} page
 * @param {Picture} picture
 * @param {number} seat
 * @param {boolean} own
 */
const seat_tile = (page, picture, seat, own) => html`
  <p class="who">
    ${own ? own_figure(page, seat) : figure(page, seat)}${name_line(isolated(name_of(page, seat)))} ${
      page.state.frame?.clocks ? clock(page, seat) : nothing
    }
    <span class="states">${words_for(page, picture, seat, own)}</span> ${reaction_at(page, seat)}
  </p>
  ${picture.in_front_of(seat, own)}`;

/** The latest reaction from a seat. @param {Page} page @param {number} seat */
export const reaction_at = (page, seat) =>
  page.state.reactions.length ? page.parts.reactions?.bubble(page, seat) : nothing;

/**
 * @param {Page} page
 * @param {Picture} picture
 * @param {number} seat
 */
function seat_class({ state }, picture, seat) {
  if (state.frame?.outcome?.winners.includes(seat)) return "seat won";
  if (state.frame?.asked.includes(seat)) return "seat asked";
  return picture.words_for(seat).length ? "seat subdued" : "seat";
}

/**
 * @param {Page} page
 * @param {Picture} picture
 * @param {number} seat
 * @param {boolean} own
 */
function words_for(page, picture, seat, own) {
  const { asked, outcome, places } = page.state.frame ?? {};
  const words = [...(own ? [page.say("you")] : []), ...picture.words_for(seat), ...presence(page, seat)].map((what) =>
    word(what),
  );
  // Whoever has sat down since has neither won nor lost.
  if (outcome && page.state.results?.games[0].names[seat] !== name_of(page, seat)) return words;
  if (outcome?.winners.includes(seat)) words.push(word(page.say("winner"), "winner"));
  else if (places) words.push(word(ordinal(page.say, places[seat])));
  if (!own && asked?.includes(seat)) words.push(html`<span class="word choosing">${page.say("choosing")}</span>`);
  return words;
}

/** @param {string} what @param {string} [kind] */
const word = (what, kind = "") => html`<span class="word ${kind}">${what}</span>`;

/**
 * Which bot plays for a seat, or that nobody is there.
 * @param {Page} page
 * @param {number} seat
 */
export function presence({ state, say }, seat) {
  const { here, bot, name, person } = state.table.seats[seat];
  if (bot) return [say(person ? "bot" : bot)]; // the others are named as bots
  return name === null || here ? [] : [say("away")];
}
