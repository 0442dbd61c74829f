// The vocabulary of the stage (static/kit/acts.js): where each act begins and ends, and when. What is drawn of it:
// tests/browser/test_stage.py.

/** @import { Act, Box, Ground, Part } from "#types/stage" */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./dom.js";
import { html } from "lit-html";
import { parts_of } from "#kit/acts.js";

/** @param {number} x @param {number} y @returns {Box} */
const box = (x, y, width = 40, height = 40) => ({ x, y, width, height });

const BAG = box(0, 0, 100, 100);
const HAND = box(0, 300);
const TRAY = box(400, 300);

/**
 * Where things were drawn before a push, and where they are.
 * @param {Record<string, Box>} before
 * @param {Record<string, Box>} now
 * @returns {Ground}
 */
const ground = (before, now) => ({
  was: (spot) => before[spot] ?? now[spot],
  is: (spot) => now[spot] ?? before[spot],
  is_left: (spot) => spot in before && !(spot in now),
  cards: [],
});

/** The bag stays, and the piece goes from the hand to the tray. */
const TABLE = ground({ bag: BAG, piece: HAND }, { bag: BAG, piece: TRAY });

/** The only part of an act. @param {Act} act @returns {Part} */
function part_of(act, table = TABLE) {
  const [part, ...others] = parts_of(act, table);
  assert.equal(others.length, 0);
  return part;
}

/** @param {Keyframe | undefined} frame */
const [shift, clip] = [
  (/** @type {Keyframe | undefined} */ frame) => String(frame?.translate).split(" ").map(Number.parseFloat),
  (/** @type {Keyframe | undefined} */ frame) => Number(/([\d.]+)%\)/.exec(String(frame?.clipPath))?.[1]),
];

// --- From place to place ----------------------------------------------------------------------------------------

for (const does of /** @type {const} */ (["slide", "arc", "walk", "hop"]))
  test(`What goes begins where it was and lands where it is: ${does}`, () => {
    const { box: end, frames } = part_of({ does, who: "piece" });
    assert.deepEqual([end, shift(frames[0]), shift(frames.at(-1))], [TRAY, [-400, 0], [0, 0]]);
  });

test("It begins at the middle of what it comes out of, in its own size", () => {
  const { frames } = part_of({ does: "slide", who: "piece", from: "bag" });
  assert.deepEqual([shift(frames[0]), frames[0].scale], [[-370, -270], 1]);
});

test("It begins as large as its origin if that is the thing itself", () => {
  assert.equal(part_of({ does: "slide", who: "piece", from: "bag", grows: true }).frames[0].scale, 2.5);
  const handed_on = ground({ coin: box(0, 300, 80, 80) }, { piece: TRAY });
  assert.equal(part_of({ does: "slide", who: "piece", from: "coin" }, handed_on).frames[0].scale, 2);
});

test("It is seen at its origin until it begins, unless it comes out of something that stays", () => {
  assert.equal(part_of({ does: "arc", who: "piece", at: 200 }).waits, true);
  assert.equal(part_of({ does: "arc", who: "piece", at: 200, from: "bag" }).waits, false);
});

test("What is drawn for the act only goes to another's place", () => {
  const { box: end, frames } = part_of({ does: "slide", who: html`<i></i>`, from: "piece", to: "bag" });
  assert.deepEqual([end, shift(frames[0])], [box(30, 30), [-30, 270]]);
});

for (const [does, apart] of /** @type {const} */ ([
  ["deal", 40],
  ["roll", 90],
]))
  test(`Several go one after the other: ${does}`, () => {
    const cards = { a: box(300, 0), b: box(350, 0), c: box(400, 0) };
    const parts = parts_of({ does, who: ["a", "b", "c"], from: "bag", at: 100 }, ground({ bag: BAG }, cards));
    assert.deepEqual(
      parts.map(({ who, at }) => [who, at]),
      [
        ["a", 100],
        ["b", 100 + apart],
        ["c", 100 + 2 * apart],
      ],
    );
  });

// --- Behind a rim, and under a pile -----------------------------------------------------------------------------

test("What goes behind a rim begins where it lay, and sinks out of sight below the rim's front", () => {
  const { box: end, frames } = part_of({ does: "sink", who: "piece", from: "piece", to: "bag" });
  assert.deepEqual(end, box(30, 100));
  assert.deepEqual(shift(frames[0]), [HAND.x - end.x, HAND.y - end.y]);
  assert.deepEqual([clip(frames[0]), shift(frames.at(-1)), clip(frames.at(-1))], [0, [0, 0], 100]);
});

test("On its way it does not fall before it is over the rim", () => {
  const { frames } = part_of({ does: "sink", who: "piece", to: "bag" });
  const falls = frames.findIndex((frame) => clip(frame) > 0);
  assert.equal(shift(frames[falls])[0], 0);
  assert.ok(frames.slice(0, falls).some((frame) => shift(frame)[1] <= -40));
});

test("What comes up from behind a rim is out of sight first, and whole where it is", () => {
  const tile = box(30, -60);
  const { box: end, frames } = part_of(
    { does: "rise", who: "tile", from: "bag" },
    ground({ bag: BAG }, { bag: BAG, tile }),
  );
  assert.deepEqual([end, shift(frames[0]), clip(frames[0])], [tile, [0, 160], 100]);
  assert.deepEqual([shift(frames.at(-1)), clip(frames.at(-1))], [[0, 0], 0]);
});

test("What is tucked under a pile leaves it towards the reader, and goes back under it", () => {
  const tile = ground({ stack: BAG, tile: BAG }, { stack: BAG });
  const { frames } = part_of({ does: "tuck", who: "tile", to: "stack" }, tile);
  assert.deepEqual(frames.map(shift), [
    [0, 0],
    [0, 100],
    [0, 0],
  ]);
  assert.equal(frames.at(-1)?.clipPath, "inset(100% -20% -20%)");
  const pulled = part_of({ does: "pull", who: "tile", from: "stack" }, tile);
  assert.deepEqual(pulled.frames, [...frames].reverse());
});

// --- Solids, lids and arrows ------------------------------------------------------------------------------------

test("A die tumbles where it lies, and ends on the face that is drawn", () => {
  const faces = [1, 2, 3, 4, 5].map((face) => html`${face}`);
  const { box: end, frames, faces: sides } = part_of({ does: "tumble", who: "piece", faces });
  assert.deepEqual([end, shift(frames.at(-1)), sides], [TRAY, [0, 0], [null, ...faces]]);
  assert.ok(Math.hypot(...shift(frames[0])) <= 1.1 * TRAY.width);
});

test("A thrown die comes from the hand, lies in the tray beside the others, and slides home", () => {
  const thrown = { from: "bag", into: "piece", of: 2, size: 16 };
  const [one, other] = [0, 1].map((nth) => part_of({ does: "tumble", who: "bag", faces: [], nth, thrown }));
  const lying = one.frames.filter(({ translate }) => translate === "0 0" || translate === "0.0px 0.0px");
  assert.equal(Math.round(one.ms * (Number(lying.at(-1)?.offset) - Number(lying[0].offset))), 500);
  assert.ok(one.box.x + one.box.width <= other.box.x);
  for (const { box: lies } of [one, other]) {
    assert.ok(lies.width <= 16 && lies.x >= TRAY.x && lies.x + lies.width <= TRAY.x + TRAY.width);
  }
  const middle = one.box.x + one.box.width / 2;
  assert.equal(Math.round(middle + shift(one.frames.at(-1))[0]), BAG.x + BAG.width / 2);
  assert.deepEqual(shift(one.frames[0])[0], shift(one.frames.at(-1))[0]);
});

test("Dice of one throw roll differently", () => {
  const [one, other] = [0, 1].map((nth) => part_of({ does: "tumble", who: "piece", faces: [], nth }));
  assert.notDeepEqual(one.turns, other.turns);
});

test("What turns over shows its old face first", () => {
  const was = html`back`;
  assert.deepEqual(part_of({ does: "turn", who: "piece", was, from: "bag" }).faces, [was, null]);
});

test("A lid is open until it is to go down, and shut after its thud", () => {
  const open = "translate(0, -20px)";
  const { at, ms, frames, in_place, who } = part_of({ does: "lid", who: ".lid", open, at: 100, until: 500 });
  assert.deepEqual([who, in_place, at, at + ms], [null, ".lid", 100, 620]);
  const opened = frames.filter(({ transform }) => transform === open);
  assert.equal(at + ms * Number(opened.at(-1)?.offset), 500);
  assert.equal(frames.at(-1)?.transform, frames[0].transform);
});

test("An arrow leads from the middle of one to the other, and is drawn differently where it is only possible", () => {
  const { box: end, frames, look } = part_of({ does: "point", from: "bag", to: "piece" });
  assert.deepEqual([end.x, end.y], [50, 50]);
  assert.equal(end.width, Math.hypot(370, 270));
  assert.equal(frames[0].rotate, `${Math.atan2(270, 370)}rad`);
  const possible = part_of({ does: "point", from: "bag", to: "piece", may: true });
  assert.deepEqual([look, possible.look], ["stage-arrow", "stage-arrow stage-possible"]);
});

// --- What is not drawn ------------------------------------------------------------------------------------------

/** @type {Act[]} */
const ACTS_OF_NOBODY = [
  { does: "slide", who: "nobody" },
  { does: "arc", who: "piece", from: "nowhere" },
  { does: "walk", who: "piece", to: "nowhere" },
  { does: "hop", who: html`<i></i>`, to: "bag" },
  { does: "sink", who: "piece", to: "nowhere" },
  { does: "rise", who: "piece", from: "nowhere" },
  { does: "tumble", who: "nobody", faces: [] },
  { does: "turn", who: "nobody", was: html`back` },
  { does: "tuck", who: "piece", to: "nowhere" },
  { does: "pull", who: "nobody", from: "bag" },
  { does: "deal", who: ["nobody"], from: "bag" },
  { does: "roll", who: ["piece"], from: "nowhere" },
  { does: "point", from: "bag", to: "nowhere" },
];

for (const act of ACTS_OF_NOBODY)
  test(`An act without a place that is drawn is left out: ${act.does}`, () => {
    assert.deepEqual(parts_of(act, TABLE), []);
  });
