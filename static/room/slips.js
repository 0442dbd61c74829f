// @ts-check
// Requests as slips of paper: during a game they lie over the edge of the felt, where nothing is to be pressed, and
// move nothing; before and after it they stand with the question. A slip can be folded away, and answered later.

/** @import { Drawing, Page } from "#types/room" */
/** @import { Box } from "#types/stage" */
/** @import { Request } from "#room/proposals.js" */
/** @import { Point } from "#kit/placing.js" */
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { nearest_free } from "#kit/nearest_free.js";
import { meet } from "#kit/placing.js";
import { BOARD, boxes, lay_at, NEEDED, PLAYERS, table_in_window } from "#room/free_room.js";
import { requests_now } from "#room/proposals.js";
import { standing } from "#room/seats.js";

/** If it finds no place, it is narrower, and higher. */
const WIDTHS = "full narrow slim".split(" ");

/** Over the felt. @param {Page} page */
export const slips = (page) =>
  html`<div class="slips" ?inert=${page.state.rail_open && page.state.rail_covers}>${repeat(
    requests_now(page),
    ({ id }) => id,
    (request) => slip(page, request),
  )}</div>`;

/** @param {Page} page @param {Request} request */
const slip = (page, request) => html`<details class="slip" open aria-label=${request.sentence} @keydown=${fold_by_key}
    data-of=${request.seat ?? nothing}>
    <summary data-focus="slip-${request.id}">${
      request.seat === undefined ? nothing : standing(page, request.seat, "thinking")
    }<span>${request.sentence}</span></summary>
    ${request.answered?.length ? html`<p class="answered">${request.answered.join(" ")}</p>` : nothing}
    ${buttons(page, request)}
  </details>`;

/** With the question. @param {Page} page */
export const asks = (page) =>
  requests_now(page).map(
    (request) => html`<div class="ask" role="group" aria-label=${request.sentence}>
      <p>${request.sentence}</p>
      ${buttons(page, request)}
    </div>`,
  );

/** @param {Page} page @param {Request} request @returns {Drawing} */
function buttons({ state }, { id, answers }) {
  const deaf = state.connection !== "open" || state.has_new_requests;
  if (!answers.length) return nothing;
  return html`<div class="buttons">
    ${answers.map(
      ([label, press, full_label], nth) => html`<button type="button" data-focus="${id}-${nth}"
        aria-label=${full_label ?? nothing} aria-disabled=${deaf ? "true" : nothing}
        @click=${() => deaf || press()}>${label}</button>`,
    )}
  </div>`;
}

/** @param {KeyboardEvent & { currentTarget: HTMLDetailsElement }} event */
function fold_by_key(event) {
  const { currentTarget: slip, key } = event;
  if (key !== "Escape" || !slip.open) return;
  event.stopPropagation();
  slip.open = false;
  slip.querySelector("summary")?.focus();
}

// --- Their places -------------------------------------------------------------------------------------------

/** Each stays where it is as long as it covers nothing that is needed. @param {ParentNode} root */
export function place_slips(root) {
  const drawn = /** @type {NodeListOf<HTMLDetailsElement>} */ (root.querySelectorAll(".slip"));
  if (!drawn.length) return;
  const needed = boxes(NEEDED);
  for (const slip of drawn) {
    const box = slip.getBoundingClientRect();
    if (!slip.classList.contains("placed") || needed.some((other) => meet(box, other))) lay(root, slip, needed);
    needed.push(slip.getBoundingClientRect());
  }
}

/** In a window of another shape each has another place. @param {ParentNode} root */
export function place_again(root) {
  for (const slip of root.querySelectorAll(".slip")) slip.classList.remove("placed");
  place_slips(root);
}

/** @param {ParentNode} root @param {HTMLDetailsElement} slip @param {Box[]} needed */
function lay(root, slip, needed) {
  const board = [...needed, ...boxes(BOARD)];
  const choices = [[...board, ...boxes(PLAYERS)], board, needed];
  lay_at(slip, fitting(root, slip, WIDTHS, choices) ?? folded(root, slip, needed));
}

/**
 * The first place at which it covers none of what is to be kept free: the first of these, or else the next.
 * @param {ParentNode} root
 * @param {HTMLElement} slip
 * @param {string[]} widths
 * @param {Box[][]} kept_free
 */
function fitting(root, slip, widths, kept_free) {
  const table = table_in_window();
  const sizes = widths.map((wide) => size_of(slip, wide));
  for (const boxes of kept_free)
    for (const [nth, size] of sizes.entries()) {
      const place = nearest_free(size, wished(root, slip, size, table), boxes, table);
      if (place) {
        slip.dataset.wide = widths[nth];
        return place;
      }
    }
  return null;
}

/** There is no room for all of it. @param {ParentNode} root @param {HTMLDetailsElement} slip @param {Box[]} needed */
function folded(root, slip, needed) {
  slip.open = false;
  return fitting(root, slip, ["full"], [needed]) ?? slip.getBoundingClientRect();
}

/** @param {HTMLElement} slip @param {string} wide */
function size_of(slip, wide) {
  slip.dataset.wide = wide;
  const { offsetWidth: width, offsetHeight: height } = slip;
  return { width, height };
}

/**
 * Below the tile of its author; one's own over one's own place.
 * @param {ParentNode} root
 * @param {HTMLElement} slip
 * @param {import("#kit/placing.js").Size} size
 * @param {Box} table
 * @returns {Point}
 */
function wished(root, slip, { height }, table) {
  const author = root.querySelector(`.opponents .person[data-seat="${slip.dataset.of}"]`)?.closest("li");
  if (!author) return { x: table.x, y: table.y + table.height - height };
  const { left, bottom } = author.getBoundingClientRect();
  return { x: left, y: bottom + 8 };
}
