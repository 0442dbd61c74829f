// @ts-check
// The guide to a first game: a small card beside the table, with a few steps, each about something visible. It never
// takes the focus and covers nothing. A step that asks for an action accepts no other answer before it is done. How far
// the reader has come is in the state (static/state/guide.js).

/** @import { Guide, Guided } from "#types/guide" */
/** @import { Drawing, Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { gate } from "#room/guide_gate.js";
import { guided_now, is_at_its_end, step_of } from "#state/guide.js";

/** What steps go by; null while there is no card. @param {Page} page */
export const shown = ({ state }) => (state.guide.is_shown ? guided_now(state) : null);

// --- What is to be pressed ----------------------------------------------------------------------------------

/**
 * What is to be pressed, and what else may be; null: anything. A pick has to be confirmed.
 * @param {Guided} now
 */
export function asked_for(now) {
  const { guide, picked } = now.state;
  const { press, confirm } = step_of(guide);
  if (!press || !guide.can_be_done) return null;
  const pieces = press(now);
  if (picked === null) return { first: pieces, also: [] };
  return {
    first: [confirm?.(now) ?? ".prompt .answer.primary"],
    also: confirm ? pieces : [...pieces, ".prompt .answer"],
  };
}

/** @param {Page} page @param {string} harmless */
export function gate_now(page, harmless) {
  const now = shown(page);
  const asked = now && asked_for(now);
  if (!asked) return null;
  const open_to = [...asked.also, ...asked.first, harmless].join();
  return gate(open_to, () => page.dispatch({ type: "guide", does: "hold_back" }));
}

// --- The card -----------------------------------------------------------------------------------------------

/** @param {Page} page @param {Guide} guide */
export function card({ say, dispatch, change }, guide) {
  const step = step_of(guide);
  const { steps, nth, is_folded } = guide;
  const is_last = is_at_its_end(guide);
  const close = () => change({ guided: false });
  const go_on = () => dispatch({ type: "guide", does: "go_on" });
  const fold = () => dispatch({ type: "guide", does: "fold" });
  /** @param {KeyboardEvent} event */
  const close_by_key = ({ key }) => key === "Escape" && close();
  return html`<div class="head" @keydown=${close_by_key}>
      <h2>${say(step.title)}</h2>
      <span class="word">${say("{step} of {steps}", { step: nth + 1, steps: steps.length })}</span>
      <button type="button" class="plain fold" aria-expanded=${String(!is_folded)} aria-controls="guide-words"
        aria-label=${say("Minimise the guide")} @click=${fold}></button>
      <button type="button" class="plain" aria-label=${say("Close the guide")} @click=${close}>×</button>
    </div>
    <div class="body" ?hidden=${is_folded}>${step.figure ? shown_in(step.figure()) : nothing}
      <p id="guide-words">${say(guide.words)}
        ${guide.was_held_back ? html`<b>${say("Do this first, or skip it.")}</b>` : nothing}</p>
    </div>
    <button type="button" class="small ${step.until ? "" : "primary"}" @keydown=${close_by_key}
      @click=${is_last ? close : go_on}>
      ${is_last ? say("Done") : say(step.until ? "Skip" : "Next")}
    </button>`;
}

/** @param {Drawing[][]} rows */
const shown_in = (rows) =>
  html`<span class="figure" aria-hidden="true">${rows.map((row) => html`<span class="pair">${row}</span>`)}</span>`;
