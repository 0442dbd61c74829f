// Hands that players have opened to spectators: with whose eyes a page looks, and what it keeps of that.

/** @import { Frame, Table } from "#types/wire" */
import "./dom.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { follow_drawing } from "#room/open_hands.js";
import { nearest_seat } from "#room/seats.js";
import { has_requests } from "#state/room.js";
import { frame_of, line_of, opened, table_of } from "./opened.js";

const LATE = { moves: 2, seconds: 30 };
const OPEN = { open: true, agreed: [0, 1, 2], waiting: [], ...LATE };
const WATCHES = { seat: null, seats: [], name: "Eve", host: false, person: "e", muted: false };

/** @param {Partial<Table["you"]>} [you] @param {Table["hands"]} [hands] */
const watched = (you = { sees_hands: true }, hands = OPEN) => table_of({ you: { ...WATCHES, ...you }, hands });

/** @param {number} seq @param {Partial<Frame>} [fields] */
const present = (seq, fields = {}) => frame_of({ seq, you: null, lines: [line_of(seq)], ...fields });

/** @param {number} seq @param {number} [eyes] */
const past = (seq, eyes = 1) => present(seq, { delayed: { eyes, ...LATE }, view: { hand: "a secret" } });

/** A spectator's page that is shown the hand of the second seat. */
function looking() {
  const page = opened().is_welcome(watched()).hears(present(9));
  page.happens({ type: "change", fields: { eyes: 1, eyes_asked: true } });
  page.hears(watched({ sees_hands: true, eyes: 1 }));
  return page.hears(past(5));
}

/** What is done when the page has been drawn. @param {ReturnType<typeof looking>} page */
const is_drawn = (page) => follow_drawing(page.state, (event) => page.happens(event));

test("What was told of the present is not told of the past, and the other way round", () => {
  const page = looking();
  assert.deepEqual([page.state.lines.map(({ seq }) => seq), page.state.news], [[5], []]);
  page.hears(past(6));
  assert.deepEqual(
    page.state.lines.map(({ seq }) => seq),
    [5, 6],
  );
  page.hears(present(10));
  assert.deepEqual(
    page.state.lines.map(({ seq }) => seq),
    [10],
  );
});

test("The hand is drawn nearest, and nobody at this page is asked for that seat", () => {
  const { state } = looking();
  assert.equal(nearest_seat(state), 1);
  assert.equal(state.frame?.you, null);
});

test("After a reconnect the eyes are asked for again, once", () => {
  const page = looking();
  is_drawn(page);
  assert.deepEqual(page.sent("look"), []);
  page.happens({ type: "closed", code: 1006 }).waits(20_000);
  page.happens({ type: "opened" });
  page.hears({ type: "welcome", epoch: "e" }).hears(watched());
  for (let times = 0; times < 2; times++) is_drawn(page);
  assert.deepEqual(page.sent("look"), [{ type: "look", seat: 1 }]);
});

test("When the hands are hidden nothing of them is kept, and nothing more is asked for", () => {
  const page = looking();
  page.hears(watched({}, { open: false, agreed: [], waiting: [0, 1, 2], ...LATE }));
  assert.equal(page.state.frame, null);
  assert.doesNotMatch(JSON.stringify({ ...page.state, effects: [] }), /a secret/);
  is_drawn(page);
  page.hears(present(10)).hears(watched());
  is_drawn(page);
  assert.deepEqual([page.state.eyes, page.sent("look")], [null, []]);
});

test("Players are asked as soon as some have agreed, until all have", () => {
  const asked = (/** @type {Table["hands"]} */ hands) => has_requests(table_of({ hands }));
  assert.equal(asked({ open: false, agreed: [], waiting: [0, 1, 2], ...LATE }), false);
  assert.equal(asked({ open: false, agreed: [1], waiting: [0, 2], ...LATE }), true);
  assert.equal(asked(OPEN), false);
});
