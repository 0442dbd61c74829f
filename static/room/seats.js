// @ts-check
// Players: a tile for each opponent, and the reader's own place. A seat's state is always in words, too.

/** @import { Drawing, Page, Picture, Say } from "#types/room" */
/** @import { State } from "#state/state.js" */
/** @import { Level } from "#types/wire" */
import { html, nothing } from "lit-html";
import { ordinal } from "#kit/ordinal.js";
import { name_line, person } from "#kit/person.js";
import { isolated, language } from "#kit/text.js";
import { clock } from "#room/clock.js";
import { is_nudged } from "#state/evening.js";

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

/**
 * The player on a seat, standing at the table.
 * @param {Page} page
 * @param {number} seat
 * @param {import("#kit/person.js").State} [as]
 */
export const standing = ({ state }, seat, as = mood(state.frame, seat)) =>
  person(seat, state.table.seats[seat]?.figure, as);

/** What a figure shows; it is in words, too. @param {State["frame"]} frame @param {number} seat */
export function mood(frame, seat) {
  const winners = frame?.outcome?.winners ?? [];
  if (winners.length) return winners.includes(seat) ? "happy" : "low";
  return frame?.asked.includes(seat) ? "thinking" : "rest";
}

/** The figure of the player on a seat. @param {Page} page @param {number} seat */
export const figure = ({ state }, seat) => person(seat, state.table.seats[seat]?.figure);

/** One's own figure, as a button to choose another. @param {Page} page @param {number} seat */
export const own_figure = (page, seat) => html`<button type="button" class="plain own-figure"
  data-focus="figure-of-${seat}" aria-haspopup="dialog" aria-label=${page.say("Choose your figure")}
  @click=${() => page.commands.choose_figure(seat)}>${figure(page, seat)}</button>`;

const HELD_MS = 500;

/**
 * At the table it offers reactions, too: pressed, held, or pressed with the other button of a mouse.
 * @param {Page} page
 * @param {number} seat
 */
function own_standing(page, seat) {
  /** @param {Element} figure */
  function offer(figure) {
    const { left: x, top: y } = figure.getBoundingClientRect();
    page.change({ reacting: { seat, x, y } });
  }
  /** @param {Event & { currentTarget: Element }} event */
  function press(event) {
    event.preventDefault();
    offer(event.currentTarget);
  }
  return html`<button type="button" class="plain own-figure" data-focus="figure-at-${seat}" aria-haspopup="dialog"
    aria-label=${page.say("React, or choose your figure")} @click=${press} @contextmenu=${press}
    @pointerdown=${held(offer)}>${standing(page, seat)}</button>`;
}

/**
 * A finger that has been held moves on to what has opened, and chooses where it is lifted.
 * @param {(figure: Element) => void} offer
 */
const held =
  (offer) =>
  (/** @type {PointerEvent & { currentTarget: Element }} */ { currentTarget: figure }) => {
    const timer = setTimeout(() => offer(figure), HELD_MS);
    const end = new AbortController();
    /** @param {PointerEvent} event */
    function lift({ type, clientX, clientY }) {
      clearTimeout(timer);
      end.abort();
      const under = document.elementFromPoint(clientX, clientY)?.closest("#figure-menu button");
      if (type === "pointerup" && under instanceof HTMLElement) under.click();
    }
    for (const ends of ["pointerup", "pointercancel"])
      addEventListener(ends, /** @type {EventListener} */ (lift), { signal: end.signal });
  };

/** The seat drawn nearest: the reader's own, or the one whose hand a spectator is shown. @param {State} state */
export const nearest_seat = ({ table, frame }) => table?.you.seat ?? frame?.delayed?.eyes ?? null;

/**
 * The other seats, clockwise from the reader's left.
 * @param {Page} page
 * @param {Picture} picture
 */
export function opponents(page, picture) {
  const { seats } = page.state.table;
  const nearest = nearest_seat(page.state);
  const first = (nearest ?? -1) + 1;
  const others = seats.map((_, nth) => (first + nth) % seats.length).filter((seat) => seat !== nearest);
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
 * The reader's own place; for a spectator, that of the seat whose hand they are shown, or nothing.
 * @param {Page} page
 * @param {Picture} picture
 * @returns {Drawing}
 */
export function own_place(page, picture) {
  const seat = nearest_seat(page.state);
  if (seat === null) return nothing;
  const look = [seat_class(page, picture, seat), is_nudged(page.state) ? "nudged" : ""].join(" ");
  const own = seat === page.state.table.you.seat;
  const title = page.say(own ? "Your place" : "Place of {seat}", { seat: { seat } });
  return html`<section class="place ${look}" aria-label=${title}>
    <h2 class="unseen">${title}</h2>
    ${seat_tile(page, picture, seat, own, true)}
  </section>`;
}

/**
 * @param {Page} page
 * @param {Picture} picture
 * @param {number} seat
 * @param {boolean} own
 * @param {boolean} [is_near]
 */
const seat_tile = (page, picture, seat, own, is_near = false) => html`
  <p class="who">
    ${own ? own_standing(page, seat) : standing(page, seat)}${name_line(
      isolated(name_of(page, seat)),
      character(page, seat),
    )} ${page.state.frame?.clocks ? clock(page, seat) : nothing}
    <span class="states">${words_for(page, picture, seat, own)}</span>
    ${progress(picture, seat)}
  </p>
  ${decides(page.state, seat) ? DECIDING : nothing}${picture.in_front_of(seat, is_near)}`;

/** @type {Record<Level, string>} */
const CHARACTERS = {
  easy: "{name} forgets or mixes up some of what was to be seen, and decides in haste.",
  medium: "{name} remembers what was to be seen lately, and plays by good habits.",
  good: "{name} remembers most of what was to be seen, and looks a little ahead.",
  strong: "{name} remembers everything, and plays many games ahead before deciding.",
};

/** What to expect of a bot. @param {Page} page @param {number} seat */
export function character({ say, state }, seat) {
  const { name, bot, person } = state.table.seats[seat];
  return bot && person === null ? say(CHARACTERS[bot], { name: name ?? "" }) : undefined;
}

/** Whether a bot is about to move. @param {Page["state"]} state @param {number} seat */
const decides = ({ frame, table }, seat) => table.seats[seat].bot !== null && frame?.asked.includes(seat);

/** A line of brass that walks round the tile. */
const DECIDING = html`<svg class="deciding" aria-hidden="true">
  <rect width="100%" height="100%" rx="10" pathLength="100" />
</svg>`;

/** @param {Picture} picture @param {number} seat */
function progress(picture, seat) {
  const words = picture.standing?.(seat);
  return words ? html`<span class="progress">${words}</span>` : nothing;
}

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
  const words = [...picture.words_for(seat), ...presence(page, seat), ...ready_words(page, seat)].map((what) =>
    word(what),
  );
  if (own) words.unshift(word(page.say("you"), "oneself"));
  // Whoever has sat down since has neither won nor lost.
  if (outcome && page.state.results?.games[0].names[seat] !== name_of(page, seat)) return words;
  if (outcome?.winners.includes(seat)) words.push(word(page.say("winner"), "winner"));
  else if (places) words.push(word(ordinal(page.say, places[seat])));
  if (!own && asked?.includes(seat)) words.push(html`<span class="word choosing">${page.say("choosing")}</span>`);
  return words;
}

/** @param {Drawing} what @param {string} [kind] */
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

const TICK = html`<svg class="tick" viewBox="0 0 16 16" aria-hidden="true">
  <path d="M2.5 8.5L6.5 12.5L13.5 4"></path>
</svg>`;

/** @param {Page} page @param {number} seat @returns {Drawing[]} */
export const ready_words = ({ say, state: { table } }, seat) =>
  table.state !== "playing" && table.seats[seat].ready ? [html`${TICK}${say("ready")}`] : [];
