// @ts-check
// The button beside the prompt of a player who waits: they may answer before they are asked (beforehand.js).

/** @import { Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { is_asked } from "#kit/choices.js";

/** While the answer is about to be given, it can still be taken back. @param {Page} page */
export function early_button(page) {
  const { say, commands, change } = page;
  const { table, frame, beforehand } = page.state;
  const { stored, soon } = beforehand ?? {};
  if (!table.beforehand || !frame || frame.you === null || (is_asked(page) && !soon)) return nothing;
  const name = stored && !soon ? say("Next time: {answer}", { answer: stored.label }) : nothing;
  function press() {
    commands.ask({ type: "beforehand", ...(soon && { offer: null }) });
    if (!soon) change({ answers_early: true });
  }
  return html`<button type="button" class="plain" data-focus="beforehand" aria-haspopup=${soon ? nothing : "dialog"}
    aria-label=${name} title=${name}
    @click=${press}>${say(soon ? "Not after all" : "Next time…")}${stored && !soon ? " ✓" : nothing}</button>`;
}
