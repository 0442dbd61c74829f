// @ts-check
// What the tables made of their deal, as in duplicate bridge: each seat beside the same seat at the other tables, which
// had the same chances; and the people by how they did in theirs.

/** @import { SeatCompared, TableCompared } from "#types/api" */
/** @import { Page } from "#tables/page.js" */
import { html, nothing } from "lit-html";
import { ordinal } from "#kit/ordinal.js";
import { person } from "#kit/person.js";
import { isolated, language } from "#kit/text.js";
import { table_in_words } from "#tables/page.js";

/** A table whose game ended by its rules. @typedef {TableCompared & { seats: SeatCompared[] }} Ended */
/** How somebody did. @typedef {SeatCompared & { table: number, place: number }} Ranked */

/** @param {Page} page */
export function comparison(page) {
  const { say, state } = page;
  const results = state().told.results ?? [];
  const ended = results.filter(/** @returns {result is Ended} */ (result) => result.seats !== null);
  const stopped = state().told.tables.filter(({ table }) => !ended.some((other) => other.table === table));
  return html`${ended.length > 1 ? [ranking(page, ended), grid(page, ended)] : alone(page, ended)}
    ${
      stopped.length
        ? html`<p class="note">${say("Broken off, and not compared: {tables}.", {
            tables: stopped.map(({ table }) => table_in_words(page, table)),
          })}</p>`
        : nothing
    }
    ${replays(page, results)}`;
}

/** @param {Page} page @param {Ended[]} ended */
const alone = (page, ended) => html`<p class="lead">${page.say(
  ended.length
    ? "Only one table ended its game, so there is nothing to compare it with."
    : "The evening ended before any table had played the deal to its end.",
)}</p>
  ${ended.length ? grid(page, ended) : nothing}`;

/** @param {number} share  0 to 1 */
const percent = (share) => new Intl.NumberFormat(language(), { style: "percent" }).format(share);

// --- People -----------------------------------------------------------------------------------------------------

/** @param {Page} page @param {Ended[]} ended */
function ranking(page, ended) {
  const { say } = page;
  return html`<section aria-labelledby="ranking">
    <h2 id="ranking">${say("Who made the most of their seat")}</h2>
    <ol class="by-share">${ranked(ended).map((who) => rank(page, who))}</ol>
    <p class="note">${say(
      "Each seat is compared with the same seat at the other tables: two points for each where it did worse, one for each where it did as well. The percentage is that of all points there are.",
    )}</p>
  </section>`;
}

/** The best share first; equals share a place. @param {Ended[]} ended @returns {Ranked[]} */
function ranked(ended) {
  const all = ended.flatMap(({ table, seats }) => seats.map((seat) => ({ ...seat, table })));
  return all
    .map((who) => ({ ...who, place: 1 + all.filter(({ share }) => share > who.share).length }))
    .sort((one, other) => other.share - one.share || one.seat - other.seat || one.table - other.table);
}

/** @param {Page} page @param {Ranked} who */
function rank(page, who) {
  const { say } = page;
  const { name, bot, seat, table, share, place } = who;
  const where = say("{table}, seat {number}", { table: table_in_words(page, table), number: seat + 1 });
  return html`<li class=${place === 1 ? "first" : ""}>
    <b class="nth">${nth(page, place)}</b> ${person(seat)}
    <span class="who"><span class="named">${isolated(name)}</span> <span class="note">${where}${
      bot ? html` · ${say("Bot")}` : nothing
    }</span></span>
    <span class="bar-of"><svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="whole" width="100" height="6"></rect>
      <rect class="part" width=${100 * share} height="6"></rect>
    </svg></span>
    <b class="share">${percent(share)}</b>
  </li>`;
}

/** There are words for the first six. @param {Page} page @param {number} place */
const nth = ({ say }, place) => (place <= 6 ? ordinal(say, { place }) : `${place}.`);

// --- Seats and tables -------------------------------------------------------------------------------------------

/**
 * Rows are seats, columns are tables. What does not fit beside the others goes below them, so every cell says whose it
 * is; the roles are spelled out, since a table that is laid out otherwise is none for some readers.
 * @param {Page} page
 * @param {Ended[]} ended
 */
function grid(page, ended) {
  const { say } = page;
  const seats = ended[0].seats.map(({ seat }) => seat);
  return html`<section aria-labelledby="compared">
    <h2 id="compared">${say("Seat by seat")}</h2>
    <table class="compared" role="table" aria-labelledby="compared">
      <thead class="unseen" role="rowgroup">
        <tr role="row"><th scope="col" role="columnheader">${say("Seat")}</th>${ended.map(
          ({ table }) => html`<th scope="col" role="columnheader">${table_in_words(page, table)}</th>`,
        )}</tr>
      </thead>
      <tbody role="rowgroup">${seats.map((seat) => row(page, seat, ended))}</tbody>
    </table>
  </section>`;
}

/** @param {Page} page @param {number} seat @param {Ended[]} ended */
function row(page, seat, ended) {
  const best = Math.max(...ended.map(({ seats }) => seats[seat].share));
  return html`<tr role="row">
    <th scope="row" role="rowheader">${page.say("Seat {number}", { number: seat + 1 })}</th>
    ${ended.map((result) => cell(page, result, result.seats[seat], ended.length > 1 ? best : null))}
  </tr>`;
}

/**
 * @param {Page} page
 * @param {Ended} result
 * @param {SeatCompared} made
 * @param {number | null} best  share of this seat; null: it is not compared
 */
function cell(page, { table }, { seat, name, bot, has, won, share }, best) {
  const { say } = page;
  return html`<td role="cell" class=${share === best ? "best" : ""}>
    <span class="at note" aria-hidden="true">${table_in_words(page, table)}</span>
    <span class="who">${person(seat)} <span class="named">${isolated(name)}</span></span>
    <span class="made">${say(has)}</span>
    <span class="marks">${won ? html`<b class="ribbon">${say("winner")}</b>` : nothing}
      ${bot ? html`<span class="note">${say("Bot")}</span>` : nothing}</span>
    ${best === null ? nothing : html`<b class="share">${percent(share)}</b>`}
  </td>`;
}

// --- Looking back -----------------------------------------------------------------------------------------------

/** @param {Page} page @param {TableCompared[]} results */
function replays(page, results) {
  const { say } = page;
  const open = results.filter((result) => result.open);
  if (!open.length) return nothing;
  return html`<section class="look-back" aria-labelledby="look-back">
    <h2 id="look-back">${say("Look back")}</h2>
    <p class="ways">${open.map(
      ({ table, room, game }) =>
        html`<a class="button" href="/t/${room}/replay?game=${game}">${say("Watch again: {table}", {
          table: table_in_words(page, table),
        })}</a> `,
    )}</p>
    ${open.length > 1 ? pair(page, open) : nothing}
  </section>`;
}

/** Two of them side by side. @param {Page} page @param {TableCompared[]} open */
function pair(page, open) {
  const { say, state, change } = page;
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  function show(event) {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget);
    const [one, other] = ["one", "other"].map((name) => Number(chosen.get(name)));
    if (one === other) return change({ problem: say("Choose two different tables."), beside: null });
    change({ problem: "", beside: [one, other] });
    document.getElementById("beside")?.scrollIntoView({ block: "start" });
    document.getElementById("beside-title")?.focus();
  }
  /** @param {string} name @param {string} label @param {number} first */
  const choice = (name, label, first) => html`<select name=${name} aria-label=${label}>
    ${open.map(
      ({ table }, nth) =>
        html`<option value=${table} ?selected=${nth === first}>${table_in_words(page, table)}</option>`,
    )}
  </select>`;
  return html`<form class="pair" @submit=${show}>
    ${choice("one", say("One table"), 0)} ${choice("other", say("The other table"), 1)}
    <button class=${state().beside ? "" : "primary"}>${say("Watch side by side")}</button>
  </form>`;
}
