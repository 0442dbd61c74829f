// @ts-check
// The table before the game, from above: a chair for each seat, the reader's own nearest to them, and in the middle
// what will be played.

/** @import { Drawing, Page } from "#types/room" */
/** @import { Table } from "#types/wire" */
import { html, nothing } from "lit-html";
import { isolated } from "#kit/text.js";
import { date_line } from "#room/evening.js";
import { must_ask, seat_words } from "#room/people.js";
import { standing } from "#room/seats.js";
import { may_nudge } from "#state/gathered.js";

/** Half the breadth of a table by half its height: across a roomy window, and of a phone held upright. */
const [ACROSS, UPRIGHT] = [1.74, 0.76];
/** A chair whose back is farther than this from the reader has its words above it. */
const FAR = -0.1;

/** The seats that nobody has. @param {Table} table */
export const free_seats = ({ seats }) =>
  seats.flatMap(({ name, bot }, seat) => (name === null && bot === null ? [seat] : []));

/** @param {Page} page */
export function waiting_table(page) {
  const { say, state } = page;
  const { seats } = state.table;
  return html`<section class="seating" data-many=${seats.length} aria-labelledby="seating">
    <h2 id="seating" class="unseen">${say("Seats")}</h2>
    <div class="measured">
      <div class="table-top"></div>
      <ol class="chairs" aria-label=${say("Seats")}>${seats.map((_, seat) => chair(page, seat))}</ol>
      ${middle(page)}
    </div>
  </section>`;
}

/** @param {Page} page */
function middle(page) {
  const { say, state, boot, parts } = page;
  const free = free_seats(state.table).length;
  return html`<div class="middle">
    <p class="game-name">${boot.card.title}</p>
    ${date_line(page, "short")}
    <div class="loose">${parts.loose?.loose_pieces(page) ?? nothing}</div>
    <p class="missing">${free ? say("{free} seats are free. Send the link.", { free }) : nothing}</p>
  </div>`;
}

// --- Chairs ---------------------------------------------------------------------------------------------------

/** @param {Page} page @param {number} seat */
function chair(page, seat) {
  const { nudges } = page.state;
  const { seats, you } = page.state.table;
  const { x, y, across, upright } = place_of(seat - (you.seat ?? you.seats[0] ?? 0), seats.length);
  const look = [
    seats[seat].name === null ? "free" : "",
    y < FAR ? "far" : "",
    nudges.some(({ to }) => to.seat === seat) ? "nudged" : "",
  ];
  return html`<li class="chair ${look.join(" ")}" data-seat=${seat}
    .style=${`--x:${x};--y:${y};--across:${across}deg;--upright:${upright}deg`}>${at_chair(page, seat)}</li>`;
}

/**
 * Where a chair stands on an ellipse of radius 1, clockwise from the reader, and how far it is turned.
 * @param {number} nth
 * @param {number} many
 */
function place_of(nth, many) {
  const angle = Math.PI * (0.5 + (2 * nth) / many);
  const [x, y] = [Math.cos(angle), Math.sin(angle)].map((each) => Number(each.toFixed(4)));
  /** @param {number} ratio */
  const turned = (ratio) => Math.round((Math.atan2(y * ratio, x) * 180) / Math.PI) - 90;
  return { x, y, across: turned(ACROSS), upright: turned(UPRIGHT) };
}

/** The chair as a button, if there is anything to do with it. @param {Page} page @param {number} seat */
function at_chair(page, seat) {
  const { say, state, commands, change } = page;
  const inside = [CHAIR, sitter(page, seat), words(page, seat)];
  if (!offers_something(state.table, seat)) return html`<div class="sits">${inside}</div>`;
  const number = seat + 1;
  if (sits_at_once(state.table, seat)) {
    const off = state.connection !== "open";
    const label = must_ask(state.table) ? "Ask for this seat, seat {number}" : "Sit here, seat {number}";
    return html`<button type="button" class="plain sits" data-focus="chair-${seat}" aria-label=${say(label, { number })}
      aria-disabled=${off ? "true" : nothing} @click=${() => off || commands.sit(seat)}>${inside}</button>`;
  }
  /** @param {Event & { currentTarget: Element }} event */
  function open({ currentTarget }) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    change({ at_chair: { seat, x: left + width / 2, y: top + height / 2 } });
  }
  return html`<button type="button" class="plain sits" data-focus="chair-${seat}" aria-haspopup="dialog"
    aria-label=${state.table.seats[seat].name === null ? say("Free seat {number}", { number }) : nothing}
    @click=${open}>${inside}</button>`;
}

/** Whoever has no seat takes a free one. @param {Table} table @param {number} seat */
const sits_at_once = ({ you, seats }, seat) => !you.host && !you.seats.length && seats[seat].name === null;

/**
 * A player's chair concerns only themselves, the host, and whoever waits for them.
 * @param {Table} table
 * @param {number} seat
 */
function offers_something(table, seat) {
  const { you, seats, wishes } = table;
  if (you.host || you.seats.includes(seat) || may_nudge(table, [], seat)) return true;
  const asks = wishes.some(({ person }) => person === you.person);
  return !asks && seats[seat].person === null;
}

/** Whoever sits there, or the sign that somebody may. @param {Page} page @param {number} seat @returns {Drawing} */
function sitter(page, seat) {
  const { seats } = page.state.table;
  const { name, person } = seats[seat];
  if (name === null) return PLUS;
  const nth = seats.slice(0, seat).filter((other) => other.person === person).length;
  return html`<span class="sitter" data-k="sits-${person ? `${person}-${nth}` : `bot-${seat}`}"
    data-mark>${standing(page, seat, "rest")}</span>`;
}

/** @param {Page} page @param {number} seat */
function words(page, seat) {
  const { say, state } = page;
  const { name } = state.table.seats[seat];
  const free = sits_at_once(state.table, seat)
    ? must_ask(state.table)
      ? "Ask for this seat"
      : "Sit here"
    : "Free seat";
  return html`<span class="tag"><b class="name">${name === null ? say(free) : isolated(name)}</b>
    ${seat_words(page, seat).map((word) => html`<span class="word">${word}</span> `)}</span>`;
}

// From above, its back away from the table.
const CHAIR = html`<svg class="seat-of-wood" viewBox="0 0 100 100" aria-hidden="true">
  <path class="shade" d="M18 22Q50 8 82 22L92 70Q96 92 50 98Q4 92 8 70Z"></path>
  <path class="wood" d="M22 16Q50 6 78 16L86 70Q50 84 14 70Z"></path>
  <path class="cushion" d="M28 22Q50 14 72 22L78 62Q50 72 22 62Z"></path>
  <path class="wood back" d="M6 64Q10 58 16 62Q50 82 84 62Q90 58 94 64Q100 84 50 94Q0 84 6 64Z"></path>
  <path class="line" d="M14 70Q50 90 86 70"></path>
</svg>`;
const PLUS = html`<svg class="plus" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 5V19M5 12H19"></path></svg>`;
