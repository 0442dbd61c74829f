// @ts-check
// The log, newest line first. Fading lines are in italics until they disappear.

/** @import { Drawing, Page, Say } from "#types/room" */
/** @import { State } from "#state/state.js" */
/** @import { Line } from "#types/wire" */
import { html, nothing } from "lit-html";
import { once } from "#kit/lines.js";
import { MORE_ROWS, rows_before, rows_of } from "#kit/rows.js";
import { is_unfolded } from "#room/noise.js";
import { figure, people_in_words } from "#room/seats.js";

/** @param {Page} page */
export function log(page) {
  const { say, state, dispatch, commands } = page;
  const lines = told(state);
  if (!lines.length) return html`${aside(page)}<p class="nothing-yet">${say("Nothing has happened yet.")}</p>`;
  const entries = page.noise.runs(lines);
  const before = rows_before(entries.length, MORE_ROWS * (1 + state.more_told));
  function more() {
    dispatch({ type: "more", of: "log" });
    if (!before) commands.bring("lines");
  }
  const people = people_in_words(page);
  const rows = rows_of(
    entries.slice(before).reverse(),
    ({ items: [first] }) => first,
    (entry) => page.noise.folded(page, entry, row) ?? row(page, entry.items[0]),
    ({ text, items: [{ seq }] }) => [text ?? people, is_unfolded(state, seq)],
  );
  return html`${aside(page)}<ol class="log" reversed>${rows}</ol>
    ${before || state.has_earlier ? earlier(say, more) : nothing}`;
}

/** A player has notes of their own, and in practice may ask what they could know. @param {Page} page */
function aside({ say, state, change }) {
  const { table, frame } = state;
  /** @param {string} focus @param {string} words @param {Parameters<Page["change"]>[0]} fields */
  const button = (focus, words, fields) => html`<button type="button" class="small" data-focus=${focus}
    @click=${() => change(fields)}>${say(words)}</button>`;
  return [
    table.state === "playing" && typeof frame?.you === "number"
      ? button("notes", "Notes", { takes_notes: true })
      : nothing,
    table.could_be ? button("could-be", "What could it be?", { wonders: true, could_be: null }) : nothing,
  ];
}

/** @param {Page} page @param {Line} line @returns {Drawing} */
const row = (page, line) => html`<li class=${line.fades ? "fades" : is_aside(line) ? "aside" : ""}>
    ${line.seat === null ? nothing : figure(page, line.seat)}${page.say(line.text)}</li>`;

/** The button below the oldest line shown. @param {Say} say @param {() => void} bring */
export const earlier = (say, bring) =>
  html`<button type="button" class="small" data-focus="earlier" @click=${bring}>${say("Earlier")}</button>`;

/** No move, but how somebody came to one. @param {Line} line */
const is_aside = ({ kind }) => kind === "hinted";

/** @param {Page} page */
export const latest_line = ({ state, noise }) =>
  noise.latest(told(state).filter((each) => !is_aside(each) && !is_on_a_slip(state, each)));

/** The newest line, over the felt. @param {Page} page */
export function latest(page) {
  const line = latest_line(page);
  return html`<p class="latest ${line?.fades ? "fades" : ""}"
    aria-hidden="true">${line ? html`<span>${page.say(line.text)}</span>` : nothing}</p>`;
}

/** Whether a slip tells players what is proposed, and who agrees. @param {Page["state"]} state @param {Line} line */
const is_on_a_slip = ({ table: { proposal, you } }, { kind }) =>
  proposal !== null && you.seats.length > 0 && /proposed|agreed/.test(kind);

/** Oldest first; fading lines of an event come last. @param {State} state */
function told({ lines, moments }) {
  const fading = moments.filter(({ fades }) => fades);
  return fading.length ? once([...lines, ...fading]).sort((a, b) => a.seq - b.seq) : lines;
}
