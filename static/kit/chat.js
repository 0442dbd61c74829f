// @ts-check
// Talking at the table: plain text, oldest first, the box at the end.

/** @import { Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { name_form } from "#kit/people.js";

const LONGEST = 300;

/** @param {Page} page */
export function chat(page) {
  const { say, known, wish } = page;
  return html`<div class="chat">
    <ol class="talk" tabindex="0" aria-label=${say("Messages")}>
      ${known.chat.length ? nothing : html`<li class="nothing-yet">${say("Nobody has said anything yet.")}</li>`}
      ${repeat(
        known.chat,
        ({ seq }) => seq,
        ({ from, text }) => html`<li class=${from.seat !== null && from.seat === known.table.you.seat ? "own" : ""}>
        <b class="name">${from.name}</b>${from.seat === null ? html` <span class="word">${say("watching")}</span>` : nothing}
        <span class="words">${text}</span></li>`,
      )}
    </ol>
    ${known.table.you.name === null ? name_form(page, say("Save name"), null) : box(say, wish.speak)}
  </div>`;
}

/**
 * @param {import("#types/room").Say} say
 * @param {(text: string) => boolean} speak  says whether it went out
 */
function box(say, speak) {
  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (
      /** @type {HTMLFormElement} */ (event.target).elements.namedItem("words")
    );
    if (field.value.trim() && speak(field.value.trim())) field.value = "";
  }
  return html`<form class="say" @submit=${submit}>
    <input name="words" id="chat-box" maxlength=${LONGEST} autocomplete="off" enterkeyhint="send" aria-label=${say("Say something to the table")} placeholder=${say("Say something…")} />
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
