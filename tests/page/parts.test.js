// Which state needs which part of the page, and what happens when one does not come.

/** @import { Boot, Parts } from "#types/room" */
/** @import { State } from "#state/state.js" */
import "./dom.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { all_parts, can_be_drawn } from "#effects/parts.js";
import { opened, table_of } from "./opened.js";

const BOOT = /** @type {Boot} */ (/** @type {unknown} */ ({ push: "key", game: "tcnccc", styles: [] }));
const NONE = /** @type {Parts} */ (/** @type {unknown} */ ({}));
const names = /** @type {(keyof Parts)[]} */ (Object.keys(all_parts));

/** @param {Partial<State>} [fields] */
const at_play = (fields) => opened(fields).is_welcome(table_of({ state: "playing" })).state;

/** @param {State} state */
const needed = (state) => names.filter((name) => all_parts[name].is_needed(state, BOOT));

test("An onlooker at a game needs no part", () => {
  const you = { ...table_of().you, seat: null, seats: [], host: false };
  assert.deepEqual(needed(opened().is_welcome(table_of({ state: "playing", you })).state), []);
});

test("A player at a game needs what calls them", () => {
  assert.deepEqual(needed(at_play()), ["alerts", "push"]);
});

test("Whatever is opened needs its part, and no other part", () => {
  const before = needed(at_play());
  /** @type {[Partial<State>, (keyof Parts)[]][]} */
  const opens = [
    [{ menu: true }, ["menu", "languages", "alert_settings"]],
    [{ in_short: true }, ["rules_in_short"]],
    [{ inviting: true }, ["invitation"]],
    [{ figuring: 0 }, ["figures"]],
    [{ answers_early: true }, ["beforehand"]],
    [{ takes_notes: true }, ["notes"]],
    [{ reacting: { seat: 0, x: 0, y: 0 } }, ["figure_menu"]],
    [{ setting: true }, ["table_settings"]],
    [{ tab: "people", rail_open: true }, ["people", "host_actions"]],
    [{ tab: "chat", rail_open: true }, ["reactions"]],
    [{ at_chair: { seat: 0, x: 0, y: 0 } }, ["chair_menu", "host_actions"]],
  ];
  for (const [fields, parts] of opens) {
    const more = needed(at_play(fields)).filter((name) => !before.includes(name));
    assert.deepEqual(more.sort(), parts.sort(), JSON.stringify(fields));
  }
});

test("A friend beside the reader needs what several seats on one device do", () => {
  assert.ok(all_parts.hot_seat.is_needed({ ...at_play(), beside: 1 }, BOOT));
});

test("A tab of a rail that nobody sees needs nothing", () => {
  assert.deepEqual(needed(at_play({ tab: "people" })), needed(at_play()));
});

test("Whatever a reader opens by itself is shut when it cannot be loaded", () => {
  for (const name of names)
    if (all_parts[name].shut)
      assert.ok(!all_parts[name].is_needed({ ...at_play(), ...all_parts[name].shut }, BOOT), name);
});

test("The table is first drawn with its middle", () => {
  const { state } = opened().is_welcome(table_of({ state: "gathering" }));
  assert.ok(!can_be_drawn(state, NONE));
  assert.ok(can_be_drawn(state, { ...NONE, gathering: /** @type {any} */ ({}) }));
});

test("A table in play is first drawn with its frame", () => {
  assert.ok(!can_be_drawn(at_play(), NONE));
});
