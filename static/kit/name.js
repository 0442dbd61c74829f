// @ts-check
// Asking for a name, which this browser then keeps.

/** @import { Page } from "#types/room" */
import { html } from "lit-html";

/**
 * Asks for a name; with it the reader sits down, unless `seat` is null.
 * @param {Page} page
 * @param {string} label
 * @param {number | null} seat
 */
export function name_form({ say, wish, known }, label, seat) {
  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("name"));
    if (known.connection === "open" && field.value.trim()) wish.take_name(field.value.trim(), seat);
  }
  return html`<form class="name-form" @submit=${submit}>
    <label>${say("Your name")} <input name="name" data-focus="name" required maxlength="24" autocomplete="nickname" enterkeyhint="go" /></label>
    <button class="primary">${label}</button>
  </form>`;
}
