// Which words of the table are news (static/kit/words.js).

import assert from "node:assert/strict";
import { test } from "node:test";
import { new_words } from "#kit/words.js";

/** @param {[place: string, text: string][]} words */
const written = (words) => words.map(([place, text]) => ({ place, text }));

test("Words are new where they did not stand before", () => {
  const before = written([
    ["log", "Ana drew."],
    ["Ana", "choosing"],
    ["Bo", "5 pieces"],
    ["prompt", "Your turn."],
  ]);
  const news = written([
    ["log", "Bo drew."],
    ["Bo", "choosing"],
    ["prompt", "Wait."],
  ]);
  // A line that moves down the log, or a word that moves within a player's card, is not.
  const after = [
    ...news,
    ...written([
      ["log", "Ana drew."],
      ["Ana", "choosing"],
    ]),
  ];
  assert.deepEqual(new_words(before, after), news);
});
