// A reader's own groups of cards in Color Gin (static/games/color_gin/grouping.js).

/** @import { Card } from "#types/views/color_gin" */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./dom.js";
import { grouped, put_alone, put_at, put_last, put_one_on } from "#games/color_gin/grouping.js";

/** Groups, the last of them left over: "2S 3S 4S | KD". @param {string} words */
const groups = (words) => words.split("|").map((group) => /** @type {Card[]} */ (group.match(/\S+/g) ?? []));

/** @param {Card[][]} all */
const words = (all) => all.map((group) => group.join(" ")).join(" | ");

/** @param {string} cards */
const [hand, card] = [
  (/** @type {string} */ cards) => groups(cards)[0],
  (/** @type {string} */ one) => groups(one)[0][0],
];

const best = (/** @type {string} */ all) => ({
  melds: groups(all).slice(0, -1),
  leftovers: groups(all).at(-1) ?? [],
  points: 0,
});

// --- How a hand lies --------------------------------------------------------------------------------------------

test("A hand lies in its best groups until it is grouped otherwise", () => {
  const cards = hand("2S 3S 4S KD QH");
  assert.equal(words(grouped(cards, best("2S 3S 4S | KD QH"), null)), "2S 3S 4S | KD QH");
  assert.equal(words(grouped(cards, best("2S 3S 4S | KD QH"), groups("KD QH | 2S 3S 4S"))), "KD QH | 2S 3S 4S");
});

test("A hand of which nothing is known is left over", () => {
  assert.equal(words(grouped(hand("2S KD"), null, null)), "2S KD");
});

test("A new card is left over, and one that is gone leaves its group", () => {
  assert.equal(words(grouped(hand("2S 3S 9C KD"), null, groups("2S 3S 4S | KD"))), "2S 3S | KD 9C");
});

test("A group of which every card is gone is no more, though nothing may be left over", () => {
  assert.equal(words(grouped(hand("KD QD"), null, groups("2S | KD QD |"))), "KD QD | ");
});

// --- Where a card is put ----------------------------------------------------------------------------------------

for (const { how, before, from, to, after } of [
  { how: "in its order into another group", before: "2S 4S | KD 3S", from: "3S", to: "4S", after: "2S 3S 4S | KD" },
  { how: "past others of its group", before: "2S 3S 4S |", from: "2S", to: "4S", after: "3S 4S 2S | " },
  { how: "back past them", before: "2S 3S 4S |", from: "4S", to: "2S", after: "4S 2S 3S | " },
  {
    how: "where it is put among what is left over",
    before: "2S 3S | KD QH",
    from: "2S",
    to: "QH",
    after: "3S | KD 2S QH",
  },
  { how: "out of a group that ends with it", before: "9C | KD QH", from: "9C", to: "KD", after: "9C KD QH" },
])
  test(`A card is put at another's place: ${how}`, () => {
    assert.equal(words(put_at(groups(before), card(from), card(to))), after);
  });

test("A card that is put alone is a group after the others", () => {
  assert.equal(words(put_alone(groups("2S 3S | KD QH"), card("KD"))), "2S 3S | KD | QH");
});

test("A card that is put last is left over", () => {
  assert.equal(words(put_last(groups("2S 3S | KD"), card("2S"))), "3S | KD 2S");
});

// --- Step by step -----------------------------------------------------------------------------------------------

/** Where a card gets step by step to one side. @param {string} all @param {string} one @param {1 | -1} step */
function steps(all, one, step) {
  const seen = [groups(all)];
  for (;;) {
    const now = seen[seen.length - 1];
    const next = put_one_on(now, card(one), step);
    if (words(next) === words(now)) return seen.map(words);
    seen.push(next);
  }
}

test("Step by step to the left a card leaves its group, is alone, and joins the one before", () => {
  assert.deepEqual(steps("2S 3S | KD QH 9C", "QH", -1), [
    "2S 3S | KD QH 9C",
    "2S 3S | QH KD 9C",
    "2S 3S | QH | KD 9C",
    "2S 3S QH | KD 9C",
    "2S QH 3S | KD 9C",
    "QH 2S 3S | KD 9C",
    "QH | 2S 3S | KD 9C",
  ]);
});

test("Step by step to the right it ends as the last of what is left over", () => {
  assert.deepEqual(steps("2S 3S | KD QH", "2S", 1), [
    "2S 3S | KD QH",
    "3S 2S | KD QH",
    "3S | 2S | KD QH",
    "3S | 2S KD QH",
    "3S | KD 2S QH",
    "3S | KD QH 2S",
  ]);
});
