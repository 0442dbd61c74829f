// Places on the table that cover nothing that is needed there (static/kit/placing.js).

import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest_free } from "#kit/nearest_free.js";
import { beside, first_free, meet } from "#kit/placing.js";

const TABLE = { x: 0, y: 0, width: 400, height: 300 };
const SLIP = { width: 100, height: 40 };

test("Where it is wished for is taken if that is free", () => {
  assert.deepEqual(nearest_free(SLIP, { x: 30, y: 50 }, [], TABLE), { x: 30, y: 50 });
});

test("Beside what is needed is the nearest free place", () => {
  const tile = { x: 30, y: 50, width: 80, height: 60 };
  const place = nearest_free(SLIP, { x: 40, y: 100 }, [tile], TABLE);
  assert.deepEqual(place, { x: 40, y: 118 });
});

test("A place reaches over no edge of the table", () => {
  assert.deepEqual(nearest_free(SLIP, { x: 350, y: 290 }, [], TABLE), { x: 300, y: 260 });
});

test("Where all is needed there is no place", () => {
  assert.equal(nearest_free(SLIP, { x: 0, y: 0 }, [TABLE], TABLE), null);
});

test("Beside a box comes first, below and above it later", () => {
  const tile = { x: 200, y: 100, width: 50, height: 50 };
  assert.deepEqual(first_free(SLIP, beside(SLIP, tile), [], TABLE), { x: 258, y: 105 });
  const wall = { x: 254, y: 0, width: 100, height: 300 };
  assert.deepEqual(first_free(SLIP, beside(SLIP, tile), [wall], TABLE), { x: 92, y: 105 });
});

test("Boxes that only touch do not meet", () => {
  assert.equal(meet(TABLE, { ...TABLE, x: 400 }), false);
  assert.equal(meet(TABLE, { ...TABLE, x: 399 }), true);
});
