// @ts-check
// The guide to a first lesson: a small card beside the table, with a few steps, each about something visible. It never
// takes the focus and covers nothing. A step that asks for an action accepts no other answer before it is done. How far
// the reader has come is in the state (static/state/guide.js).

/** @import { Guided, GuideOfGame } from "#types/guide" */
/** @import { Drawing, Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { gate } from "#room/guide_gate.js";
import { guided_now, is_asked_for, is_at_its_end, shown_step, words_of } from "#state/guide.js";

/** What the last step speaks of, on every page. @type {GuideOfGame["places"]} */
const PLACES = { log: ["#tab-log", ".rail-toggle"] };

/** What steps go by; null while there is no card. @param {Page} page */
export const shown = ({ state }) => (state.guide.is_shown ? guided_now(state) : null);

/** Selectors of what the step speaks of. @param {Guided} now @param {GuideOfGame} game */
export const place_of = (now, { places }) => ({ ...PLACES, ...places })[shown_step(now).at];

// --- What is to be pressed ----------------------------------------------------------------------------------

/**
 * What is to be pressed, and what else may be; null: anything. A pick has to be confirmed.
 * @param {Guided} now
 */
export function asked_for(now) {
  if (!is_asked_for(now)) return null;
  const { press = "", confirm } = shown_step(now);
  const piece = named(press);
  if (now.state.picked === null) return { first: [piece], also: [] };
  if (confirm) return { first: [button_for(confirm)], also: [piece] };
  return { first: [".prompt .answer.primary"], also: [piece, ".prompt .answer"] };
}

/** The piece of this name, or the button that does this. @param {string} name */
const named = (name) => `[data-focus="${name}"], ${button_for(name)}`;

/** @param {string} verb */
const button_for = (verb) => `.prompt [data-does="${verb}"]`;

/** @param {Page} page @param {string} harmless */
export function gate_now(page, harmless) {
  const now = shown(page);
  const asked = now && asked_for(now);
  if (!asked) return null;
  const open_to = [...asked.also, ...asked.first, harmless].join();
  return gate(open_to, () => page.dispatch({ type: "guide", does: "hold_back" }));
}

// --- The card -----------------------------------------------------------------------------------------------

/** @param {Page} page @param {Guided} now @param {GuideOfGame} game */
export function card({ say, dispatch, change }, now, { figures = {} }) {
  const { title, figure, number, of, lasts } = shown_step(now);
  const { is_folded, was_held_back } = now.state.guide;
  const is_last = is_at_its_end(now);
  const close = () => change({ guided: false });
  const go_on = () => dispatch({ type: "guide", does: "go_on" });
  const fold = () => dispatch({ type: "guide", does: "fold" });
  /** @param {KeyboardEvent} event */
  const close_by_key = ({ key }) => key === "Escape" && close();
  return html`<div class="head" @keydown=${close_by_key}>
      <h2>${say(title)}</h2>
      <span class="word">${say("{step} of {steps}", { step: number + 1, steps: of })}</span>
      <button type="button" class="plain fold" aria-expanded=${String(!is_folded)} aria-controls="guide-words"
        aria-label=${say("Minimise the guide")} @click=${fold}></button>
      <button type="button" class="plain" aria-label=${say("Close the guide")} @click=${close}>×</button>
    </div>
    <div class="body" ?hidden=${is_folded}>${figure ? shown_in(figures[figure]()) : nothing}
      <p id="guide-words">${say(words_of(now))}
        ${was_held_back ? html`<b>${say("Do this first, or skip it.")}</b>` : nothing}</p>
    </div>
    <button type="button" class="small ${lasts ? "" : "primary"}" @keydown=${close_by_key}
      @click=${is_last ? close : go_on}>
      ${is_last ? say("Done") : say(lasts ? "Skip" : "Next")}
    </button>`;
}

/** @param {Drawing[][]} rows */
const shown_in = (rows) =>
  html`<span class="figure" aria-hidden="true">${rows.map((row) => html`<span class="pair">${row}</span>`)}</span>`;
