// @ts-check
// The guide to a first game: a small card beside the table, a few steps, each about something in sight. It never takes
// the focus and covers nothing; it goes on by itself when the player has done the step.

/** @import { Step } from "#types/guide" */
/** @import { Page, Say } from "#types/room" */
import { html, nothing, render } from "lit-html";
import { announce, announce_too } from "#kit/announce.js";
import { is_asked } from "#kit/choices.js";
import { settings } from "#kit/preferences.js";

/** @type {Step} */
const FIRST = {
  title: "What is asked of you",
  words:
    "This bar says in one sentence what is going on. When it begins with “Your turn”, you are asked, and its buttons and all pieces with a blue ring are your answers.",
  at: [".prompt"],
};
/** @type {Step} */
const LAST = {
  title: "If you want to look something up",
  words:
    "The log tells what has happened, newest first. The rules in short and the keys are behind “?”, the settings in the menu. Now play on: the bots are patient.",
  at: ["#tab-log", ".rail-toggle"],
};

/** @type {Step[] | null} */
let steps = null;
let is_on_its_way = false;
let nth = 0;
/** What the step asks for: now, and since it is shown. */
let can_be_done = false;
let could_be_done = false;
/** The reader has gone back: the page asks nothing of them again. */
let is_review = false;
let has_something_to_take_back = false;
/** @type {Element | null} */
let outlined = null;
const card = Object.assign(document.createElement("section"), { id: "guide", className: "guide" });

/**
 * Draws the card and the outline.
 * @param {Page} page
 * @param {() => void} close
 */
export function guide(page, close) {
  if (!steps) {
    bring_steps(page);
    return;
  }
  if (!card.isConnected) appear(page, close);
  const { picked, chosen, said, rail_open } = page.reading;
  has_something_to_take_back = picked !== null || chosen.length > 0 || Object.keys(said).length > 0 || rail_open;
  go_on_if_done(page, steps);
  render(drawn(page, steps, close), card);
  point_at(steps[nth]);
}

/** @param {Page} page */
async function bring_steps({ boot, redraw }) {
  if (is_on_its_way) return;
  is_on_its_way = true;
  const { steps: own } = /** @type {{ steps: Step[] }} */ (await import(`#games/${boot.game}/guide.js`));
  steps = [FIRST, ...own, LAST];
  redraw();
}

/** @param {Page} page @param {() => void} close */
function appear({ say }, close) {
  card.setAttribute("aria-label", say("Guide"));
  document.getElementById("room")?.before(card);
  document.body.classList.add("guided");
  new ResizeObserver(() => document.documentElement.style.setProperty("--guide", `${card.offsetHeight}px`)).observe(
    card,
  );
  addEventListener("keydown", ({ key }) => key === "Escape" && may_close() && close(), { capture: true });
}

/** Whether Escape is not wanted for something else. */
function may_close() {
  if (!card.isConnected || document.querySelector("dialog[open]")) return false;
  return card.contains(document.activeElement) || !has_something_to_take_back;
}

/** Takes the guide away. */
export function close_guide() {
  render(nothing, card);
  card.remove();
  document.body.classList.remove("guided");
  forget_outline();
}

/** @param {Page} page @param {Step[]} steps */
function go_on_if_done(page, steps) {
  const { until, from = is_asked } = steps[nth];
  const { frame } = page.known;
  can_be_done = false;
  if (!until || !frame || is_review) return;
  const now = { ...page, known: { ...page.known, frame } };
  can_be_done = from(now);
  could_be_done ||= can_be_done;
  if (!could_be_done || !until(now)) return;
  go_to(nth + 1);
  setTimeout(() => announce_too(in_words(page.say, steps[nth])));
}

/** @param {number} step */
function go_to(step) {
  is_review = step < nth;
  nth = step;
  could_be_done = false;
}

/** @param {Say} say @param {Step} step */
const in_words = (say, { title, words }) => [`${say(title)}.`, say(words)];

/**
 * @param {Page} page
 * @param {Step[]} steps
 * @param {() => void} close
 */
function drawn(page, steps, close) {
  const { say, redraw } = page;
  const step = steps[nth];
  const is_last = nth === steps.length - 1;
  /** @param {number} other */
  const turn_to = (other) => () => {
    go_to(other);
    redraw();
    announce(in_words(say, steps[nth]));
  };
  return html`<div class="head">
      <h2>${say(step.title)}</h2>
      <span class="word">${say("{step} of {steps}", { step: nth + 1, steps: steps.length })}</span>
      <button type="button" class="plain" aria-label=${say("Close the guide")} @click=${close}>×</button>
    </div>
    <p id="guide-words">${say(step.words)} ${step.until ? how(page) : nothing}</p>
    <div class="steps">
      ${nth ? html`<button type="button" class="small" @click=${turn_to(nth - 1)}>${say("Back")}</button>` : nothing}
      <button type="button" class="small ${step.until ? "" : "primary"}" @click=${is_last ? close : turn_to(nth + 1)}>
        ${is_last ? say("Done") : say("Next")}
      </button>
    </div>`;
}

/** What else there is to know of something to be done. @param {Page} page */
function how(page) {
  const { say } = page;
  if (is_review) return nothing;
  if (!can_be_done) return html`<b>${say("Wait until it is your turn.")}</b>`;
  return settings().always_confirm ? say("Then confirm it in the bar.") : nothing;
}

/** Outlines what a step talks about, and tells those who do not see the outline. @param {Step} step */
function point_at({ at }) {
  const was = outlined;
  const shown = at
    .flatMap((selector) => [...document.querySelectorAll(selector)])
    .find((node) => node.checkVisibility());
  if (shown === outlined && shown?.hasAttribute("data-guided")) return;
  forget_outline();
  outlined = shown ?? null;
  outlined?.setAttribute("data-guided", "");
  outlined?.setAttribute("aria-describedby", "guide-words");
  if (outlined !== was) outlined?.scrollIntoView({ block: "nearest" });
}

function forget_outline() {
  outlined?.removeAttribute("data-guided");
  outlined?.removeAttribute("aria-describedby");
  outlined = null;
}
