// When an evening begins, as readers choose it in their zones; how long that is; links to where people talk; nudges;
// who is ready.

/** @import { Nudged, Table } from "#types/wire" */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./dom.js";
import { cues_between, nudges_between } from "#room/sound_cues.js";
import {
  date_typed,
  link_of,
  link_typed,
  moments_of,
  problem_with_date,
  problem_with_link,
  wall_of,
} from "#state/dates.js";
import { evening_now, next_minute, SHOWN_MS } from "#state/evening.js";
import { gathers_people, is_ready, may_nudge, minutes_until, ready_in } from "#state/gathered.js";
import { next_event_at } from "#state/reduce.js";
import { opened, table_of } from "./opened.js";

const { nudge_in_words } = await import("#room/news.js");

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Of Berlin in 2026: clocks go forward on 29 March and back on 25 October, both at 01:00 UTC. */
const [FORWARD, BACK] = [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)];
const berlin = (/** @type {number} */ at) => (at >= FORWARD && at < BACK ? 120 : 60);
/** Of Lord Howe Island, where clocks are put by half an hour. */
const lord_howe = (/** @type {number} */ at) => (at >= Date.UTC(2026, 3, 4, 15) ? 630 : 660);

/** @param {string} wall @param {number} now @param {(at: number) => number} [zone] */
const problem = (wall, now, zone = berlin) => problem_with_date(wall, now, zone)?.text ?? "";

test("A date is the moment at which the reader's clock shows it", () => {
  assert.deepEqual(moments_of("2026-12-05T20:00", berlin), [Date.UTC(2026, 11, 5, 19)]);
  assert.deepEqual(moments_of("2026-07-05T20:00", berlin), [Date.UTC(2026, 6, 5, 18)]);
  assert.equal(wall_of(Date.UTC(2026, 6, 5, 18), berlin), "2026-07-05T20:00");
  assert.equal(wall_of(null, berlin), "");
});

test("An hour that clocks leave out does not exist, and one that they repeat comes twice", () => {
  assert.deepEqual(moments_of("2026-03-29T02:30", berlin), []);
  assert.match(problem("2026-03-29T02:30", 0), /does not exist/);
  assert.deepEqual(moments_of("2026-10-25T02:30", berlin), [BACK - HOUR / 2, BACK + HOUR / 2]);
  assert.match(problem("2026-10-25T02:30", 0), /comes twice/);
});

test("The minutes before and after such an hour are dates like others, also where it is half an hour", () => {
  for (const wall of ["2026-03-29T01:59", "2026-03-29T03:00", "2026-10-25T01:59", "2026-10-25T03:00"])
    assert.equal(moments_of(wall, berlin).length, 1, wall);
  assert.equal(moments_of("2026-04-05T01:45", lord_howe).length, 2);
  assert.equal(moments_of("2026-04-05T01:15", lord_howe).length, 1);
});

test("A date has to lie ahead, by a year at most, and to be whole", () => {
  const now = Date.UTC(2026, 11, 1);
  assert.equal(problem("", now), "");
  assert.equal(problem("2026-12-05T20:00", now), "");
  assert.match(problem("2026-11-05T20:00", now), /in the past/);
  assert.match(problem("2027-12-05T20:00", now), /more than a year ahead/);
  assert.match(problem("tomorrow", now), /Choose a day and a time/);
});

test("The page counts whole minutes, is drawn again when they change, and forgets the date hours later", () => {
  const evening = 1_000 * MINUTE;
  const page = opened().is_welcome(table_of({ evening }));
  page.now = evening - 90_500;
  page.happens({ type: "tick" });
  assert.equal(minutes_until(evening, page.state.now), 2);
  const next = next_event_at(page.state, page.now);
  assert.ok(next <= page.state.now + 30_501 + 1);
  assert.equal(next_minute(page.state), evening - MINUTE);
  page.now = evening - MINUTE;
  page.happens({ type: "tick" });
  assert.equal(minutes_until(evening, page.state.now), 1);
  page.now = evening + SHOWN_MS - 1;
  page.happens({ type: "tick" });
  assert.equal(evening_now(page.state), evening);
  page.now += 1;
  page.happens({ type: "tick" });
  assert.equal(evening_now(page.state), null);
  assert.equal(next_minute(page.state), Infinity);
});

// --- Where people talk ----------------------------------------------------------------------------------------

test("A link to where people talk is one of the web, over https, and holds no secrets", () => {
  const said = (/** @type {string} */ link) => problem_with_link(link)?.text ?? "";
  for (const fine of ["", "  ", "https://meet.example.org", "https://xn--mnchen-3ya.example/x?y#z"])
    assert.equal(said(fine), "");
  for (const [link, why] of [
    ["http://meet.example.org/x", /begin with “https”/],
    ["javascript:alert(1)", /begin with “https”/],
    ["meet.example.org/x", /begin with “https”/],
    ["https://ann:secret@meet.example.org/", /user name or a password/],
    ["https://localhost/x", /not the link of a web page/],
    ["https://192.168.1.1/x", /not the link of a web page/],
    ["https://[::1]/x", /not the link of a web page/],
    ["https://", /not the link of a web page/],
    [`https://meet.example.org/${"a".repeat(300)}`, /characters/],
  ])
    assert.match(said(/** @type {string} */ (link)), /** @type {RegExp} */ (why));
});

test("Other letters of a host are sent, and shown, as Punycode", () => {
  assert.equal(link_of(" https://mеet.example.org/x "), "https://xn--met-rdd.example.org/x");
});

// --- Settings -------------------------------------------------------------------------------------------------

test("Host's settings send the date as a moment and the link as it is, and only what has changed", () => {
  const page = opened().is_welcome(table_of({ you: { ...table_of().you, host: true } }));
  page.now = Date.UTC(2026, 11, 1);
  page.happens({ type: "change", fields: { setting: true } });
  const wall = wall_of(Date.UTC(2026, 11, 5, 19));
  const fields = { evening: date_typed(wall, page.now), talk: link_typed("https://meet.example.org") };
  page.happens({ type: "fill_in", fields });
  page.happens({ type: "apply" });
  const { id: _, ...sent } = /** @type {any} */ (page.effects.filter(({ do: what }) => what === "send").at(-1)).message;
  assert.deepEqual(sent, { type: "doors", evening: Date.UTC(2026, 11, 5, 19), talk: "https://meet.example.org/" });
});

test("A date that has passed, or a link that is none, is said in the dialog and not sent", () => {
  const page = opened().is_welcome();
  page.now = Date.UTC(2026, 11, 1);
  page.happens({ type: "change", fields: { setting: true } });
  const none = date_typed("", page.now);
  for (const fields of [
    { evening: date_typed("2026-11-05T20:00", page.now) },
    { evening: none, talk: link_typed("http://meet.example.org") },
  ]) {
    page.happens({ type: "fill_in", fields });
    const before = page.effects.length;
    page.happens({ type: "apply" });
    assert.ok(page.state.draft?.problem);
    assert.equal(page.effects.length, before);
  }
});

// --- Nudges ---------------------------------------------------------------------------------------------------

/** @type {Nudged} */
const NUDGE = { type: "nudge", from: { seat: 1, name: "Ben" }, to: { seat: 0, name: "Ann" } };

test("A nudge is shown for a moment, heard by whoever is nudged, and said to both", () => {
  const page = opened().is_welcome();
  const before = page.state;
  page.hears(NUDGE);
  assert.deepEqual(nudges_between(before, page.state), [{ name: "nudge", seat: 1 }]);
  assert.deepEqual(cues_between(before, page.state, [], true), []);
  const say = /** @type {any} */ (
    (/** @type {string} */ sentence, /** @type {any} */ { name }) => sentence.replace("{name}", name)
  );
  assert.equal(nudge_in_words(say, NUDGE, page.state.table), "Ben nudges you.");
  const of_mine = { ...NUDGE, from: NUDGE.to, to: NUDGE.from };
  assert.equal(nudge_in_words(say, of_mine, page.state.table), "You have nudged Ben.");
  page.now += 5000;
  page.happens({ type: "tick" });
  assert.deepEqual(page.state.nudges, []);
});

// --- What the server's keeper says ---------------------------------------------------------------------------

test("What the keeper of the server says is shown for two minutes, and the newest in place of the one before", () => {
  const page = opened().is_welcome();
  page.hears({ type: "announced", text: "Back at nine" });
  page.hears({ type: "announced", text: "Back at ten" });
  assert.equal(page.state.announced?.text, "Back at ten");
  page.now += 119_000;
  page.happens({ type: "tick" });
  assert.equal(page.state.announced?.text, "Back at ten");
  page.now += 2_000;
  page.happens({ type: "tick" });
  assert.equal(page.state.announced, null);
});

/** @param {Partial<Table>} [table] @param {Partial<Table["seats"][number]>} [other] */
function with_ben(table = {}, other = {}) {
  const { seats, ...rest } = table_of(table);
  const [ann, ben] = seats;
  return {
    ...rest,
    seats: [
      { ...ann, person: rest.you.person },
      { ...ben, name: "Ben", person: "ben", here: true, bot: null, ...other },
    ],
  };
}

test("Whoever is waited for can be nudged: not ready, asked, or away", () => {
  assert.ok(may_nudge(with_ben({ state: "gathering" }), [], 1));
  assert.ok(!may_nudge(with_ben({ state: "gathering" }, { ready: true }), [], 1));
  assert.ok(may_nudge(with_ben({ state: "gathering" }, { ready: true, here: false }), [], 1));
  assert.ok(may_nudge(with_ben(), [1], 1));
  assert.ok(!may_nudge(with_ben(), [0], 1));
  assert.ok(!may_nudge(with_ben({ paused: true }), [1], 1));
  assert.ok(!may_nudge(with_ben({ team: true }, { here: false }), [], 1));
  assert.ok(!may_nudge(with_ben({}, { bot: "easy" }), [1], 1));
  assert.ok(!may_nudge(with_ben(), [0], 0));
});

// --- Ready ----------------------------------------------------------------------------------------------------

test("Bots are always ready, and somebody alone with them is asked nothing", () => {
  const table = with_ben({ state: "gathering" }, { ready: true });
  assert.deepEqual([ready_in(table), gathers_people(table), is_ready(table)], [1, true, false]);
  const alone = with_ben({ state: "gathering" }, { bot: "easy", person: null });
  assert.deepEqual([ready_in(alone), gathers_people(alone)], [1, false]);
});
