// The clocks: what they show, when they change, and whom they warn (static/state/clock.js, static/room/clock.js).

/** @import { Page } from "#types/room" */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./dom.js";
import { teller } from "#kit/text.js";
import { clock, time_alarm } from "#room/clock.js";
import { next_clock_change } from "#state/clock.js";
import { drawn, words_of } from "./drawn.js";
import { frame_of, opened, table_of } from "./opened.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const say = teller((seat) => ["Ann", "Ben", "Cleo"][seat]);

/** A page whose clocks have so much left, and run for these seats. @param {(number | null)[]} clocks */
function timed(clocks, asked = [0]) {
  const page = opened().is_welcome();
  return page.hears(frame_of({ asked, clocks }));
}

/** @param {ReturnType<typeof timed>} page */
const page_of = ({ state }) => /** @type {Page} */ (/** @type {unknown} */ ({ state, say }));

/** @param {ReturnType<typeof timed>} page */
const read = (page, seat = 0) => words_of(clock(page_of(page), seat));

test("Every seat has its clock, and the one that runs says so", () => {
  const page = timed([48 * HOUR, 48 * HOUR, null]);
  assert.deepEqual(
    [0, 1, 2].map((seat) => read(page, seat)),
    ["Clock, running: 2d 0h", "Clock: 2d 0h", ""],
  );
});

for (const [ms, words] of /** @type {const} */ ([
  [30 * HOUR, "1d 6h"],
  [90 * MINUTE, "1h 30m"],
  [100_500, "1:41"],
  [60_000, "1:00"],
  [1, "0:01"],
  [0, "0:00"],
]))
  test(`The time that is left is rounded up: ${ms} ms`, () => {
    assert.equal(read(timed([null, ms], [2]), 1), `Clock: ${words}`);
  });

test("A clock that runs counts down, and no other", () => {
  const page = timed([2 * MINUTE, 2 * MINUTE, null]);
  page.waits(89_500);
  assert.deepEqual([read(page), read(page, 1)], ["Clock, running: 0:31", "Clock: 2:00"]);
  page.waits(HOUR);
  assert.equal(read(page), "Clock, running: 0:00 left");
});

test("The last half minute is urgent, and the player is warned once, in words that do not change", () => {
  const page = timed([2 * MINUTE, null, null]).waits(89_999);
  const is_urgent = () => drawn(clock(page_of(page), 0)).querySelector(".urgent") !== null;
  assert.deepEqual([is_urgent(), time_alarm(page_of(page))], [false, ""]);
  page.waits(1);
  const warning = "You have less than 30 seconds left.";
  assert.deepEqual([read(page), is_urgent(), time_alarm(page_of(page))], ["Clock, running: 0:30 left", true, warning]);
  assert.equal(time_alarm(page_of(page.waits(10_000))), warning);
});

test("An opponent's last seconds alarm nobody", () => {
  const page = timed([2 * MINUTE, 20_000, null], [1]);
  assert.deepEqual([read(page, 1), time_alarm(page_of(page))], ["Clock, running: 0:20 left", ""]);
});

test("A paused clock does not run", () => {
  const page = timed([2 * MINUTE, 20_000, null], [1]);
  page.hears(table_of({ paused: true }));
  assert.equal(read(page, 1), "Clock: 0:20");
  assert.equal(next_clock_change(page.state), Infinity);
});

test("At the end no clock runs", () => {
  const page = timed([2 * MINUTE, null, null]);
  const outcome = /** @type {any} */ ({ winners: [0], text: { text: "" } });
  page.hears(frame_of({ question: 2, asked: [0], clocks: [MINUTE, null, null], outcome }));
  assert.equal(read(page), "Clock: 1:00");
});

for (const { what, clocks, after_ms } of [
  { what: "at the end of the second", clocks: [100_500, null, null], after_ms: 501 },
  { what: "of the minute, if no seconds are shown", clocks: [2 * HOUR + 100, null, null], after_ms: 101 },
  { what: "and waits for no other one's minute", clocks: [100_500, 2 * HOUR + 900, null], after_ms: 501 },
])
  test(`A clock says something else ${what}`, () => {
    const page = timed(clocks, [0, 1]);
    assert.equal(next_clock_change(page.state) - page.now, after_ms);
  });
