// What a seat could know at a step of a replay, as it is laid out (static/kit/could_be.js).

import assert from "node:assert/strict";
import { test } from "node:test";
import { groups_of, runs_of } from "#kit/could_be.js";
import { could_be_at } from "#replay/places.js";

/** @param {string} where @param {(string | null)[]} holds @param {string[]} could */
const place = (where, holds, could = []) => ({ where: { text: where }, holds, could });

test("What is not said of a step is as after the one before", () => {
  const [first, third] = [[place("The bag", ["red"])], [place("The bag", [])]];
  /** @type {any[]} */
  const steps = [{ could_be: first }, {}, { could_be: third }, {}];
  assert.deepEqual(
    steps.map((_, step) => could_be_at(steps, step)),
    [first, first, third, third],
  );
  assert.deepEqual(could_be_at([], -1), []);
});

test("Places that could hold the same are told together, and a single thing for itself", () => {
  const coins = [place("Coin", [null], ["a", "b"]), place("Coin", ["c"])];
  const stacks = [
    place("Stack", ["d", null], ["e", "f"]),
    place("Stack", ["g", "h"]),
    place("Stack", [null, null], ["e", "f"]),
  ];
  const last = place("Paid", ["i"]);
  assert.deepEqual(groups_of([...coins, ...stacks, last]), [[coins[0]], [coins[1]], stacks, [last]]);
});

test("Many unknown things in a row are counted, and known ones never", () => {
  const unknown = { name: null, times: 1 };
  assert.deepEqual(runs_of([null, "a", "a", null, null]), [
    unknown,
    { name: "a", times: 1 },
    { name: "a", times: 1 },
    unknown,
    unknown,
  ]);
  assert.deepEqual(runs_of(["a", ...Array(7).fill(null)]), [
    { name: "a", times: 1 },
    { name: null, times: 7 },
  ]);
});
