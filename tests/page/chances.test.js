// What luck did is told as to a friend, and no mark of the chart covers another.

import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { teller } from "#kit/text.js";
import { kept_apart } from "#replay/apart.js";
import { choices_in_words, luck_in_words } from "#replay/luck.js";

const say = teller((seat) => `player ${seat}`);

test("luck is told by its size, for and against somebody", () => {
  const told = [-300, -30, -8, 0, 8, 30, 300].map((luck) => luck_in_words(say, 0, luck));
  assert.equal(new Set(told).size, 7);
  assert.match(told[0], /very much against/);
  assert.match(told[3], /no difference/);
  assert.match(told[6], /helped .* very much/);
});

test("choices only cost", () => {
  assert.match(choices_in_words(say, 0), /next to nothing/);
  assert.match(choices_in_words(say, -535), /very much/);
});

test("marks that are apart stay, others make room within the chart", () => {
  assert.deepEqual(kept_apart([0, 40, 80], 15), [0, 40, 80]);
  assert.deepEqual(kept_apart([100, 0, 100, 100], 15), [70, 0, 85, 100]);
  assert.deepEqual(kept_apart([3, 7, 100], 11), [3, 14, 100]);
});
