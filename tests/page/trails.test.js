// Trails of what others have moved (static/kit/trails.js): which ways are worth a line.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./dom.js";
import { ways_of } from "#kit/trails.js";

/** @param {number} x @param {number} y */
const box = (x, y) => ({ x, y, width: 40, height: 40 });

test("A way goes from the middle of one place to the middle of the other", () => {
  assert.deepEqual(ways_of([{ was: box(0, 0), box: box(300, 0) }]), [
    [
      { x: 20, y: 20 },
      { x: 320, y: 20 },
    ],
  ]);
});

test("What stays where it is, or goes a step only, leaves no trail", () => {
  assert.deepEqual(ways_of([{ box: box(0, 0) }, { was: box(0, 0), box: box(30, 0) }]), []);
});

test("Of many ways the longest are drawn, not a web", () => {
  const ways = ways_of([100, 400, 200, 300, 500].map((far) => ({ was: box(0, 0), box: box(far, 0) })));
  assert.deepEqual(
    ways.map(([, to]) => to.x),
    [520, 420, 320],
  );
});
