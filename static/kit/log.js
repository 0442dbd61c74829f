// @ts-check
// What has happened, newest first. Lines that fade are in italics, and then they are gone.

/** @import { Known, Page } from "#types/room" */
import { html, nothing } from "lit-html";

/** @param {Page} page */
export function log({ say, known }) {
  const lines = newest_first(known);
  if (!lines.length) return html`<p class="nothing-yet">${say("Nothing has happened yet.")}</p>`;
  const rows = lines.map((line) => html`<li class=${line.fades ? "fades" : ""}>${say(line.text)}</li>`);
  return html`<ol class="log" reversed>${rows}</ol>`;
}

/** The newest line, for pages on which the log has no place of its own. @param {Page} page */
export function latest({ say, known }) {
  const [line] = newest_first(known);
  return html`<p class="latest ${line?.fades ? "fades" : ""}" aria-hidden="true">${line ? say(line.text) : nothing}</p>`;
}

/**
 * Of one event what fades comes last, unless the log keeps the very same words.
 * @param {Known} known
 */
function newest_first({ lines, moments }) {
  const fading = moments.filter(
    ({ fades, seq, text }) =>
      fades && !lines.some((line) => line.seq === seq && JSON.stringify(line.text) === JSON.stringify(text)),
  );
  return [...lines, ...fading].sort((a, b) => a.seq - b.seq).reverse();
}
