// @ts-check
// The guide to a first game: a small card beside the table, with a few steps, each about something visible. It never
// takes the focus and covers nothing. A step that asks for an action continues once that is done, and accepts no other
// answer before; players who want to play freely skip it, or close the guide.

/** @import { Guided, GuideOfGame, Step } from "#types/guide" */
/** @import { Drawing, Page, Say } from "#types/room" */
/** @import { Table } from "#types/wire" */
import { html, nothing, render } from "lit-html";
import { announce, announce_news } from "#kit/announce.js";
import { is_asked } from "#kit/choices.js";
import { keep, kept } from "#kit/keeping.js";
import { make_gate } from "#room/guide_gate.js";
import { forget_outlines, in_sight, outline } from "#room/guide_outline.js";

/** @type {Step} */
const LAST = {
  title: "Now keep playing",
  words: "The log tells what has happened; the rules in short are behind “?”. The bots are patient.",
  at: ["#tab-log", ".rail-toggle"],
};

/** Steps that taking moves back may go back by: more, and it is another turn that asks the same. */
const MOST_BACK = 2;

/** @type {GuideOfGame} */
let of_this_game;
/** @type {Required<GuideOfGame> | null} */
let course = null;
let nth = 0;
/** Whether the step's action is possible: now, and since it is shown. */
let can_be_done = false;
let could_be_done = false;
/** The step's text. */
let words = "";
let was_held_back = false;
let is_folded = matchMedia("(max-height: 480px)").matches; // there is room for one line only
let has_something_to_take_back = false;
/** @type {(() => void) | null} */
let redraw = null;
const card = Object.assign(document.createElement("section"), { id: "guide", className: "guide" });
const gate = make_gate(hold_back);

/** The guide with the steps of this game. @param {string} key */
export async function of_game(key) {
  of_this_game = await import(`#games/${key}/guide.js`);
  return { guide, close_guide };
}

/**
 * Draws the card and the outlines.
 * @param {Page} page
 * @param {() => void} close
 */
function guide(page, close) {
  const { frame, table } = page.state;
  if (!frame) return;
  if (frame.you === null || table.state !== "playing" || table.paused) return put_away(table); // nothing is to be done
  course ??= course_of(page);
  const now = { ...page, state: { ...page.state, frame } };
  if (!card.isConnected) appear(page, close);
  redraw = page.redraw;
  note_what_can_be_taken_back(page);
  go_on(now, course);
  const step = course.steps[nth];
  words = say_now(now, step);
  const asked = can_be_done && step.press ? asked_for(now, step) : null;
  gate.open_to(asked && [...asked.also, ...asked.first, course.harmless]);
  card.classList.toggle("folded", is_folded);
  card.classList.toggle("ends", step === LAST);
  render(drawn(page, course.steps, close), card);
  outline(asked ? in_sight(asked.first) : in_sight(step.at).slice(0, 1));
}

/** All steps, from where the reader was before a reload. @param {Page} page */
function course_of({ boot, state }) {
  const { steps, harmless = ":not(*)" } = of_this_game;
  const all = [...steps.filter(({ lesson }) => state.table.lesson || !lesson), LAST];
  const title = kept("sessionStorage", place_of(boot));
  const place = all.findIndex((step) => step.title === title);
  nth = Math.max(0, place);
  return { steps: all, harmless };
}

/** @param {Page} page @param {() => void} close */
function appear({ say }, close) {
  card.setAttribute("aria-label", say("Guide"));
  document.getElementById("room")?.before(card);
  document.body.classList.add("guided");
  if (redraw) return; // it was here before
  new ResizeObserver(() => document.documentElement.style.setProperty("--guide", `${card.offsetHeight}px`)).observe(
    card,
  );
  addEventListener("keydown", ({ key }) => key === "Escape" && may_close() && close(), { capture: true });
}

/** @param {Page} page */
function note_what_can_be_taken_back({ state: { picked, chosen, said, rail_open } }) {
  has_something_to_take_back = picked !== null || chosen.length > 0 || Object.keys(said).length > 0 || rail_open;
}

/** Whether Escape is not needed for something else. */
function may_close() {
  if (!card.isConnected || document.querySelector("dialog[open]")) return false;
  return card.contains(document.activeElement) || !has_something_to_take_back;
}

/** Until the game goes on, or the next one at this table begins, which has other steps. @param {Table} table */
function put_away({ state }) {
  if (state !== "playing") course = null;
  close_guide();
}

/** Removes the guide. */
function close_guide() {
  gate.open_to(null);
  render(nothing, card);
  card.remove();
  document.body.classList.remove("guided");
  forget_outlines();
}

// --- From step to step --------------------------------------------------------------------------------------

/** @param {Guided} now @param {Required<GuideOfGame>} course */
function go_on(now, course) {
  const before = nth;
  while (is_done(now, course.steps[nth])) go_to(now, nth + 1);
  if (is_elsewhere(now, course.steps[nth])) {
    find_the_way(now, course);
    is_done(now, course.steps[nth]);
  }
  if (nth !== before) setTimeout(() => announce_news(in_words(now.say, course.steps[nth])));
}

/**
 * Whether the player is asked something else: a move was taken back, or made just before a reload, or a bot has ended
 * the round.
 * @param {Guided} now
 * @param {Step} step
 */
const is_elsewhere = (now, { until }) =>
  until !== undefined && !can_be_done && now.state.answered === null && is_asked(now);

/**
 * To the step about what is asked, if it is a later one or was just left. Otherwise the opening is over.
 * @param {Guided} now
 * @param {Required<GuideOfGame>} course
 */
function find_the_way(now, { steps }) {
  const fits = steps.map(({ until, from = is_asked }) => until !== undefined && from(now) && !until(now));
  const later = fits.indexOf(true, nth + 1);
  const way = later < 0 ? fits.lastIndexOf(true) : later;
  if (way < 0 || way < nth - MOST_BACK) skip(now);
  else go_to(now, way);
}

/** @param {Guided} now @param {Step} step */
function is_done(now, { until, from = is_asked }) {
  can_be_done = until !== undefined && from(now);
  could_be_done ||= can_be_done;
  return until !== undefined && could_be_done && until(now);
}

/** @param {Pick<Page, "boot">} page @param {number} step */
function go_to({ boot }, step) {
  nth = step;
  could_be_done = was_held_back = false;
  if (course) keep("sessionStorage", place_of(boot), course.steps[nth].title);
}

/** Each game at this table has its own guide. @param {Page["boot"]} boot */
const place_of = ({ room, game }) => `tertulia:guide:${room}:${game}`;

/** The expected event did not happen: the rest of the opening would make no sense. @param {Pick<Page, "boot">} page */
function skip(page) {
  if (!course) return;
  const { lesson } = course.steps[nth];
  course.steps = course.steps.filter((step, other) => other <= nth || !lesson || !step.lesson);
  go_to(page, nth + 1);
}

function hold_back() {
  was_held_back = true;
  redraw?.();
  announce([words]);
}

// --- The card -----------------------------------------------------------------------------------------------

/** @param {Guided} now @param {Step} step */
function say_now({ say, ...now }, { words: meant, until, press, meanwhile = "One moment: the bots are playing." }) {
  if (until && !can_be_done) return could_be_done ? words : say(meanwhile);
  if (press && now.state.picked !== null) return say("Now confirm it in the prompt.");
  return say(typeof meant === "string" ? meant : meant({ say, ...now }));
}

/**
 * What is to be pressed, and what else may be. A pick has to be confirmed.
 * @param {Guided} now
 * @param {Step} step
 */
function asked_for(now, { press, confirm }) {
  const pieces = press?.(now) ?? [];
  if (now.state.picked === null) return { first: pieces, also: [] };
  return {
    first: [confirm?.(now) ?? ".prompt .answer.primary"],
    also: confirm ? pieces : [...pieces, ".prompt .answer"],
  };
}

/** @param {Say} say @param {Step} step */
const in_words = (say, { title }) => [`${say(title)}.`, words];

/**
 * @param {Page} page
 * @param {Step[]} steps
 * @param {() => void} close
 */
function drawn(page, steps, close) {
  const { say } = page;
  const step = steps[nth];
  const is_last = nth === steps.length - 1;
  const next = () => turn_over(page, steps);
  const fold = () => {
    is_folded = !is_folded;
    page.redraw();
  };
  return html`<div class="head">
      <h2>${say(step.title)}</h2>
      <span class="word">${say("{step} of {steps}", { step: nth + 1, steps: steps.length })}</span>
      <button type="button" class="plain fold" aria-expanded=${String(!is_folded)} aria-controls="guide-words"
        aria-label=${say("Minimise the guide")} @click=${fold}></button>
      <button type="button" class="plain" aria-label=${say("Close the guide")} @click=${close}>×</button>
    </div>
    <div class="body" ?hidden=${is_folded}>${step.figure ? shown_in(step.figure()) : nothing}
      <p id="guide-words">${words}
        ${was_held_back ? html`<b>${say("Do this first, or skip it.")}</b>` : nothing}</p>
    </div>
    <button type="button" class="small ${step.until ? "" : "primary"}" @click=${is_last ? close : next}>
      ${is_last ? say("Done") : say(step.until ? "Skip" : "Next")}
    </button>`;
}

/** @param {Drawing[][]} rows */
const shown_in = (rows) =>
  html`<span class="figure" aria-hidden="true">${rows.map((row) => html`<span class="pair">${row}</span>`)}</span>`;

/** @param {Page} page @param {Step[]} steps */
function turn_over(page, steps) {
  if (steps[nth].until) skip(page);
  else go_to(page, nth + 1);
  page.redraw();
  if (course) announce(in_words(page.say, course.steps[nth]));
}
