// @ts-check
// Talking at the table: plain text, oldest first, the box at the end.

/** @import { Page, Say } from "#types/room" */
/** @import { Chat } from "#types/wire" */
import { html, nothing } from "lit-html";
import { name_form } from "#kit/people.js";

const LONGEST = 300;

/** @param {Page} page */
export function chat(page) {
  const { say, known, wish } = page;
  return html`<div class="chat">
    <ol class="talk" tabindex="0" aria-label=${say("Messages")}>
      ${known.chat.map((message) => row(page, message))}
      ${known.chat.length ? nothing : html`<li class="nothing-yet">${say("Nobody has said anything yet.")}</li>`}
    </ol>
    ${known.table.you.name === null ? name_form(page, say("Save name"), null) : box(say, wish.speak)}
  </div>`;
}

/**
 * @param {Page} page
 * @param {Chat} message
 */
function row({ say, known }, { from, text }) {
  const own = from.seat !== null && from.seat === known.table.you.seat;
  return html`<li class=${own ? "own" : ""}>
    <b class="name">${from.name}</b> ${from.seat === null ? html`<span class="word">${say("watching")}</span>` : nothing}
    <span class="words">${text}</span>
  </li>`;
}

/**
 * @param {Say} say
 * @param {(text: string) => boolean} speak  says whether it went out
 */
function box(say, speak) {
  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const words = String(new FormData(form).get("words")).trim();
    if (words && speak(words)) form.reset();
  }
  return html`<form class="say" @submit=${submit}>
    <input
      name="words"
      id="chat-box"
      maxlength=${LONGEST}
      autocomplete="off"
      enterkeyhint="send"
      aria-label=${say("Say something to the table")}
      placeholder=${say("Say something…")}
    />
    <button>${say("Send")}</button>
  </form>`;
}

/** How many messages have not been on the screen. @param {Page} page */
export const unread = ({ known, reading }) => known.chat.filter(({ seq }) => seq > reading.read).length;

/** Shows the newest of what was said. */
export function scroll_to_newest() {
  const talk = document.querySelector(".talk");
  if (talk) talk.scrollTop = talk.scrollHeight;
}
