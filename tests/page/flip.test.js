// Motion between two drawings (static/kit/flip.js), and acts on the stage above them (static/kit/stage.js), in a document
// where a test says where things are. What it looks like: tests/browser/test_motion.py and test_stage.py.

/** @import { Act } from "#types/stage" */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./dom.js";
import { html, render } from "lit-html";
import { make_flip, still } from "#kit/flip.js";
import { make_stage } from "#kit/stage.js";
import { moved } from "./motion.js";

const root = document.createElement("main");
document.body.append(root);
const stage = make_stage(root);
const flip = make_flip(root);

/** @typedef {Record<string, string>} Table  where things are */

/** @param {Table} table */
const drawn = (table) =>
  Object.entries(table).map(([key, at]) => html`<div data-k=${key} data-at=${at} data-mark><b>${key}</b></div>`);

/** Draws this, with these acts. @param {Table} table @param {Act[]} acts */
const push = (table, ...acts) =>
  flip(
    () => render(drawn(table), root),
    true,
    stage.play(() => acts),
  );

/** Of what has begun to move in its place, where from. */
const glides = () =>
  Object.fromEntries(
    moved().flatMap(({ node, frames }) => (node.dataset.k ? [[node.dataset.k, frames[0].translate]] : [])),
  );

const actors = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".stage-actor"));
/** What is on the stage: tests compare no elements, whose differences take half a minute to be written. */
const acting = () => Array.from(actors(), (actor) => actor.textContent);
const on_stage = () => Array.from(root.querySelectorAll("[data-on-stage]"), (node) => node.getAttribute("data-k"));

/** @param {EventTarget} target @param {string} type */
const happens = (target, type) => target.dispatchEvent(new window.Event(type));

const BAG = "0 0 100 100";

beforeEach(() => {
  happens(window, "resize");
  push({ bag: BAG, piece: "300 0 40 40" });
  moved();
});

// --- Gliding ----------------------------------------------------------------------------------------------------

test("What has moved glides, and what is new appears", () => {
  push({ bag: BAG, piece: "500 0 40 40", other: "20 20 40 40" });
  assert.deepEqual(glides(), { piece: "-200px 0px", other: undefined });
});

test("What still glides is measured where it comes to rest", () => {
  push({ bag: BAG, piece: "500 0 40 40" });
  const [glide] = moved();
  flip(() => assert.ok(glide.is_over));
});

test("A page's first drawing moves nothing", () => {
  push({});
  push({ bag: BAG });
  assert.deepEqual(glides(), {});
});

test("A reader who asks for less motion has none, and sees rings", (it) => {
  it.mock.getter(still, "matches", () => true);
  push({ bag: BAG, piece: "500 0 40 40", other: "20 20 40 40" }, { does: "arc", who: "piece", from: "bag" });
  assert.deepEqual([glides(), acting()], [{}, []]);
  assert.ok(root.querySelector("[data-k=other]")?.hasAttribute("data-fresh"));
});

test("Whoever looks away misses what is on its way", (it) => {
  it.mock.getter(document, "hidden", () => true);
  push({ bag: BAG, piece: "500 0 40 40" }, { does: "arc", who: "piece", from: "bag" });
  assert.deepEqual([glides(), acting()], [{}, []]);
});

test("What is new is ringed for two seconds", (it) => {
  const later = it.mock.method(globalThis, "setTimeout", () => {});
  push({ bag: BAG, piece: "300 0 40 40", other: "20 20 40 40" });
  const ringed = () => Array.from(root.querySelectorAll("[data-fresh]"), (node) => node.getAttribute("data-k"));
  assert.deepEqual(ringed(), ["other"]);
  const [
    {
      arguments: [end, ms],
    },
  ] = later.mock.calls;
  end?.();
  assert.deepEqual([ringed(), ms], [[], 2000]);
});

// --- Acts -------------------------------------------------------------------------------------------------------

test("What acts is not moved otherwise: a copy is, above the page, and it is unseen meanwhile", () => {
  push({ bag: BAG, piece: "500 0 40 40" }, { does: "arc", who: "piece", from: "bag" });
  assert.deepEqual(glides(), {});
  assert.deepEqual(on_stage(), ["piece"]);
  assert.deepEqual(acting(), ["piece"]);
  assert.equal(document.querySelectorAll(".stage [data-k]").length, 0); // nobody finds it in place of its original
});

test("When it has landed, no trace of the copy is left", () => {
  push({ bag: BAG, piece: "500 0 40 40" }, { does: "arc", who: "piece", from: "bag" });
  for (const { onfinish } of moved()) onfinish?.();
  assert.deepEqual([acting(), on_stage(), document.querySelectorAll(".stage").length], [[], [], 0]);
});

test("All that a push brings about is fitted into 900 ms", () => {
  /** @type {Act[]} */
  const acts = [0, 1, 2].map((nth) => ({ does: "slide", who: "piece", from: "bag", at: 600 * nth, ms: 600 }));
  push({ bag: BAG, piece: "500 0 40 40" }, ...acts);
  const flights = moved().filter(({ timing }) => timing.fill === "both");
  assert.deepEqual(
    flights.map(({ timing: { delay, duration } }) => [delay, duration]),
    [
      [0, 300],
      [300, 300],
      [600, 300],
    ],
  );
  assert.ok(stage.lands_in() > 800 && stage.lands_in() <= 900);
});

test("What is short is not slowed down", () => {
  push({ bag: BAG, piece: "500 0 40 40" }, { does: "slide", who: "piece", from: "bag", ms: 200 });
  const [flight] = moved();
  assert.deepEqual([flight.timing.delay, flight.timing.duration], [0, 200]);
});

test("What another push finds on its way glides on from there", () => {
  push({ bag: BAG, piece: "500 0 40 40" }, { does: "arc", who: "piece", from: "bag" });
  actors()[0].dataset.at = "250 -60 40 40";
  moved();
  push({ bag: BAG, piece: "500 0 40 40", other: "20 20 40 40" });
  assert.deepEqual(glides(), { piece: "-250px -60px", other: undefined });
  assert.deepEqual([acting(), on_stage()], [[], []]);
});

for (const type of ["scroll", "resize", "visibilitychange"])
  test(`The stage is cleared when the table is no longer where it was, or not seen: ${type}`, () => {
    push({ bag: BAG, piece: "500 0 40 40" }, { does: "arc", who: "piece", from: "bag" });
    const flights = moved();
    happens(window, type);
    assert.deepEqual([acting(), on_stage(), stage.lands_in()], [[], [], 0]);
    assert.ok(flights.every(({ is_over }) => is_over));
  });

test("Scrolling beside the table leaves what is on its way", () => {
  push({ bag: BAG, piece: "500 0 40 40" }, { does: "arc", who: "piece", from: "bag" });
  const rail = Object.assign(document.createElement("aside"), { className: "rail" });
  document.body.append(rail);
  happens(rail, "scroll");
  rail.remove();
  assert.deepEqual(acting(), ["piece"]);
});

test("Who has no place that is drawn does not act", () => {
  push({ bag: BAG, piece: "500 0 40 40" }, { does: "arc", who: "nothing", from: "bag" });
  assert.deepEqual([glides(), acting()], [{ piece: "-200px 0px" }, []]);
});

// --- Words ------------------------------------------------------------------------------------------------------

/** Draws a line of the log beside the table. @param {string} line @param {Act[]} acts */
function tell(line, ...acts) {
  const words = html`<ol class="log"><li>${line}</li><li><button>${line}</button></li></ol>`;
  const table = drawn({ bag: BAG, piece: "500 0 40 40" });
  flip(
    () => render([...table, words], root),
    true,
    stage.play(() => acts),
  );
  return moved().filter(({ node }) => node.closest(".log"));
}

test("Words that tell of an act fade in when it has landed, and nothing that can be pressed waits", () => {
  const told = tell("Ann drew.", { does: "slide", who: "piece", from: "bag", ms: 500 });
  assert.deepEqual(
    told.map(({ node }) => [node.localName, node.textContent]),
    [["li", "Ann drew."]],
  );
  const [fading] = told;
  assert.ok(fading.timing.delay > 400 && fading.timing.delay <= 500);
  assert.equal(fading.timing.fill, "backwards");
});

test("Words that were there before do not wait", () => {
  tell("Ann drew.", { does: "slide", who: "piece", from: "bag", ms: 500 });
  assert.equal(tell("Ann drew.", { does: "slide", who: "piece", from: "bag", ms: 500 }).length, 0);
});

test("The next move shows what was still waiting", () => {
  const [fading] = tell("Ann drew.", { does: "slide", who: "piece", from: "bag", ms: 500 });
  tell("Ben drew.");
  assert.ok(fading.is_over);
});
