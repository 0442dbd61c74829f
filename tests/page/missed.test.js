// What a reader is told who did not see the table for a while (static/state/room.js).

import assert from "node:assert/strict";
import { test } from "node:test";
import { frame_of, line_of, opened, table_of } from "./opened.js";

/** A page on which a move was seen. */
function watching() {
  const page = opened().is_welcome();
  let last = 0;
  /** Somebody moves, and so it is told. @param {object} [line] */
  function moves(line) {
    last += 1;
    page.hears(frame_of({ seq: last, question: last, lines: [line_of(last, line)] }));
    return page;
  }
  moves();
  return { page, moves };
}

/** @param {ReturnType<typeof opened>} page */
const missed = (page) => page.state.missed.map(({ seq }) => seq);

/** @param {ReturnType<typeof opened>} page @param {() => void} meanwhile */
function unseen(page, meanwhile) {
  page.happens({ type: "hidden" });
  meanwhile();
  page.happens({ type: "shown" });
}

test("A page that was hidden tells what happened meanwhile, and nothing else", () => {
  const { page, moves } = watching();
  unseen(page, () => {});
  moves();
  assert.deepEqual(missed(page), []);
  unseen(page, () => {
    moves();
    assert.deepEqual(missed(moves()), []);
  });
  assert.deepEqual(missed(page), [3, 4]);
});

test("So does a page whose line was lost, once it is back", () => {
  const { page } = watching();
  page.happens({ type: "closed", code: 1006 }).waits(2000).is_welcome();
  assert.deepEqual(missed(page), []);
  page.hears(frame_of({ seq: 3, question: 3, lines: [line_of(1), line_of(2), line_of(3)] }));
  assert.deepEqual([missed(page), page.state.news], [[2, 3], []]);
});

test("What fades is not told again", () => {
  const { page, moves } = watching();
  unseen(page, () => {
    moves();
    moves({ fades: true });
  });
  assert.deepEqual(missed(page), [2]);
});

test("It is there until it is read", () => {
  const { page, moves } = watching();
  unseen(page, moves);
  page.happens({ type: "pick", move: "a move", by_button: false });
  page.happens({ type: "step_back" });
  assert.deepEqual([missed(page), page.state.picked], [[], "a move"]);
});

test("It is there until its reader answers", () => {
  const { page, moves } = watching();
  unseen(page, () => {
    moves();
    page.hears(frame_of({ seq: 3, question: 3, asked: [0], lines: [line_of(3)] }));
  });
  assert.deepEqual(missed(page), [2, 3]);
  page.happens({ type: "answer", move: { do: "draw" }, is_free: false });
  assert.deepEqual(missed(page), []);
});

for (const state of /** @type {const} */ (["gathering", "playing"]))
  test(`What was missed of a game is not told over the next one: ${state}`, () => {
    const { page, moves } = watching();
    unseen(page, moves);
    page.hears(table_of({ number: 2, state }));
    assert.deepEqual([missed(page), page.state.lines], [[], []]);
  });

test("Who comes back into another game reads nothing old", () => {
  const { page } = watching();
  page
    .happens({ type: "closed", code: 1006 })
    .waits(2000)
    .is_welcome(table_of({ number: 2 }));
  page.hears(frame_of({ seq: 9, question: 9, lines: [line_of(9, { text: { text: "First turn: {seat}." } })] }));
  assert.deepEqual([missed(page), page.state.lines.map(({ seq }) => seq)], [[9], [9]]);
});
