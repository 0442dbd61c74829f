// From step to step of a guided first game (static/state/guide.js).

/** @import { GuideOfGame, Guided } from "#types/guide" */
/** @import { Choice, Table } from "#types/wire" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { frame_of, guided_by, table_of } from "./opened.js";

/** @param {string} verb */
const is_asked_to = (verb) => (/** @type {Guided} */ now) =>
  now.state.frame.asked.includes(0) && now.state.frame.choices.some(({ move }) => move.do === verb);

/** @param {string} verb @param {object} [more] */
const step_to = (verb, more) => ({
  ...{ title: `To ${verb}`, words: `Now ${verb}.`, at: [], lesson: true, press: () => [`.${verb}`] },
  from: is_asked_to(verb),
  until: (/** @type {Guided} */ now) => !is_asked_to(verb)(now),
  ...more,
});

/** @type {GuideOfGame} */
const COURSE = {
  steps: [
    step_to("draw"),
    step_to("place", { meanwhile: "The bot draws." }),
    step_to("lift"),
    step_to("pay"),
    { title: "Pairs", words: "Pairs count.", at: [] },
    { title: "Lids", words: "Lids are heavy.", at: [] },
  ],
};

/** @typedef {ReturnType<typeof guided_by>} Page */

/** @param {string | null} [place] @param {Partial<Table>} [fields] */
const begun = (place, fields) => guided_by(COURSE, place).is_welcome(table_of({ lesson: true, ...fields }));

/** The reader is asked to do one of these; without any, somebody else is asked. @param {Page} page @param {string[]} verbs */
function asks(page, ...verbs) {
  const choices = /** @type {Choice[]} */ (/** @type {unknown} */ (verbs.map((verb) => ({ move: { do: verb } }))));
  const question = (page.state.frame?.question ?? 0) + 1;
  return page.hears(frame_of({ seq: question, question, asked: verbs.length ? [0] : [1], choices }));
}

/** The card: the step's title and its words. @param {Page} page */
function card({ state: { guide } }) {
  return guide.is_shown ? [guide.steps[guide.nth].title, guide.words] : null;
}

/** @param {Page} page */
const title = (page) => card(page)?.[0];

/** @param {Page} page @param {"go_on" | "hold_back" | "fold"} does */
const presses = (page, does) => page.happens({ type: "guide", does });

test("It comes with the first question, and goes on once that is answered", () => {
  const page = begun();
  assert.equal(card(page), null);
  asks(page, "draw");
  assert.deepEqual(card(page), ["To draw", "Now draw."]);
  asks(page, "place");
  assert.deepEqual(card(page), ["To place", "Now place."]);
});

test("Until a step is possible it says what the reader waits for", () => {
  const page = asks(begun(), "draw");
  asks(page);
  assert.deepEqual(card(page), ["To place", "The bot draws."]);
  page.happens({ type: "guide", does: "go_on" });
  assert.deepEqual(card(page), ["Pairs", "Pairs count."]);
});

test("What is picked is to be confirmed", () => {
  const page = asks(begun(), "draw");
  page.happens({ type: "pick", move: "draw", by_button: false });
  assert.deepEqual(card(page), ["To draw", "Now confirm it in the prompt."]);
});

test("The words of an action stay while it is no longer possible, and not done yet", () => {
  const words = (/** @type {Guided} */ { state }) => ({ text: `Question ${state.frame.question}.` });
  const step = step_to("draw", { words, until: (/** @type {Guided} */ { state }) => state.frame.outcome !== null });
  const page = asks(guided_by({ steps: [step] }).is_welcome(table_of({ lesson: true })), "draw");
  asks(page);
  assert.deepEqual(card(page), ["To draw", { text: "Question 1." }]);
});

test("Who presses something else is told so until the next step", () => {
  const page = asks(begun(), "draw");
  presses(page, "hold_back");
  assert.equal(page.state.guide.was_held_back, true);
  asks(page, "place");
  assert.equal(page.state.guide.was_held_back, false);
});

test("Who skips an action skips the rest of the lesson", () => {
  const page = asks(begun(), "draw");
  presses(page, "go_on");
  const titles = [title(page)];
  for (const _ of [1, 2]) titles.push(title(presses(page, "go_on")));
  assert.deepEqual(titles, ["Pairs", "Lids", "Now keep playing"]);
});

test("A table that is no lesson has only what applies to every game", () => {
  const page = asks(begun(null, { lesson: false }), "draw");
  assert.deepEqual([title(page), page.state.guide.steps.length], ["Pairs", 3]);
});

test("It goes back with a move that is taken back", () => {
  const page = asks(begun(), "draw");
  asks(page, "place");
  assert.equal(title(asks(page, "draw")), "To draw");
});

test("It goes back by two steps at most: more, and it is another turn that asks the same", () => {
  const asked_back = (/** @type {string} */ verb) => title(asks(asks(begun("To lift"), "lift"), verb));
  assert.deepEqual([asked_back("place"), asked_back("draw")], ["To place", "Pairs"]);
});

test("An answer on its way is no other question", () => {
  const page = asks(begun(), "draw");
  asks(page);
  page.happens({ type: "answer", move: { do: "place" }, is_free: false });
  assert.equal(title(page), "To place");
});

test("After a reload it goes on where it was, or with what is asked by then", () => {
  assert.equal(title(asks(begun("To place"), "place")), "To place");
  assert.equal(title(asks(begun("To draw"), "lift")), "To lift");
  assert.equal(title(asks(begun("To draw"), "something else")), "Pairs");
  assert.equal(title(asks(begun("Of another game"), "draw")), "To draw");
});

test("What is kept over a reload is where it has come to", () => {
  const page = asks(begun(), "draw");
  assert.equal(page.state.guide.place, null);
  asks(page, "place");
  assert.equal(page.state.guide.place, "To place");
});

test("A step does not pass for done while the game is paused", () => {
  const page = asks(begun(), "draw");
  page.hears(table_of({ lesson: true, paused: true }));
  assert.equal(card(page), null);
  page.hears(table_of({ lesson: true }));
  assert.deepEqual(card(page), ["To draw", "Now draw."]);
});

test("The next game at the table has its own steps, also after this one was skipped", () => {
  const page = asks(begun(), "draw");
  presses(page, "go_on");
  page.hears(table_of({ lesson: true, state: "over" }));
  assert.equal(card(page), null);
  page.hears(table_of({ number: 2 }));
  asks(page, "draw");
  assert.deepEqual([title(page), page.state.guide.steps.length], ["Pairs", 3]);
});

test("Escape takes back a pick before it closes the guide, and nothing before it is there", () => {
  const page = begun();
  page.happens({ type: "step_back" });
  asks(page, "draw");
  page.happens({ type: "pick", move: "draw", by_button: false }).happens({ type: "step_back" });
  assert.deepEqual([page.state.picked, page.state.guided], [null, true]);
  page.happens({ type: "step_back" });
  assert.equal(page.state.guided, false);
});

test("Nothing of it changes with what does not concern it", () => {
  const page = asks(begun(), "draw");
  const { guide } = page.state;
  page.happens({ type: "tick" }).happens({ type: "change", fields: { tab: "people" } });
  assert.equal(page.state.guide, guide);
  presses(page, "fold");
  assert.deepEqual(page.state.guide, { ...guide, is_folded: true });
});
