// Parts come once the state needs them; one that cannot be had is said, and tried again.

/** @import { Boot, Game } from "#types/room" */
/** @import { Event } from "#state/reduce.js" */
/** @import { State } from "#state/state.js" */
import "./dom.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { make_loading } from "#effects/loading.js";
import { frame_of, opened, table_of } from "./opened.js";

const UNKNOWN = "nowhere";

/** A page of this game that loads what it needs. @param {string} game @param {Partial<State>} fields */
function loading(game, fields) {
  const page = opened(fields).is_welcome(table_of({ state: "playing" }));
  /** @type {Event[]} */
  const events = [];
  const dispatch = (/** @type {Event} */ event) => {
    events.push(event);
    page.happens(event);
  };
  const boot = /** @type {Boot} */ (/** @type {unknown} */ ({ game, push: null, styles: [] }));
  const { parts, load_what_is_needed } = make_loading(/** @type {Game} */ ({}), boot, {
    dispatch,
    state: () => page.state,
  });
  return { page, parts, events, load: () => load_what_is_needed(page.state) };
}

/** Until so many events have come. @param {Event[]} events @param {number} count */
async function come(events, count) {
  while (events.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
}

test("A part that the state needs is fetched once, and the page is drawn with it", async () => {
  const { parts, events, load } = loading("tcnccc", { in_short: true });
  load();
  load();
  while (!parts.rules_in_short) await come(events, events.length + 1);
  load();
  const drawn = events.filter(({ type }) => type === "refreshed").length;
  assert.equal(drawn, Object.values(parts).filter(Boolean).length);
});

test("Where a part cannot be had, that is said, and what it was opened for is shut", async () => {
  const { page, parts, events, load } = loading(UNKNOWN, { in_short: true });
  load();
  await come(events, 1);
  assert.equal(parts.rules_in_short, null);
  assert.match(page.state.refusal?.text ?? "", /does not answer/);
  assert.equal(page.state.in_short, false);
});

test("A part that could not be had is tried again a moment later, if it is still needed", async () => {
  const { page, events, load } = loading(UNKNOWN, { guided: true });
  page.hears(frame_of({ guide: { place: null, waits: false, before: 0, of: 0, own: 0, steps: [] } }));
  const failures = () => events.filter((event) => event.type === "change").length;
  load();
  while (!failures()) await come(events, events.length + 1);
  load();
  page.waits(3000);
  load();
  while (failures() < 2) await come(events, events.length + 1);
  assert.equal(failures(), 2);
});

test("While the connection is lost, only what the reader opens is tried, and it is shut", async () => {
  const { page, events, load } = loading(UNKNOWN, {});
  page.happens({ type: "connection", connection: "lost" });
  load();
  page.happens({ type: "change", fields: { in_short: true } });
  load();
  await come(events, 1);
  assert.deepEqual(events, [{ type: "change", fields: { in_short: false } }]);
});
