// @ts-check
// The rules in short: a game on one screen for a reader who forgot something; below it, the keys.

/** @import { Summary } from "#types/figures" */
/** @import { Page, Say } from "#types/room" */
import { html } from "lit-html";
import { close_outside } from "#room/dialogs.js";

/** The labels of keys are the same in every language. */
const KEYS = {
  Tab: "Go through the page: players, table, prompt, your place, log",
  "← → ↑ ↓": "Move within a group of pieces",
  "1 … 9": "Go to a button of the prompt, or to the piece of that number; Enter presses it",
  Esc: "Take back what you picked",
  P: "Hear the prompt again",
  L: "Hear the last line of the log again",
  S: "Skip the moves of bots, to your turn",
  "/": "Write to the table",
  "?": "Rules in short, and these keys",
};

/** @param {(say: Say) => Summary} summarize  the game's own text */
export const of_game = (summarize) => ({
  /** The dialog. @param {Page} page */
  rules_in_short(page) {
    const { say, boot } = page;
    return html`<dialog id="in-short" aria-labelledby="in-short-title" @close=${() => page.change({ in_short: false })}
      @click=${close_outside}>
      <h2 id="in-short-title" tabindex="-1" autofocus>${say("{game} in short", { game: boot.card.title })}</h2>
      ${words(summarize(say), say)}
      <details class="for-keys"><summary>${say("Keys")}</summary>${keys(say)}</details>
      <p class="credit">${boot.credit.map((sentence) => `${say(sentence)} `)}</p>
      <form method="dialog">
        <a class="button" href="/rules/${boot.game}" target="_blank">${say("All the rules")}</a>
        <button class="primary">${say("Close")}</button>
      </form>
    </dialog>`;
  },
});

/** @param {Summary} summary @param {Say} say */
const words = ({ aim, turn, end, remember }, say) => html`<div class="in-short">
  <p class="aim">${aim}</p>
  <h3>${say("Your turn")}</h3>
  <ol>${turn.map((step) => html`<li>${step}</li>`)}</ol>
  <h3>${say("The end")}</h3>
  <p>${end}</p>
  <h3>${say("Remember")}</h3>
  <ul>${remember.map((each) => html`<li>${each}</li>`)}</ul>
</div>`;

/** @param {Say} say */
const keys = (say) => html`<dl class="keys">
  ${Object.entries(KEYS).map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${say(what)}</dd></div>`)}
</dl>`;
