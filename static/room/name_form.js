// @ts-check
// The form that asks for a name before the reader sits down or chats.

/** @import { Page } from "#types/room" */
import { html, nothing } from "lit-html";

const NO_COOKIES = "Your browser keeps no cookies, so the table would not know you again. Allow them for this site.";

/**
 * Asks for a name; with it the reader sits down, unless `seat` is null.
 * @param {Page} page
 * @param {string} label
 * @param {number | null} seat
 */
export function name_form({ say, commands, state, boot }, label, seat) {
  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name")).trim();
    if (state.connection === "open" && name) commands.take_name(name, seat);
  }
  return html`<form class="name-form" @submit=${submit}>
    <label
      >${say("Your name")}
      <input name="name" dir="auto" data-focus="name" required maxlength=${boot.longest_name} autocomplete="nickname"
        enterkeyhint="go" />
    </label>
    <button class="primary">${label}</button>
    ${navigator.cookieEnabled ? nothing : html`<p class="problem">${say(NO_COOKIES)}</p>`}
  </form>`;
}
