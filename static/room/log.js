// @ts-check
// The log, newest line first. Fading lines are in italics until they disappear.

/** @import { Known, Page, Parts, Say } from "#types/room" */
/** @import { Line } from "#types/wire" */
import { html, nothing } from "lit-html";
import { figure } from "#room/seats.js";

/** @param {Page} page */
export function log(page) {
  const { say, known, commands } = page;
  const lines = told(known);
  if (!lines.length) return html`<p class="nothing-yet">${say("Nothing has happened yet.")}</p>`;
  /** @param {Line} line */
  const row = (line) => html`<li class=${line.fades ? "fades" : ""}>
    ${line.seat === null ? nothing : figure(page, line.seat)}${say(line.text)}</li>`;
  const rows = noise(known.lines, page.parts)?.rows(page, lines, row) ?? lines.map(row).reverse();
  return html`<ol class="log" reversed>${rows}</ol>
    ${known.has_earlier ? earlier(say, () => commands.bring("lines")) : nothing}`;
}

/** The button below the oldest line shown. @param {Say} say @param {() => void} bring */
export const earlier = (say, bring) =>
  html`<button type="button" class="small" data-focus="earlier" @click=${bring}>${say("Earlier")}</button>`;

/** The newest line, over the felt. @param {Page} page */
export function latest({ say, known, parts }) {
  const lines = told(known);
  const line = noise(known.lines, parts)?.latest(lines) ?? lines.at(-1);
  return html`<p class="latest ${line?.fades ? "fades" : ""}"
    aria-hidden="true">${line ? html`<span>${say(line.text)}</span>` : nothing}</p>`;
}

/** The part that folds repeated lines, once there are some. @param {Line[]} lines @param {Parts} parts */
export const noise = (lines, parts) => (has_run(lines) ? parts.noise() : null);

/** Whether somebody has done the same twice in a row. @param {Line[]} lines */
export const has_run = (lines) =>
  lines.some(({ seat, text }, nth) => seat === lines[nth - 1]?.seat && text.text === lines[nth - 1].text.text);

/** Oldest first; fading lines of an event come last. @param {Known} known */
function told({ lines, moments }) {
  const fading = moments.filter(({ fades }) => fades);
  return once([...lines, ...fading]).sort((a, b) => a.seq - b.seq);
}

/** Without fading lines that a lasting one repeats word for word. @param {Line[]} lines */
export function once(lines) {
  const kept = new Set(lines.filter(({ fades }) => !fades).map(spelled));
  return lines.filter((line) => !line.fades || !kept.has(spelled(line)));
}

/** @param {Line} line */
const spelled = ({ seq, text }) => JSON.stringify([seq, text]);
