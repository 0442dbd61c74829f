// When other players' moves are shown, and which are skipped (static/state/pacing.js). On a page: pace.test.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { is_seen_in_passing, next_at, skipped } from "#state/pacing.js";

const [APART, GLIDE, BEHIND] = [400, 260, 2000];

/** Frames that came at these milliseconds. @param {...number} at */
const came = (...at) => at.map((each) => ({ at: each, asks: false }));

/** The same, of which the last asks the reader. @param {...number} at */
const asked = (...at) => came(...at).map((each, nth) => ({ ...each, asks: nth === at.length - 1 }));

const SHOWN = { at: 0, late: 0, lands: 0 };

test("The next move is shown when the last one was seen", () => {
  assert.equal(next_at(came(100, 150), SHOWN, "normal"), APART);
  assert.equal(next_at(came(100, 150), SHOWN, "slow"), 3 * APART);
});

test("It waits until the last one has come to rest", () => {
  assert.equal(next_at(came(100, 150), { ...SHOWN, lands: 900 }, "normal"), 900);
});

test("It is as late as the last one, if something of that was shown for a moment", () => {
  assert.equal(next_at(came(100, 150), { ...SHOWN, late: 600 }, "normal"), 700);
});

test("No act delays a move for more than two seconds, or a question for longer than a piece glides", () => {
  assert.equal(next_at(came(100), { ...SHOWN, lands: 9000 }, "normal"), 100 + BEHIND);
  assert.equal(next_at(asked(100, 150), { ...SHOWN, lands: 9000 }, "normal"), 150 + GLIDE);
});

for (const { why, most, now, queue } of [
  { why: "there is time", most: 0, now: 0, queue: came(0, 10) },
  { why: "too many", most: 2, now: 0, queue: came(0, 1, 2, 3, 4, 5, 6, 7) },
  { why: "the reader is asked", most: 2, now: 10, queue: asked(0, 5, 10) },
  { why: "too late", most: 1, now: BEHIND, queue: came(0, 100) },
])
  test(`Only as many moves are skipped as there is no time for: ${why}`, () => {
    assert.equal(skipped(queue, now, "normal"), most);
  });

test("Of moves that a reader skips, only the last and what is in no log is shown", () => {
  const move = { asks: false, ends: false, fades: false };
  assert.equal(is_seen_in_passing(move), false);
  for (const what of ["asks", "ends", "fades"]) assert.equal(is_seen_in_passing({ ...move, [what]: true }), true);
});
