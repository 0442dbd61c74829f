// @ts-check
// The tables before all have ended: those that wait for players, with what is known of them; of those that play,
// nothing but that they do.

/** @import { SharedTable } from "#types/api" */
/** @import { Page } from "#tables/page.js" */
import { html, nothing } from "lit-html";
import { person } from "#kit/person.js";
import { share_button } from "#kit/share_sheet.js";
import { isolated } from "#kit/text.js";
import { table_in_words } from "#tables/page.js";

/** @param {Page} page */
export function waiting(page) {
  const { tables, may_end } = page.state().told;
  const is_open = tables.some(({ dealt }) => !dealt);
  return html`${is_open ? about(page) : patience(page)} ${is_open ? invite(page) : nothing}
    <ul class="set-out">${tables.map((table) => card(page, table))}</ul>
    ${may_end ? ending(page) : nothing}`;
}

/** @param {Page} page */
const about = ({ say }) =>
  html`<p class="lead">${say(
    "The same deal lies on every table, and every seat draws the same as its like elsewhere. Sit at one; when all have ended, they are compared.",
  )}</p>`;

/** @param {Page} page */
const patience = ({ say }) => html`<div class="patience">
  <p class="lead">${say("The tables are playing. When all have ended, they are compared here.")}</p>
  <p class="note">${say("This page looks for that by itself. Until then no table learns anything of another.")}</p>
</div>`;

// --- The links --------------------------------------------------------------------------------------------------

/** One link for all tables: who opens it chooses. @param {Page} page */
function invite(page) {
  const { say, boot, state, copy_link } = page;
  const link = new URL(`/t/${boot.room}/tables`, boot.site).href;
  return html`<section class="invite-all" aria-labelledby="invite">
    <h2 id="invite">${say("Invite your friends")}</h2>
    <p>${say("Everyone who opens this link chooses a table.")}</p>
    <div class="link">
      <input readonly aria-label=${say("Link to these tables")} .value=${link} @focus=${select} />
      <button type="button" class="primary" @click=${() => copy_link(link, "all")}
      >${state().copied === "all" ? say("Copied") : say("Copy link")}</button>
      ${share_button(say, state().told.title, link)}
    </div>
  </section>`;
}

/** @param {FocusEvent} event */
function select({ target }) {
  /** @type {HTMLInputElement} */ (target).select();
}

// --- A table ----------------------------------------------------------------------------------------------------

/** @param {Page} page @param {SharedTable} table */
function card(page, table) {
  const { say } = page;
  const id = `table-${table.table}`;
  return html`<li class="set-table ${table.yours ? "own-table" : ""}" aria-labelledby=${id}>
    <h2 id=${id}>${table_in_words(page, table.table)}</h2>
    ${table.yours ? html`<b class="ribbon">${say("You sit here")}</b>` : nothing}
    ${table.dealt ? html`<p class="note">${say("The deal is being played here.")}</p>` : chairs(page, table)}
    ${ways(page, table)}
  </li>`;
}

/** @param {Page} page @param {SharedTable} table */
function chairs({ say }, { seats }) {
  return html`<ul class="chairs">${(seats ?? []).map(
    ({ name, bot }, seat) => html`<li class=${name ? "" : "free"}>
      ${name ? person(seat) : html`<span class="empty" aria-hidden="true"></span>`}
      <span>${name ? isolated(name) : say("Free seat {number}", { number: seat + 1 })}</span>
      ${bot ? html`<span class="note">${say("Bot")}</span>` : nothing}
    </li>`,
  )}</ul>`;
}

/** Where one can go: once it is dealt, only those who play there. @param {Page} page @param {SharedTable} table */
function ways(page, table) {
  const { say, boot, state, copy_link } = page;
  const { room, dealt, yours } = table;
  if (dealt && !yours) return nothing;
  const link = new URL(`/t/${room}`, boot.site).href;
  const name = table_in_words(page, table.table);
  const { label, is_first } = entrance(page, table);
  return html`<p class="ways">
    <a class="button ${is_first ? "primary" : ""}" href="/t/${room}">${label}<span class="unseen">: ${name}</span></a>
    ${
      dealt || !has_free_seats(table)
        ? nothing
        : html`<button type="button" @click=${() => copy_link(link, table.table)}
          >${state().copied === table.table ? say("Copied") : say("Copy link")}<span
          class="unseen">: ${name}</span></button>`
    }
  </p>`;
}

/** Nobody sits at two. @param {Page} page @param {SharedTable} table */
function entrance({ say, state }, table) {
  if (table.yours) return { label: say("To your table"), is_first: true };
  const sits = state().told.tables.some(({ yours }) => yours);
  if (!sits && has_free_seats(table)) return { label: say("Sit here"), is_first: true };
  return { label: say("Look in"), is_first: false };
}

/** @param {SharedTable} table */
const has_free_seats = ({ seats }) => (seats ?? []).some(({ name }) => !name);

// --- The end ----------------------------------------------------------------------------------------------------

/** Who set the tables may end their evening, after a second press. @param {Page} page */
function ending({ say, state, change, end }) {
  if (!state().is_ending)
    return html`<p class="end-evening"><button type="button" data-focus="end"
      @click=${() => ask(change)}>${say("End the evening…")}</button></p>`;
  const question = say(
    "Games that still go on are broken off and cannot be taken up again. The others are compared. Continue?",
  );
  return html`<div class="end-evening sure" role="group" aria-labelledby="sure">
    <p id="sure">${question}</p>
    <button type="button" id="keep-on" @click=${() => keep_on(change)}>${say("Cancel")}</button>
    <button type="button" class="primary" aria-describedby="sure" @click=${end}>${say("End the evening")}</button>
  </div>`;
}

/** The focus follows to what leaves all as it is. @param {Page["change"]} change */
function ask(change) {
  change({ is_ending: true });
  document.getElementById("keep-on")?.focus();
}

/** @param {Page["change"]} change */
function keep_on(change) {
  change({ is_ending: false });
  /** @type {HTMLElement | null} */ (document.querySelector('[data-focus="end"]'))?.focus();
}
