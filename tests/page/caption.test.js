// Where the words about an event stand (static/room/caption.js): what has landed last.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./dom.js";
import { landing_of } from "#room/caption.js";

/** @param {number} x @param {number} at @param {Partial<import("#types/stage").Part>} [more] */
const part = (x, at, more) => ({
  ...{ who: "piece", box: { x, y: 0, width: 40, height: 40 }, at, ms: 300, easing: "ease", frames: [] },
  ...more,
});

test("The words stand by what lands last", () => {
  assert.equal(landing_of([part(10, 0), part(200, 150), part(90, 100)])?.x, 200);
});

test("An arrow and a lid land nowhere", () => {
  assert.equal(landing_of([part(10, 0, { who: null }), part(20, 0, { in_place: ".lid" })]), null);
});
