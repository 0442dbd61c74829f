// From step to step of the guide to a first lesson (static/state/guide.js). What it says comes with the frames.

/** @import { Frame, Guide as Said, Table, Tell } from "#types/wire" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { guided_now, is_asked_for, is_at_its_end, shown_step, words_of } from "#state/guide.js";
import { frame_of, guided, table_of } from "./opened.js";

/** @param {string} title @param {Partial<Tell>} [more] @returns {Tell} */
const step = (title, more) => ({ title: { text: title }, words: { text: `About ${title}.` }, at: "table", ...more });

/** Two things are told, one is pressed; then bots play, then two presses make one answer. @type {Record<number, Tell[]>} */
const SCRIPT = {
  0: [step("Colours"), step("Lids"), step("Draw", { press: "bag" })],
  1: [step("Watch")],
  2: [step("Watch")],
  3: [step("Choose", { press: "coin" }), step("Offer", { press: "offer" })],
};
const BEFORE = [0, 3, 3, 4];
const CLOSING = [step("Pairs"), step("Jokers")];
const STEPS = 8;

/** What the guide says once so many moves of the script were made; null: the game has left it. @param {number | null} place @returns {Said} */
function said(place) {
  const own = place === null ? [] : (SCRIPT[place] ?? []);
  const before = place === null ? STEPS - CLOSING.length : (BEFORE[place] ?? STEPS - CLOSING.length);
  return {
    place,
    waits: own[0]?.title.text === "Watch",
    before,
    of: STEPS,
    own: own.length,
    steps: [...own, ...CLOSING],
  };
}

/** @typedef {ReturnType<typeof guided>} Page */

/** @param {Page} page @param {number | null} place @param {Partial<Frame>} [fields] */
function comes_to(page, place, fields) {
  const question = (page.state.frame?.question ?? 0) + 1;
  const guide = said(place);
  return page.hears(frame_of({ seq: question, question, asked: guide.waits ? [1] : [0], guide, ...fields }));
}

/** @param {number | null} [step] @param {Partial<Table>} [fields] */
const begun = (step, fields) => guided(step).is_welcome(table_of({ lesson: true, ...fields }));

/** The card: the step's title and its words. @param {Page} page */
function card({ state }) {
  const now = state.guide.is_shown ? guided_now(state) : null;
  return now && [shown_step(now).title.text, words_of(now).text];
}

/** @param {Page} page */
const title = (page) => card(page)?.[0];

/** @param {Page} page */
const now_on = ({ state }) => /** @type {NonNullable<ReturnType<typeof guided_now>>} */ (guided_now(state));

/** @param {Page} page @param {"go_on" | "hold_back" | "fold"} does */
const presses = (page, does) => page.happens({ type: "guide", does });

test("It comes with the first frame, and tells one thing after the other until something is to be pressed", () => {
  const page = begun();
  assert.equal(card(page), null);
  comes_to(page, 0);
  assert.deepEqual(card(page), ["Colours", "About Colours."]);
  const titles = [1, 2].map(() => title(presses(page, "go_on")));
  assert.deepEqual([titles, is_asked_for(now_on(page))], [["Lids", "Draw"], true]);
});

test("It goes on with the game, also where something was not read yet", () => {
  const page = comes_to(begun(), 0);
  comes_to(page, 1);
  assert.equal(title(page), "Watch");
  comes_to(page, 2);
  assert.equal(title(page), "Watch");
  comes_to(page, 3);
  assert.equal(title(page), "Choose");
});

test("Steps are counted through, those at the end from behind", () => {
  const page = comes_to(begun(), 1);
  const number = () => shown_step(now_on(page)).number;
  const numbers = [number()];
  comes_to(page, 3);
  numbers.push(number());
  comes_to(page, null);
  numbers.push(number());
  presses(page, "go_on");
  assert.deepEqual([...numbers, number(), is_at_its_end(now_on(page))], [3, 4, 6, 7, true]);
});

test("What is picked is to be confirmed", () => {
  const page = comes_to(begun(), 3);
  page.happens({ type: "pick", move: "offer", by_button: false });
  assert.deepEqual(card(page), ["Choose", "Now confirm it: press the button."]);
});

test("Of several presses for one answer the next is told, and the one before once that is taken back", () => {
  const page = comes_to(begun(), 3);
  page.happens({ type: "change", fields: { chosen: [0] } });
  assert.equal(title(page), "Offer");
  page.happens({ type: "step_back" });
  assert.equal(title(page), "Choose");
  page.happens({ type: "compose", said: { origin: "outside" }, of_a_plan: false });
  assert.equal(title(page), "Offer");
});

test("Who presses something else is told so until the next step", () => {
  const page = comes_to(begun(), 3);
  presses(page, "hold_back");
  assert.equal(page.state.guide.was_held_back, true);
  page.happens({ type: "change", fields: { chosen: [0] } });
  assert.equal(page.state.guide.was_held_back, false);
});

test("Who skips an action hears how the guide ends, whatever the game comes to", () => {
  const page = comes_to(begun(2), 0);
  assert.equal(title(page), "Draw");
  assert.equal(title(presses(page, "go_on")), "Pairs");
  for (const place of [1, 3, null]) assert.equal(title(comes_to(page, place)), "Pairs");
  assert.equal(title(presses(page, "go_on")), "Jokers");
  assert.equal(title(comes_to(page, null)), "Jokers");
});

test("So does who skips what the bots do", () => {
  assert.equal(title(presses(comes_to(begun(), 1), "go_on")), "Pairs");
});

test("It goes back with a move that is taken back, also from its end, without telling everything again", () => {
  const page = comes_to(comes_to(begun(), 0), 3);
  assert.equal(title(comes_to(page, 0)), "Draw");
  comes_to(page, null);
  presses(page, "go_on");
  assert.equal(title(comes_to(page, 3)), "Choose");
});

test("An answer on its way changes nothing", () => {
  const page = comes_to(begun(), 3);
  page.happens({ type: "answer", move: { do: "offer" }, is_free: false });
  assert.equal(title(page), "Choose");
});

test("After a reload it goes on where it was, or with what the game has come to", () => {
  /** @param {number} step @param {number | null} place */
  const reloaded = (step, place) => title(comes_to(begun(step), place));
  assert.deepEqual([reloaded(1, 0), reloaded(1, 3), reloaded(5, 3)], ["Lids", "Choose", "Choose"]);
  assert.deepEqual([reloaded(7, null), reloaded(1, null)], ["Jokers", "Pairs"]);
});

test("After a reload a skipped action stays skipped", () => {
  const page = comes_to(begun(7), 0);
  assert.equal(title(page), "Jokers");
  assert.equal(title(comes_to(page, 3)), "Jokers");
});

test("What is kept over a reload is the number of the step", () => {
  const page = begun();
  assert.equal(page.state.guide.step, null);
  comes_to(page, 0);
  presses(page, "go_on");
  assert.equal(page.state.guide.step, 1);
});

test("It is away while the game is paused, and then there again", () => {
  const page = presses(comes_to(begun(), 0), "go_on");
  page.hears(table_of({ lesson: true, paused: true }));
  assert.equal(card(page), null);
  page.hears(table_of({ lesson: true }));
  assert.equal(title(page), "Lids");
});

test("A game that is no lesson has no guide, nor has a lesson that is over", () => {
  const page = comes_to(begun(), 0);
  page.hears(table_of({ lesson: true, state: "over" }));
  assert.equal(card(page), null);
  page.hears(table_of({ number: 2 }));
  page.hears(frame_of({ seq: 9, question: 9, asked: [0] }));
  assert.equal(card(page), null);
});

test("Escape takes back a pick before it closes the guide, and nothing before it is there", () => {
  const page = begun();
  page.happens({ type: "step_back" });
  assert.equal(page.state.guided, true);
  comes_to(page, 3);
  page.happens({ type: "pick", move: "offer", by_button: false });
  page.happens({ type: "step_back" });
  assert.equal(page.state.guided, true);
  page.happens({ type: "step_back" });
  assert.equal(page.state.guided, false);
});

test("Nothing of it changes with what does not concern it", () => {
  const page = comes_to(begun(), 0);
  const { guide } = page.state;
  page.happens({ type: "tick" }).happens({ type: "change", fields: { tab: "people" } });
  assert.equal(page.state.guide, guide);
  presses(page, "fold");
  assert.deepEqual(page.state.guide, { ...guide, is_folded: true });
});
