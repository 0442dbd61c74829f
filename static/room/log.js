// @ts-check
// The log, newest line first. Lines that fade are in italics until they are gone.

/** @import { Known, Page, Say } from "#types/room" */
/** @import { Line, Table } from "#types/wire" */
import { html, nothing } from "lit-html";
import { figure } from "#room/seats.js";

/** @param {Page} page */
export function log(page) {
  const { say, known, commands } = page;
  const lines = newest_first(known);
  if (!lines.length) return html`<p class="nothing-yet">${say("Nothing has happened yet.")}</p>`;
  const rows = lines.map(
    (line) => html`<li class=${line.fades ? "fades" : ""}>
    ${line.seat === null ? nothing : figure(page, line.seat)}${say(line.text)}</li>`,
  );
  return html`<ol class="log" reversed>${rows}</ol>
    ${known.has_earlier ? earlier(say, () => commands.bring("lines")) : nothing}`;
}

/** The button after the oldest of what is shown. @param {Say} say @param {() => void} bring */
export const earlier = (say, bring) =>
  html`<button type="button" class="small" data-focus="earlier" @click=${bring}>${say("Earlier")}</button>`;

/** The newest line, over the felt. @param {Page} page */
export function latest({ say, known }) {
  const [line] = newest_first(known);
  return html`<p class="latest ${line?.fades ? "fades" : ""}"
    aria-hidden="true">${line ? html`<span>${say(line.text)}</span>` : nothing}</p>`;
}

/** Of one event what fades comes last. @param {Known} known */
function newest_first({ lines, moments }) {
  const fading = moments.filter(({ fades }) => fades);
  return once([...lines, ...fading])
    .sort((a, b) => a.seq - b.seq)
    .reverse();
}

/** Without what fades where the log keeps the very same words. @param {Line[]} lines */
export function once(lines) {
  const kept = new Set(lines.filter(({ fades }) => !fades).map(spelled));
  return lines.filter((line) => !line.fades || !kept.has(spelled(line)));
}

/** @param {Line} line */
const spelled = ({ seq, text }) => JSON.stringify([seq, text]);

/**
 * Changes at the table that are announced to this reader at once.
 * @param {Say} say
 * @param {Table | null} before
 * @param {Table | null} now
 */
export function table_news(say, before, now) {
  if (!before || !now || before === now) return [];
  const { you } = now;
  const wishes = now.wishes.filter(
    ({ back, person }) => !back && before.wishes.every((other) => other.person !== person),
  );
  /** @type {[unknown, string][]} */
  const news = [
    [now.paused && !before.paused, "The game is paused."],
    [before.paused && !now.paused && now.state === "playing", "The game goes on."],
    [you.host && !before.you.host, "You are the host now."],
    [before.you.seats.length && !you.seats.length, "You are watching now."],
    [you.muted && !before.you.muted, "The host has muted you."],
  ];
  return [
    ...(you.host ? wishes.map(({ name }) => say("{name} would like to sit down.", { name })) : []),
    ...news.flatMap(([is_so, words]) => (is_so ? say(words) : [])),
  ];
}
