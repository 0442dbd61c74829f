// What a page says of a reader's own groups in Color Gin, before the server has counted them
// (static/games/color_gin/melds.js).

/** @import { Card, View } from "#types/views/color_gin" */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./dom.js";
import { going_out, is_meld, is_run, points_of, same_melds } from "#games/color_gin/melds.js";

/** @param {string} words */
const cards = (words) => /** @type {Card[]} */ (words.match(/\S+/g) ?? []);

/** @param {string} words  "2S 3S 4S | KD": the last group is left over */
const groups = (words) => words.split("|").map(cards);

for (const [what, words, is_so] of /** @type {const} */ ([
  ["three in sequence of a suit, in any order", "4S 2S 3S", true],
  ["an ace is low", "AS 2S 3S", true],
  ["an ace is not high", "QS KS AS", false],
  ["three of a rank", "9S 9H 9D", true],
  ["four of a rank", "9S 9H 9D 9C", true],
  ["two cards", "9S 9H", false],
  ["a sequence of two suits", "2S 3S 4H", false],
  ["a sequence with a gap", "2S 3S 5S", false],
  ["a joker", "2S 3S *1", false],
]))
  test(`Runs and sets are melds: ${what}`, () => {
    assert.equal(is_meld(cards(words)), is_so);
  });

test("A run and a set are told apart", () => {
  assert.deepEqual([is_run(cards("2S 3S 4S")), is_run(cards("9S 9H 9D"))], [true, false]);
});

test("Faces count ten, aces one, and jokers nothing", () => {
  assert.equal(points_of(cards("AS 5H TD JC QC KS *1")), 46);
});

test("Melds are the same in whatever order they lie", () => {
  assert.ok(same_melds(groups("2S 3S 4S | 9S 9H 9D"), groups("9D 9S 9H | 4S 3S 2S")));
  assert.ok(!same_melds(groups("2S 3S 4S"), groups("2S 3S 4S 5S")));
});

/**
 * Going out without this card.
 * @param {string} card
 * @param {string} words  the groups of the hand
 * @param {Partial<View>} [fields]
 */
const out = (card, words, fields) =>
  going_out(
    /** @type {View} */ ({
      closed: {},
      phase: "shedding",
      most_to_knock: 10,
      sheds: groups(words)
        .flat()
        .map((each) => ({ card: each, points: 0, spoiled: [], melds: [] })),
      ...fields,
    }),
    cards(card)[0],
    groups(words),
  );

const KNOCK = "5S 6S 7S 8S | 9S 9H 9D | 2C 3C 4C AH KD";

test("One may knock with what is left over, and the suits that it spoils do not score", () => {
  // The run spoils spades, and what is left over hearts; the set of three lacks clubs.
  assert.deepEqual(out("KD", "5S 6S 7S 8S | 9S 9H 9D | AH 2H KD"), {
    card: "KD",
    melds: groups("5S 6S 7S 8S | 9S 9H 9D"),
    points: 3,
    suits: ["D"],
  });
});

test("A set of four spoils nothing", () => {
  assert.deepEqual(out("KD", "9S 9H 9D 9C | 2S 3S 4S 5S | AS 6S KD")?.suits, ["H", "D", "C"]);
});

test("What is left over stays left over, even where it might be a meld", () => {
  assert.equal(out("KD", KNOCK)?.points, 10);
});

test("One may not knock with more than ten points", () => {
  assert.equal(out("AH", KNOCK), null);
});

test("A group that is no meld is left over", () => {
  assert.equal(out("KD", "5S 6S 7S | 9S 9H | 2C KD"), null);
  assert.equal(out("KD", "5S 6S 7S | 3S 3H | 2C KD")?.points, 8);
});

test("One may not knock where no suit could score", () => {
  assert.deepEqual(out("KD", KNOCK)?.suits, ["D"]);
  assert.equal(out("KD", KNOCK, { closed: { D: 1 } }), null);
});

test("A card that may not be shed leads to nothing", () => {
  assert.equal(out("KD", KNOCK, { sheds: [] }), null);
});

test("With a joker one goes gin where that is possible, though no suit may score", () => {
  const gin = "5S 6S 7S 8S 9S TS | 9H 9D 9C | *1 AH";
  const least = (/** @type {number} */ points) => [{ card: cards("*1")[0], points, spoiled: [], melds: [] }];
  assert.equal(out("*1", gin, { phase: "joker", sheds: least(0) }), null);
  assert.equal(out("*1", gin, { phase: "joker", sheds: least(1) })?.points, 1);
});
