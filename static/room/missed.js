// @ts-check
// What happened while this reader did not see the table: the connection was lost, or the page hidden.

/** @import { Page, Say } from "#types/room" */
/** @import { Line } from "#types/wire" */
import { html } from "lit-html";

/** Of the lines that were missed, so many are announced: the newest. */
const MOST_TOLD = 3;

/** @param {Pick<Page, "say" | "state" | "noise" | "commands">} page */
export function missed({ say, state, noise, commands }) {
  return html`<section class="missed" aria-labelledby="missed">
    <h2 id="missed">${title(say, state.missed)}</h2>
    <ol>${noise.in_short(state.missed).map(({ text }) => html`<li>${say(text)}</li>`)}</ol>
    <button type="button" class="small" data-focus="missed" @click=${commands.close_missed}>${say("Close")}</button>
  </section>`;
}

/** As announced. @param {Pick<Page, "say" | "noise">} page @param {Line[]} lines */
export const missed_in_words = ({ say, noise }, lines) => [
  `${title(say, lines)}.`,
  ...noise
    .in_short(lines)
    .slice(-MOST_TOLD)
    .map(({ text }) => say(text)),
];

/** @param {Say} say @param {Line[]} lines */
const title = (say, lines) => say("Back after {count} moves", { count: new Set(lines.map(({ seq }) => seq)).size });
