// @ts-check
// A player's own notes on the game that is played: kept in this browser and never sent. Where the rules have everybody
// remember what was seen, the dialog says so instead.

/** @import { Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { keep_notes, kept_notes } from "#kit/keeping.js";
import { close_outside } from "#room/dialogs.js";

const MOST_LETTERS = 2000;
const STRICT =
  "At this table you play from memory: nobody writes anything down. The host can choose otherwise before a game.";

/**
 * The dialog, by what a game allows.
 * @param {{ may_write: (options: Record<string, unknown>) => boolean, except?: string }} game
 */
export function of_game({ may_write, except }) {
  /** While it is open. @param {Page} page */
  function notes(page) {
    const { say, state, change } = page;
    const body = may_write(state.table.options) ? paper(page, except) : html`<p class="note">${say(STRICT)}</p>`;
    return html`<dialog id="notes" aria-labelledby="notes-title" @click=${close_outside}
      @close=${() => change({ takes_notes: false })}>
      <h2 id="notes-title">${say("Notes")}</h2>
      ${body}
      <form method="dialog"><button class="primary">${say("Close")}</button></form>
    </dialog>`;
  }
  return { notes };
}

/** @param {Page} page @param {string} [except] */
function paper({ say, boot, state, change }, except) {
  const { number, you } = state.table;
  const of = `${boot.room}/${number}/${you.seat}`;
  const text = state.notes?.of === of ? state.notes.text : (kept_notes()[of] ?? "");
  /** @param {InputEvent} event */
  function write({ target }) {
    const written = /** @type {HTMLTextAreaElement} */ (target).value;
    keep_notes({ ...kept_notes(), [of]: written });
    change({ notes: { of, text: written } });
  }
  return html`<p class="note" id="notes-what">${say("Only in this browser, until the next game begins here.")}
      ${except ? say(except) : nothing}</p>
    <textarea rows="8" maxlength=${MOST_LETTERS} aria-labelledby="notes-title" aria-describedby="notes-what"
      .value=${text} @input=${write}></textarea>`;
}
