// @ts-check
// Answers given before the question: the dialog in which one is chosen, and what is said of it beside the prompt. Only
// their player sees any of it.

/** @import { Page, Say } from "#types/room" */
/** @import { OfferView } from "#types/wire" */
/** @import { State } from "#state/state.js" */
import { html, nothing } from "lit-html";
import { announce } from "#kit/announce.js";
import { close_dialog, close_outside } from "#room/dialogs.js";

const HOW =
  "Your answer is given a few seconds after the question comes, unless something changes on which it depends. Nobody else learns of it.";

/** The dialog. @param {Page} page */
export function dialog(page) {
  const { say, change } = page;
  return html`<dialog id="beforehand" aria-labelledby="beforehand-title" @click=${close_outside}
    @close=${() => change({ answers_early: false })}>
    <h2 id="beforehand-title">${say("Answer beforehand")}</h2>
    <p class="note">${say(HOW)}</p>
    ${choices(page)}
    <form method="dialog"><button class="primary">${say("Close")}</button></form>
  </dialog>`;
}

/** @param {Page} page */
function choices(page) {
  const { say, state } = page;
  const { offers, stored } = state.beforehand ?? {};
  if (!offers) return html`<p class="nothing-yet">${say("One moment…")}</p>`;
  if (!offers.length) return html`<p class="nothing-yet">${say("This cannot be answered beforehand now.")}</p>`;
  const questions = new Set(offers.map(({ when }) => say(when)));
  const groups = [...questions].map((question) => group(page, question, offers));
  const none = html`<button type="button" @click=${() => choose(page, null)}>${say("Not after all")}</button>`;
  return html`${groups}${stored ? html`<p class="ways">${none}</p>` : nothing}`;
}

/** What may be answered to one question. @param {Page} page @param {string} question @param {OfferView[]} offers */
function group(page, question, offers) {
  const { say, state } = page;
  const stored = state.beforehand?.stored?.offer;
  const answers = offers.filter(({ when }) => say(when) === question);
  return html`<fieldset>
    <legend>${question}</legend>
    <div class="toggles">${answers.map(
      ({ offer, label }) => html`<button type="button" aria-pressed=${String(offer === stored)}
        @click=${() => choose(page, offer)}>${say(label)}</button>`,
    )}</div>
  </fieldset>`;
}

/** @param {Page} page @param {string | null} offer */
function choose({ commands }, offer) {
  commands.ask({ type: "beforehand", offer });
  close_dialog("beforehand");
}

/** What is said beside the prompt; empty: nothing. @param {{ say: Say, state: Pick<State, "beforehand"> }} page */
export function note({ say, state: { beforehand } }) {
  const { soon, stored, why } = beforehand ?? {};
  if (soon && stored) return say("Given in a moment: {answer}", { answer: stored.label });
  return why ? say("Your answer was not given. {why}", { why }) : "";
}

/** Announces what has changed. @param {Say} say @param {State} before @param {State} after */
export function follow(say, before, after) {
  if (before.beforehand === after.beforehand || !before.beforehand) return;
  const { stored } = after.beforehand ?? {};
  const kept = stored ? say("Next time: {answer}", { answer: stored.label }) : "";
  const [was, words] = [note({ say, state: before }), note({ say, state: after })];
  if (words && words !== was) announce([words]);
  else if (stored?.offer !== before.beforehand.stored?.offer && kept) announce([kept]);
}
