// @ts-check
// What happened before: brings earlier lines of the log and the results of all games, which a page is not sent when it
// opens, and tells what was missed.

/** @import { Boot, Known, Page } from "#types/room" */
/** @import { Line, Results } from "#types/wire" */
import { html } from "lit-html";

/** Those said before the oldest that the page has. @param {Boot} boot @param {Known} known */
export async function lines({ room }, known) {
  const seat = known.table?.you.seat ?? null;
  const path = `/api/rooms/${room}/lines${seat === null ? "" : `?seat=${seat}`}`;
  const told = /** @type {Line[]} */ (await answer_to(path));
  const [oldest] = known.lines;
  if (!oldest || !known.has_earlier || known.table?.you.seat !== seat) return;
  const before = told.filter(({ seq }) => seq <= oldest.seq);
  known.lines = [...before, ...known.lines.filter(({ seq }) => seq > oldest.seq)];
  known.has_earlier = false;
}

/** Those of all games. @param {Boot} boot @param {Known} known */
export async function results({ room }, known) {
  known.results = /** @type {Results} */ (await answer_to(`/api/rooms/${room}/results`));
}

/** @param {string} path */
async function answer_to(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/**
 * Lines told while the reader did not see the table: the connection was lost, or the page hidden.
 * @param {Page} page
 */
export function missed({ say, known, commands }) {
  const lines = known.missed;
  const count = new Set(lines.map(({ seq }) => seq)).size;
  return html`<section class="missed" aria-labelledby="missed">
    <h2 id="missed">${say("Back after {count} moves", { count })}</h2>
    <ol>${lines.map(({ text }) => html`<li>${say(text)}</li>`)}</ol>
    <button type="button" class="small" data-focus="missed" @click=${commands.close_missed}>${say("Close")}</button>
  </section>`;
}
