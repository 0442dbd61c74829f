// @ts-check
// Moves a seat to another device: a link that works once, also as a QR code.

/** @import { Drawing, Page } from "#types/room" */
/** @import { SeatLink } from "#types/wire" */
import { html, nothing } from "lit-html";
import { announce } from "#kit/announce.js";
import { qr_drawing } from "#kit/qr.js";
import { copy, works_only_here } from "#kit/share.js";
import { name_of } from "#room/seats.js";

/** @param {Page} page @returns {Drawing} */
export function seat_link(page) {
  const { onward } = page.state;
  if (!onward) return nothing;
  if (onward.does === "take" && !onward.problem) return nothing;
  return dialog(page, onward.does === "give" ? giving(page) : html`<p class="problem">${words_of_problem(page)}</p>`);
}

/** @param {Page} page @param {Drawing} content */
function dialog({ say, state, change }, content) {
  const closed = () => change({ onward: null });
  return html`<dialog id="onward" aria-labelledby="onward-title" @close=${closed}>
    <h2 id="onward-title">${
      state.onward?.does === "give" ? say("Continue on another device") : say("The seat could not be moved here")
    }</h2>
    ${content}
    <form method="dialog"><button class="primary">${say("Close")}</button></form>
  </dialog>`;
}

/** @param {Page} page */
function giving(page) {
  const { say, state } = page;
  const { onward } = state;
  if (onward?.does !== "give") return nothing;
  const words = { name: name_of(page, onward.seat) };
  if (onward.problem) return html`<p class="problem">${words_of_problem(page)}</p>`;
  if (onward.is_gone) return html`<p role="status">${say("{name} is now playing on the other device.", words)}</p>`;
  return html`<p>${say(
    "Open this link on the other device to play as {name} there. It works once; making a new link cancels it.",
    words,
  )}</p>
    ${works_only_here(page.boot) ? html`<p>${say("This link works on this computer only.")}</p>` : nothing}
    ${onward.made ? link(page, onward.made) : html`<p class="nothing-yet">${say("One moment…")}</p>`}`;
}

/** @param {Page} page @param {SeatLink} made */
function link({ say, state, change }, { url, qr, size }) {
  const { onward } = state;
  async function copy_it() {
    const worked = await copy(url);
    if (onward?.does === "give") change({ onward: { ...onward, copied: worked } });
    if (worked) return announce([say("The link is copied.")]);
    // To be copied by hand.
    /** @type {HTMLInputElement | null} */ (document.querySelector("#onward input"))?.select();
  }
  return html`${qr_drawing({ qr, size }, say("The link as a QR code"))}
    <div class="link">
      <input readonly aria-label=${say("Link to this seat")} .value=${url} />
      <button type="button" data-focus="copy-seat" @click=${copy_it}>
        ${onward?.does === "give" && onward.copied ? say("Copied") : say("Copy link")}
      </button>
    </div>`;
}

/** @param {Page} page */
const words_of_problem = ({ say, state }) => (state.onward?.problem ? say(state.onward.problem) : "");
