// The paths of pieces (static/kit/paths.js): how high they rise, and past whose cards they lead. What moves on a page:
// tests/browser/test_stage.py.

/** @import { Box } from "#types/stage" */
/** @import { Rise, Way } from "#kit/paths.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bounce, curve, jump, jumps, overlap, past, straight, throw_of, thrown } from "#kit/paths.js";

/** @typedef {{ path: (way: Way, box: Box) => Keyframe[], rise: (way: Way, box: Box) => Rise }} Kind */

/** As high as it may. @type {Record<string, Kind>} */
const KINDS = {
  curve: { path: (way) => curve(way, 1000), rise: () => ({ arc: 1000 }) },
  jumps: { path: jumps, rise: (_, box) => ({ jump: jump(box) }) },
  thrown: { path: thrown, rise: (way, box) => ({ arc: throw_of(way, box), jump: bounce(box) }) },
  straight: { path: straight, rise: () => ({}) },
};

/** @param {number} x @param {number} y @returns {Box} */
const box = (x, y, width = 40, height = 40) => ({ x, y, width, height });

/**
 * Where a piece is on this path, from its first keyframe to its last.
 * @param {Kind} kind
 * @param {Box} start
 * @param {Box} end
 * @param {Box[]} [cards]  of players
 */
function flown({ path, rise }, start, end, cards) {
  const direct = { x: start.x - end.x, y: start.y - end.y, scale: 1 };
  const way = cards ? past(direct, end, cards, rise(direct, end)) : direct;
  return path(way, end).map(({ translate }) => {
    const [x, y] = String(translate).split(" ").map(Number.parseFloat);
    return { ...end, x: end.x + x, y: end.y + y };
  });
}

/** @param {Box[]} boxes @param {Box} start @param {Box} end */
function assert_ends(boxes, start, end) {
  const [first, last] = [boxes[0], /** @type {Box} */ (boxes.at(-1))];
  for (const [here, there] of [
    [first, start],
    [last, end],
  ])
    assert.ok(Math.hypot(here.x - there.x, here.y - there.y) < 0.2, `${here.x} ${here.y}, not ${there.x} ${there.y}`);
}

const ENDS = [
  [box(0, 300), box(400, 300)],
  [box(0, 600), box(900, 100)],
  [box(0, 100), box(30, 700)],
  [box(0, 300, 120, 165), box(1400, 320, 120, 165)],
];

for (const [name, kind] of Object.entries(KINDS))
  test(`Nothing rises more than 60 pixels above the higher end: ${name}`, () => {
    for (const [start, end] of ENDS) {
      const boxes = flown(kind, start, end);
      assert.ok(Math.min(...boxes.map(({ y }) => y)) >= Math.min(start.y, end.y) - 60.1);
      assert_ends(boxes, start, end);
    }
  });

/** Three opponents side by side, and the owner of the page below. */
const CARDS = [box(0, 0, 300, 120), box(310, 0, 300, 120), box(620, 0, 300, 120), box(0, 600, 920, 120)];

/** @type {Record<string, { start: Box, end: Box, concerned: number[] }>} */
const FLIGHTS = {
  "past the one in between": { start: box(20, 50), end: box(850, 50), concerned: [0, 2] },
  "over the table": { start: box(450, 160), end: box(450, 560), concerned: [] },
  "to an opponent": { start: box(30, 640), end: box(850, 50), concerned: [3, 2] },
  "to a neighbour": { start: box(460, 50), end: box(20, 50), concerned: [1, 0] },
  "close to their cards": { start: box(20, 125), end: box(700, 125), concerned: [] },
};

for (const [name, kind] of Object.entries(KINDS))
  for (const [where, { start, end, concerned }] of Object.entries(FLIGHTS))
    test(`Nothing flies over the card of a player whom it does not concern: ${name}, ${where}`, () => {
      const others = CARDS.filter((_, nth) => !concerned.includes(nth));
      const boxes = flown(kind, start, end, CARDS);
      assert.deepEqual(
        boxes.filter((here) => others.some((other) => overlap(here, other))),
        [],
      );
    });

test("What has to cross others takes the way that touches the fewest", () => {
  const wall = box(-2000, 200, 5000, 100); // a card that fills the width cannot be avoided
  const [start, end] = [box(100, 400), box(100, 50)];
  const boxes = flown(KINDS.curve, start, end, [wall]);
  assert_ends(boxes, start, end);
  assert.deepEqual(new Set(boxes.map(({ x }) => x)), new Set([100]));
});
