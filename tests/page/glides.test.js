// Which way things glide between two drawings (static/kit/glides.js). That they do: tests/browser/test_motion.py.

/** @import { Placed } from "#kit/glides.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { glides } from "#kit/glides.js";

/** @param {string} key @param {number} x @param {Partial<Placed>} [how] @returns {Placed} */
const placed = (key, x, how = {}) => ({
  key,
  from: undefined,
  out_of: undefined,
  is_marked: false,
  box: { x, y: 0, width: 40, height: 40 },
  ...how,
});

/** @param {Placed[]} before @param {Placed[]} now */
const ways = (before, now) =>
  Object.fromEntries(
    glides(before, now).map(({ key, motion }) => [key, motion && (motion.frames[0].translate ?? "new")]),
  );

/** @param {Placed[]} before @param {Placed[]} now */
const fresh = (before, now) => glides(before, now).flatMap(({ key, is_fresh }) => (is_fresh ? key : []));

test("What has moved glides from where it was, and what has not stays", () => {
  const before = [placed("bag", 0), placed("ann", 100)];
  assert.deepEqual(ways(before, [placed("bag", 0), placed("ann", 300)]), { bag: null, ann: "-200px 0px" });
});

test("What is new appears", () => {
  assert.deepEqual(ways([placed("bag", 0)], [placed("bag", 0), placed("ann", 100)]), { bag: null, ann: "new" });
});

test("What is new out of something comes out of its middle", () => {
  const bag = { ...placed("bag", 0), box: { x: 0, y: 0, width: 100, height: 200 } };
  assert.deepEqual(ways([bag], [bag, placed("piece", 300, { out_of: "bag" })]), { bag: null, piece: "-270px 80px" });
});

test("What was there before does not come out of its origin again", () => {
  const before = [placed("bag", 0), placed("piece", 300, { out_of: "bag" })];
  assert.deepEqual(ways(before, [placed("bag", 0), placed("piece", 350, { out_of: "bag" })]).piece, "-50px 0px");
});

test("What comes from another's place does so once", () => {
  const [hand, tray] = [placed("hand", 0), placed("tray", 500)];
  const now = [placed("hand", 0), placed("tray", 500, { from: "hand" })];
  assert.equal(ways([hand, tray], now).tray, "-500px 0px");
  assert.equal(ways(now, now).tray, null);
});

test("Of two places it might come from, the one it names comes first", () => {
  const before = [placed("bag", 0), placed("hand", 100)];
  const now = [placed("piece", 300, { from: "hand", out_of: "bag" })];
  assert.equal(ways(before, now).piece, "-200px 0px");
  assert.equal(ways([placed("bag", 0)], now).piece, "-300px 0px");
});

test("Only what is new and marked is fresh, and nothing on a page's first drawing", () => {
  const [bag, ann] = [placed("bag", 0, { is_marked: true }), placed("ann", 100, { is_marked: true })];
  assert.deepEqual(fresh([], [bag, ann]), []);
  assert.deepEqual(fresh([bag], [bag, ann, placed("ben", 200)]), ["ann"]);
});

test("What one of the two drawings leaves out does not move", () => {
  const left_out = { ...placed("deck", 0), box: { x: 0, y: 0, width: 0, height: 0 } };
  assert.equal(ways([placed("deck", 100)], [left_out]).deck, null);
  assert.equal(ways([left_out], [placed("deck", 100)]).deck, null);
  assert.equal(ways([left_out], [left_out, placed("card", 300, { out_of: "deck" })]).card, null);
});
