// @ts-check
// Skipping the moves of bots: the server lets them answer fast, and the page shows no more than the end of it, except
// for what is shown for a moment and in no log.

/** @import { Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { may_skip } from "#state/skipping.js";

/** The button beside the prompt. @param {Page} page */
export function skip_button({ say, commands, state: { table, frame, connection } }) {
  if (!may_skip(table, frame)) return nothing;
  const off = connection !== "open";
  return html`<button type="button" class="plain skip-bots" data-focus="skip" aria-keyshortcuts="S"
    aria-disabled=${off ? "true" : nothing} @click=${() => off || commands.skip()}>${say("Skip to my turn")}</button>`;
}
