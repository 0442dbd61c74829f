// The readers' own orders of their pieces: while they hold, by seat, and over a reload (static/state/orders.js and
// static/effects/orders.js).

/** @import { Arranging } from "#types/room" */
/** @import { State } from "#state/state.js" */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./dom.js";
import { keep_orders, kept_orders } from "#effects/orders.js";
import { list_of } from "#kit/keeping.js";
import { arrange, follow_orders, NO_ORDERS, order_of } from "#state/orders.js";
import { frame_of } from "./opened.js";

/** @type {Arranging} */
const ARRANGING = {
  place: "tertulia:cards",
  fits: list_of(Number.isInteger),
  numbers: ["round"],
  holds_for: () => null,
};

/** A page that shows a frame of this round to a seat, with what was kept. @param {number | null} round @param {number} you */
function shown(round, you = 0) {
  const state = /** @type {State} */ ({ frame: frame_of({ you }), orders: kept_orders(ARRANGING) });
  show(state, round);
  return state;
}

/** @param {State} state @param {number | null} round */
function show(state, round) {
  const before = state.orders;
  follow_orders(state, round === null ? null : { round });
  keep_orders(ARRANGING, before, state.orders);
}

/** @param {State} state @param {unknown} order */
function order(state, order) {
  const before = state.orders;
  arrange(state, order);
  keep_orders(ARRANGING, before, state.orders);
}

/** @param {State} state @param {number} you */
const seen_by = (state, you) => order_of(state, frame_of({ you }));

const kept = () => sessionStorage.getItem(ARRANGING.place);

beforeEach(() => sessionStorage.clear());

test("Each seat of a device has its own order, and may go back to none", () => {
  const state = shown(1);
  order(state, [2, 1]);
  state.frame = frame_of({ you: 1 });
  order(state, [3, 4]);
  assert.deepEqual(
    [seen_by(state, 0), seen_by(state, 1)],
    [
      [2, 1],
      [3, 4],
    ],
  );
  order(state, null);
  assert.deepEqual([seen_by(state, 0), seen_by(state, 1)], [[2, 1], null]);
});

test("An order is there again after a reload, as long as it holds", () => {
  order(shown(1), [2, 1]);
  assert.deepEqual(seen_by(shown(1), 0), [2, 1]);
  assert.equal(seen_by(shown(2), 0), null);
});

test("Nothing of it is kept once it holds no longer, nor can anything be arranged then", () => {
  const state = shown(1);
  order(state, [2, 1]);
  show(state, null);
  order(state, [1, 2]);
  assert.deepEqual([state.orders, kept()], [NO_ORDERS, null]);
});

test("What was kept at another table, or is damaged, is no order, and stays until something is arranged here", () => {
  for (const text of ['{"table":"/t/other","round":1,"seats":{"0":[1]}}', '{"table":', '{"seats":{"0":["x"]}}']) {
    sessionStorage.setItem(ARRANGING.place, text);
    const state = shown(1);
    assert.deepEqual([seen_by(state, 0), kept()], [null, text]);
    order(state, [2, 1]);
    assert.deepEqual(seen_by(shown(1), 0), [2, 1]);
  }
});
