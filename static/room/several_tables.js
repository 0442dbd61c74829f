// @ts-check
// The host has one deal played at several tables: the dialog that asks how many, and opens the others.

/** @import { Page } from "#types/room" */
import { html, nothing, render } from "lit-html";
import { call, NO_ANSWER } from "#kit/calls.js";

const COUNTS = [2, 3, 4, 5, 6, 7, 8];

/** @typedef {{ tables: number, problem: string, is_sent: boolean }} Draft */

/** @param {Page} page */
export function ask({ say, boot }) {
  if (document.getElementById("several-tables")) return; // pressed twice before this was loaded
  const place = document.body.appendChild(document.createElement("div"));
  /** @type {Draft} */
  let draft = { tables: 2, problem: "", is_sent: false };

  /** @param {Partial<Draft>} fields */
  function change(fields) {
    draft = { ...draft, ...fields };
    render(dialog(), place);
  }

  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    if (draft.is_sent) return;
    change({ is_sent: true, problem: "" });
    const { ok, text } = await call("POST", `/api/rooms/${boot.room}/tables`, { tables: draft.tables });
    if (ok) return location.assign(`/t/${boot.room}/tables`);
    change({ is_sent: false, problem: say(text ?? { text: NO_ANSWER }) });
  }

  const close = () => /** @type {HTMLDialogElement | null} */ (place.querySelector("dialog"))?.close();

  const dialog = () => html`<dialog id="several-tables" aria-labelledby="several-tables-title"
    @close=${() => place.remove()}>
    <h2 id="several-tables-title">${say("Several tables, one deal")}</h2>
    <p>${say(
      "As many groups play the same deal, each at a table of its own, and every seat draws the same as its like elsewhere. When all have ended, they are compared.",
    )}</p>
    <p class="hint">${say(
      "Game, options, spectators and hints stay as they are now. Until all have ended, only players see their table.",
    )}</p>
    <form @submit=${send}>
      <fieldset class="in-a-row">
        <legend>${say("How many tables")}</legend>
        ${COUNTS.map(
          (tables) => html`<label><input type="radio" name="tables" value=${tables} ?autofocus=${tables === 2}
            .checked=${tables === draft.tables} @change=${() => change({ tables })} /> ${tables}</label>`,
        )}
      </fieldset>
      ${draft.problem ? html`<p class="problem" role="alert">${draft.problem}</p>` : nothing}
      <div class="end">
        <button type="button" @click=${close}>${say("Cancel")}</button>
        <button class="primary" aria-disabled=${String(draft.is_sent)}>${say("Open the tables")}</button>
      </div>
    </form>
  </dialog>`;

  change({});
  place.querySelector("dialog")?.showModal();
}
