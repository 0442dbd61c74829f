// @ts-check
// What people at the table say and how they react, beside their figures for a moment: over names and edges, and never
// over pieces. All of it is also announced, and the chat keeps the words: bubbles are only to be seen.

/** @import { Page, Say } from "#types/room" */
/** @import { Chat, Nudged, Reacted, Table } from "#types/wire" */
import { html } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { SPACIOUS } from "#kit/screen.js";
import { isolated } from "#kit/text.js";
import { nudge_in_words, REACTION_WORDS } from "#room/news.js";
import { face } from "#room/reactions.js";

/** From the edges of the window, and from a figure. */
const GAP = 6;

/** Whoever has just reacted says nothing meanwhile. @param {Page} page */
export function bubbles({ state, say }) {
  const { nudges, table } = state;
  const reacting = state.reactions.map(({ from }) => from.name);
  const said = [...state.spoken.filter(({ from }) => !reacting.includes(from.name)), ...state.reactions, ...nudges];
  const key = (/** @type {Chat | Reacted | Nudged} */ each) => ("seq" in each ? each.seq : each);
  return html`<div class="bubbles" aria-hidden="true">${repeat(said, key, (each) => bubble(say, each, table))}</div>`;
}

/** The name shows where no figure does. @param {Say} say @param {Chat | Reacted | Nudged} said @param {Table} table */
const bubble = (say, said, table) => html`<p class="bubble ${said.type === "reaction" ? "reaction" : "speech"}"
  data-of=${said.from.seat ?? ""}><b class="name">${isolated(said.from.name)}</b> ${inside(say, said, table)}</p>`;

/** @param {Say} say @param {Chat | Reacted | Nudged} said @param {Table} table */
function inside(say, said, table) {
  if (said.type === "nudge") return html`<span class="words">${nudge_in_words(say, said, table)}</span>`;
  if (said.type === "chat") return html`<span class="words" dir="auto">${said.text}</span>`;
  return html`${face(said.what)}<span>${say(REACTION_WORDS[said.what])}</span>`;
}

/** Puts each new bubble in its place. @param {ParentNode} root */
export function place_bubbles(root) {
  for (const drawn of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".bubble:not(.placed)"))) {
    const figure = figure_of(root, drawn.dataset.of ?? "");
    drawn.classList.add(figure ? "placed" : "far", "placed");
    const { x, y } = figure ? beside(figure, drawn) : at_the_edge(drawn);
    drawn.style.left = `${Math.max(GAP, Math.min(x, innerWidth - drawn.offsetWidth - GAP))}px`;
    drawn.style.top = `${Math.max(GAP, y)}px`;
  }
}

/** In a window of another shape each has another place. @param {ParentNode} root */
export function place_again(root) {
  for (const drawn of root.querySelectorAll(".bubble")) drawn.classList.remove("placed", "far");
  place_bubbles(root);
}

/** If it is to be seen. @param {ParentNode} root @param {string} seat */
function figure_of(root, seat) {
  const at_table = `:is(.felt, .place) .person[data-seat="${seat}"]`;
  return [...root.querySelectorAll(at_table)].find((figure) => figure.getClientRects().length) ?? null;
}

/** @param {Element} figure @param {HTMLElement} drawn */
function beside(figure, drawn) {
  return figure.closest(".place") ? beside_ones_own(figure, drawn) : over_the_name(figure, drawn);
}

/**
 * From the name upwards; if that would cover the things of the player above, at the side of the tile.
 * @param {Element} figure
 * @param {HTMLElement} drawn
 */
function over_the_name(figure, drawn) {
  const tile = figure.closest("li") ?? figure;
  const name = (tile.querySelector(".name") ?? figure).getBoundingClientRect();
  const { right, left } = tile.getBoundingClientRect();
  const y = name.bottom - drawn.offsetHeight;
  const above = tile.previousElementSibling?.getBoundingClientRect();
  const x = Math.max(name.left, figure.getBoundingClientRect().right) - GAP;
  if (!above || above.left !== left || above.bottom <= y + 2 * GAP) return { x, y };
  if (matchMedia(SPACIOUS).matches) return { x, y: above.bottom + 1 }; // the board is at its side
  return { x: right + GAP, y: name.top - GAP };
}

/**
 * Before one's own place if there is room; else a reaction covers the figure.
 * @param {Element} figure
 * @param {HTMLElement} drawn
 */
function beside_ones_own(figure, drawn) {
  const { left, right, bottom } = figure.getBoundingClientRect();
  const width = drawn.offsetWidth;
  const y = bottom - drawn.offsetHeight;
  if (left > width + 2 * GAP) return { x: left - width - GAP, y };
  return drawn.matches(".speech") ? at_the_edge(drawn) : { x: (left + right - width) / 2, y };
}

/** Over the words about the latest event. @param {HTMLElement} drawn */
function at_the_edge(drawn) {
  const main = drawn.closest("main") ?? drawn;
  const { left, width } = main.getBoundingClientRect();
  const { bottom } = (main.querySelector(".latest, .prompt") ?? main).getBoundingClientRect();
  return { x: left + (width - drawn.offsetWidth) / 2, y: bottom - drawn.offsetHeight };
}
