// @ts-check
// When the evening begins, in the reader's zone and language, and how long that is; the way into their calendar, and to
// where people talk.

/** @import { Drawing, Page, Say } from "#types/room" */
/** @import { Table } from "#types/wire" */
import { html, nothing } from "lit-html";
import { date_in_words } from "#kit/dates.js";
import { language } from "#kit/text.js";
import { evening_now } from "#state/evening.js";
import { minutes_until } from "#state/gathered.js";

const HOUR = 60;
const DAY = 24 * HOUR;

/**
 * The date, and how long it is until then; nothing if there is none.
 * @param {Page} page
 * @param {"long" | "short"} names
 * @returns {Drawing}
 */
export function date_line({ say, state }, names = "long") {
  const evening = evening_now(state);
  if (evening === null) return nothing;
  const minutes = minutes_until(evening, state.now);
  const words = minutes > 0 ? say("{time} to go", { time: lasting(minutes) }) : say("It has begun.");
  return html`<p class="when"><time datetime=${new Date(evening).toISOString()}>${date_in_words(evening, names)}</time>
    <span class="away">${words}</span></p>`;
}

/** The two greatest units of so many minutes. @param {number} minutes */
function lasting(minutes) {
  const [days, hours] = [Math.floor(minutes / DAY), Math.floor((minutes % DAY) / HOUR)];
  if (days) return [unit(days, "day"), ...(hours ? [unit(hours, "hour")] : [])].join(" ");
  const rest = minutes % HOUR;
  return [...(hours ? [unit(hours, "hour")] : []), ...(rest || !hours ? [unit(rest, "minute")] : [])].join(" ");
}

/** @param {number} count @param {"day" | "hour" | "minute"} name */
const unit = (count, name) =>
  new Intl.NumberFormat(language(), {
    style: "unit",
    unit: name,
    unitDisplay: name === "day" ? "long" : "short",
  }).format(count);

/** The links that belong to an evening. @param {Page} page @returns {Drawing[]} */
export function evening_links(page) {
  const { say, state, boot } = page;
  const { talk, sharing } = state.table;
  return [
    ...(sharing
      ? [html`<a class="button small" href="/t/${boot.room}/tables">${shared_in_words(say, sharing)}</a>`]
      : []),
    ...(talk ? [talk_link(page, talk)] : []),
    ...(evening_now(state) === null
      ? []
      : [html`<a class="button small" href="/t/${boot.room}/evening.ics" download>${say("Add to calendar")}</a>`]),
  ];
}

/** @param {Say} say @param {NonNullable<Table["sharing"]>} sharing */
const shared_in_words = (say, { table, tables, over }) =>
  over ? say("Compare the tables") : say("Table {table} of {tables} with one deal", { table, tables });

/** It leads elsewhere, which is said before. @param {Page} page @param {string} talk */
const talk_link = ({ say }, talk) => html`<a class="button small talk-link" href=${talk} target="_blank"
  rel="noopener noreferrer" title=${say("Opens in a new tab")}>
  ${say("We talk here: {host}", { host: new URL(talk).host })}
  ${AWAY}</a>`;

const AWAY = html`<svg class="leads-away" viewBox="0 0 16 16" aria-hidden="true">
  <path d="M6 3H3V13H13V10M9 3H13V7M13 3L7 9"></path>
</svg>`;
