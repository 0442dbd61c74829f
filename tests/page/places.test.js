// Where each step of a replay stands in its analysis (static/replay/places.js).

import assert from "node:assert/strict";
import { test } from "node:test";
import { places_of } from "#replay/places.js";

/** @param {number[]} seqs */
const steps_of = (seqs) => seqs.map((seq) => ({ seq }));

test("A step stands where the last move before it does, or that it is", () => {
  assert.deepEqual(places_of([3, 5, 8], steps_of([1, 3, 4, 5, 6, 7, 8, 9])), [0, 0, 0, 1, 1, 1, 2, 2]);
});

test("The places of all steps are found in one pass", () => {
  const all = Array.from({ length: 1000 }, (_, nth) => nth);
  let reads = 0;
  const counted = new Proxy(all, {
    get(seqs, name) {
      reads += 1;
      return Reflect.get(seqs, name);
    },
  });
  assert.deepEqual(places_of(counted, steps_of(all)), all);
  assert.ok(reads <= 3 * all.length);
});
