// @ts-check
// The chat: plain text, oldest first, with the input at the end.

/** @import { Page } from "#types/room" */
/** @import { Chat } from "#types/wire" */
import { html, nothing } from "lit-html";
import { MORE_ROWS, rows_before, rows_of } from "#kit/rows.js";
import { isolated } from "#kit/text.js";
import { earlier } from "#room/log.js";
import { name_form } from "#room/name_form.js";
import { figure, people_in_words } from "#room/seats.js";
import { unsaid } from "#state/queue.js";

/** In units of UTF-16: 300 characters with all their joiners, which the server counts. */
const LONGEST = 1200;
/** The number of newest messages announced one by one. */
const TOLD = 200;

/** @param {Page} page */
export function chat(page) {
  const { say, state } = page;
  const before = rows_before(state.chat.length, MORE_ROWS * (1 + state.more_said));
  const more = () => page.dispatch({ type: "more", of: "chat" });
  const who = people_in_words(page) + state.table.you.seat;
  return html`<div class="chat">
    <ol class="talk" tabindex="0" aria-label=${say("Messages")}>
      ${before ? html`<li class="earlier">${earlier(say, more)}</li>` : brought(page)}
      ${rows_of(
        state.chat.slice(before),
        (message) => message,
        (message) => row(page, message),
        () => [who],
      )}
      ${on_their_way(page)}
      ${is_silent(state) ? html`<li class="nothing-yet">${say("No messages yet.")}</li>` : nothing}
    </ol>
    ${silence(page) ? html`<p class="audience">${silence(page)}</p>` : talking(page)}
  </div>`;
}

/** @param {Page["state"]} known */
const is_silent = ({ chat, line }) => !chat.length && !unsaid(line.queue).length;

/** The way to messages that the page does not have, unless the oldest is the first of all. @param {Page} page */
function brought({ say, state, dispatch }) {
  function bring() {
    dispatch({ type: "more", of: "chat" });
    dispatch({ type: "ask_earlier" });
  }
  if (state.chat.length < TOLD || state.chat[0].seq === state.first_said) return nothing;
  return html`<li class="earlier">${earlier(say, bring)}</li>`;
}

/** Why this reader may not talk; empty when they may. @param {Page} page */
export function silence({ say, state: { table } }) {
  const { you, team, state } = table;
  if (you.muted) return say("The host has muted you.");
  if (team && state === "playing" && you.seats.length)
    return say("You play as one team: no chat until the game is over.");
  return "";
}

/** @param {Page} page */
function talking(page) {
  const { say, state, parts } = page;
  const { you } = state.table;
  if (you.name === null) return name_form(page, say("Save name"), null);
  const audience = you.seats.length ? "Only players can read this." : "Only spectators can read this.";
  return html`<p class="audience">${say(state.table.state === "playing" ? audience : "Everyone can read this.")}</p>
    ${parts.reactions?.reaction_row(page)} ${box(page)}`;
}

/**
 * @param {Page} page
 * @param {Chat} message
 */
function row(page, { from, text }) {
  const { say, state } = page;
  const own = from.seat !== null && from.seat === state.table.you.seat;
  return html`<li class=${own ? "own" : ""}>
    ${from.seat === null ? nothing : figure(page, from.seat)}<b class="name">${isolated(from.name)}</b> ${
      from.seat === null ? html`<span class="word">${say("watching")}</span>` : nothing
    }
    <span class="words" dir="auto">${text}</span>
  </li>`;
}

/**
 * The reader's own words until their message has come back. It may have come before its acknowledgement.
 * @param {Page} page
 */
function on_their_way({ say, state }) {
  const back = state.chat.slice(-3).map(({ text }) => text);
  return unsaid(state.line.queue)
    .filter((text) => !back.includes(text))
    .map(
      (text) => html`<li class="own pending"><span class="words" dir="auto">${text}</span>
        <span class="word">${say("Sending…")}</span></li>`,
    );
}

/** The input disappears with its tab: what was typed is in the state. @param {Page} page */
function box({ say, state, commands, change }) {
  /** @param {InputEvent & { currentTarget: HTMLInputElement }} event */
  function note({ currentTarget: { value } }) {
    change({ typed: value });
  }
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  function submit(event) {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get("words")).trim();
    if (!words) return;
    change({ typed: "" });
    commands.speak(words);
    scroll_to_newest();
    event.currentTarget.reset();
  }
  return html`<form class="say" @submit=${submit}>
    <input
      name="words"
      dir="auto"
      id="chat-box"
      maxlength=${LONGEST}
      autocomplete="off"
      enterkeyhint="send"
      aria-label=${say("Write to the table")}
      placeholder=${say("Write a message…")}
      .value=${state.typed}
      @input=${note}
    />
    <button>${say("Send")}</button>
  </form>`;
}

/** The number of messages not yet on the screen. @param {Page} page */
export function unread({ say, state }) {
  const count = state.chat.filter(({ seq }) => seq > state.read).length;
  return count ? counted(count, say("{count} new", { count })) : nothing;
}

/**
 * A number to be seen, and words for screen readers.
 * @param {number} figure
 * @param {string} words
 * @param {string} look
 */
export const counted = (figure, words, look = "") =>
  html` <span class="count ${look}"><span aria-hidden="true">${figure}</span><span
    class="unseen">${words}</span></span>`;

/** Scrolls to the newest message, unless more than this lies below the reader's position. @param {number} [px] */
export function scroll_to_newest(px = Infinity) {
  const talk = document.querySelector(".talk");
  if (talk && talk.scrollHeight - talk.scrollTop < px) talk.scrollTop = talk.scrollHeight;
}
