// The page's connection (static/state/connection.js) against a server that is only imagined: how soon a dead line is
// noticed, that nothing is lost or done twice, and that no healthy line is given up.

/** @import { Event } from "#state/connection.js" */
/** @import { Queued } from "#state/queue.js" */
/** @import { FromServer, ToServer } from "#types/wire" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { initial, step, transitions } from "#state/connection.js";
import { played } from "./played.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const [ID, ID_1, ID_2, ID_3, ID_4] = Array.from("01234", (digit) => digit.repeat(32));
/** @type {Queued["message"]} */
const PLAY_17 = { type: "play", id: ID, question: 17, move: { do: "draw" } };
/** @type {Queued["message"]} */
const CHAT = { type: "chat", text: "!", id: ID_1 };
/** @type {Queued["message"]} */
const SIT = { type: "sit", seat: 1, id: ID_2 };
/** @type {Queued["message"]} */
const START = { type: "start", id: ID_2 };

/** @param {number} at @param {ToServer} message @returns {[number, Event]} */
const said = (at, message) => [at, { type: "said", message }];

/** @param {number} at @param {object} message @returns {[number, Event]} */
const heard = (at, message) => [at, { type: "heard", message: /** @type {FromServer} */ (message) }];

// --- A dead line ------------------------------------------------------------------------------------------------

for (const way of /** @type {const} */ (["both", "up", "down"]))
  test(`A line that swallows everything or one way is called lost within fifteen seconds: ${way}`, () => {
    for (const dies_at of [60_000, 61_000, 62_500, 64_900]) {
      const [lost] = played(2 * MINUTE, { swallows: [[dies_at, 10 * MINUTE, way]] }).lost;
      assert.ok(dies_at < lost && lost <= dies_at + 15 * SECOND, `${dies_at}: ${lost}`);
    }
  });

test("Others' moves that still arrive do not hide that nothing arrives there", () => {
  const frames = Array.from({ length: 85 }, (_, nth) => heard(60_000 + 700 * nth, { type: "frame" }));
  const page = played(90 * SECOND, { swallows: [[60_000, 600_000, "up"]], events: frames });
  assert.ok(page.lost[0] <= 75 * SECOND);
});

for (const message of [PLAY_17, SIT, CHAT])
  test(`What is not answered opens the line anew after five seconds and is sent again unchanged: ${message.type}`, () => {
    const page = played(2 * MINUTE, { swallows: [[60_000, 62_000, "both"]], events: [said(60_100, message)] });
    const [first, second] = page.sent(message.type);
    assert.deepEqual([first.at, first.message, second.message], [60_100, message, message]);
    assert.ok(65_000 <= second.at && second.at <= 65_500);
    assert.deepEqual([page.lost, page.told, page.left], [[65_100], "open", []]);
  });

test("A server that is only slow is not stormed", () => {
  const page = played(3 * MINUTE, { deaf: ["play"], events: [said(60_000, PLAY_17)] });
  const gaps = between(page.lost);
  assert.ok(gaps[0] >= 10 * SECOND);
  assert.ok(gaps[1] >= 20 * SECOND);
  assert.deepEqual(page.left, [ID]);
});

test("A line that never opens is given up and tried with growing patience", () => {
  const gaps = between(played(5 * MINUTE, { swallows: [[0, 10 * MINUTE, "both"]] }).times("open"));
  assert.ok(gaps.slice(0, 2).every((gap) => 8 * SECOND <= gap && gap <= 9 * SECOND));
  assert.ok(gaps.slice(3).every((gap) => 15 * SECOND <= gap && gap <= 16 * SECOND));
});

for (const [lasts_s, within_s] of [
  [20, 9],
  [40, 16],
  [600, 16],
])
  test(`A page is back soon after a line that was dead for ${lasts_s} seconds works again`, () => {
    const heals_at = MINUTE + lasts_s * SECOND;
    for (const random of [0, 0.5, 0.99]) {
      // What hung meanwhile is given up, and the next attempt follows at once.
      const page = played(heals_at + MINUTE, { swallows: [[MINUTE, heals_at, "both"]], random });
      assert.equal(page.told, "open");
      assert.ok((page.times("tell", "open").at(-1) ?? Infinity) - heals_at <= within_s * SECOND);
    }
  });

// --- A healthy line ---------------------------------------------------------------------------------------------

for (const rtt of [50, 3400, 8000])
  test(`A slow line is never given up: ${rtt} ms`, () => {
    const moves = ["0", "1", "2", "3", "4", "5"].map((digit) => ({ ...PLAY_17, id: digit.repeat(32) }));
    const events = moves.map((move, nth) => said(MINUTE + 10 * SECOND * nth, move));
    const page = played(4 * MINUTE, { rtt, events });
    assert.deepEqual([page.lost, page.told, page.times("open").length, page.left], [[], "open", 1, []]);
    assert.equal(page.sent("play").length, 6);
  });

test("A hidden page whose timers run once a minute raises no false alarm", () => {
  /** @type {[number, Event][]} */
  const events = [[5000, { type: "hidden" }]];
  for (const at of [10, 30, 50])
    events.push([at * MINUTE + 30_000, { type: "shown" }], [at * MINUTE + 31_000, { type: "hidden" }]);
  const page = played(60 * MINUTE, { throttled: MINUTE, events });
  assert.deepEqual([page.lost, page.times("open").length], [[], 1]);
});

test("A hidden page notices a dead line all the same", () => {
  const page = played(20 * MINUTE, {
    throttled: MINUTE,
    events: [[5000, { type: "hidden" }]],
    swallows: [[60_000, Infinity, "both"]],
  });
  assert.ok(page.lost[0] <= 6 * MINUTE);
});

test("A page that stood still for a moment reads what has come before it judges", () => {
  const asked_at = played(MINUTE).sent("ping").at(-1)?.at ?? 0;
  const page = played(2 * MINUTE, { stalls: [[asked_at + 1, asked_at + 12 * SECOND]] });
  assert.deepEqual([page.lost, page.times("open").length], [[], 1]);
});

test("A page whose timers come late raises no alarm", () => {
  assert.deepEqual(played(70 * SECOND, { late: 12 * SECOND, rtt: 20 }).lost, []);
});

test("After sleep the line opens anew at once and without alarm", () => {
  const page = played(90 * SECOND, { late: 40 * SECOND });
  assert.deepEqual(page.lost, []);
  assert.ok(page.times("open").length >= 2);
});

test("Online again, a healthy line is only asked", () => {
  const page = played(61 * SECOND, { events: [[60_000, { type: "online" }]] });
  assert.equal(page.times("open").length, 1);
  assert.ok(page.sent("ping").some(({ at }) => at === 60_000));
});

test("A page that is shown again finds a dead line sooner", () => {
  const page = played(2 * MINUTE, {
    events: [
      [58_000, { type: "hidden" }],
      [60_500, { type: "shown" }],
    ],
    swallows: [[60_000, 10 * MINUTE, "both"]],
  });
  assert.ok(page.lost[0] <= 64 * SECOND);
});

test("The server is told whether anybody sees the page", () => {
  const page = played(40 * SECOND, {
    events: [
      [20_000, { type: "hidden" }],
      [30_000, { type: "shown" }],
    ],
  });
  const ping_at = (/** @type {number} */ time) => page.sent("ping").find(({ at }) => at === time)?.message;
  assert.deepEqual(ping_at(20_000), { type: "ping", hidden: true });
  assert.deepEqual(ping_at(30_000), { type: "ping" });
});

test("A page that opens where nobody sees it says so in its first ping", () => {
  const page = played(40 * SECOND, { events: [[10, { type: "hidden" }]] });
  assert.deepEqual(page.sent("ping")[0].message, { type: "ping", hidden: true });
});

test("A password may be thought about for as long as the server waits", () => {
  const page = played(4 * MINUTE, { locked: true });
  assert.deepEqual([page.times("open").length, page.phase], [1, "greeting"]);
});

// --- Coming back ------------------------------------------------------------------------------------------------

test("Pages that lost their lines together come back one after another", () => {
  const waits = Array.from("0123456789", (digit) => {
    const events = /** @type {[number, Event][]} */ ([[9999, { type: "closed", code: 1006 }]]);
    return played(10_000, { random: Number(digit) / 10, events }).waits;
  });
  assert.equal(new Set(waits).size, 10);
  assert.ok(Math.max(...waits) - Math.min(...waits) > 500);
});

/** @type {[number, Event][]} */
const GONE = [
  [10_000, { type: "offline" }],
  [10_001, { type: "closed", code: 1006 }],
];

test("While offline it is seldom tried", () => {
  const tried = played(3 * MINUTE, { events: GONE, swallows: [[10_000, 170_000, "both"]] }).times("open").length;
  assert.ok(3 <= tried && tried <= 7);
});

test("Online again it is tried soon", () => {
  const page = played(30_000, {
    events: [...GONE, [20_000, { type: "online" }]],
    swallows: [[10_000, 20_000, "both"]],
    random: 0.3,
  });
  assert.equal(page.times("open").at(-1), 20_300);
  assert.equal(page.told, "open");
});

test("A server that stopped is asked again when it said so", () => {
  const page = played(12_000, {
    events: [heard(10_000, { type: "bye", retry_ms: 900 }), [10_001, { type: "closed", code: 1012 }]],
  });
  const after = (page.times("open").at(-1) ?? 0) - 10_001;
  assert.ok(450 <= after && after <= 1350);
});

for (const code of [4403, 4404, 4503])
  test(`For good means for good: ${code}`, () => {
    const page = played(MINUTE, {
      events: [
        [10_000, { type: "closed", code }],
        [20_000, { type: "online" }],
      ],
    });
    assert.deepEqual([page.phase, page.told, page.times("open").length], ["over", "closed", 1]);
    assert.deepEqual(transitions.over, {});
  });

// --- Nothing twice, nothing lost --------------------------------------------------------------------------------

test("A command pressed twice is sent once, and chat twice", () => {
  const messages = [START, CHAT, { ...START, id: ID_3 }, { ...CHAT, id: ID_4 }];
  const page = played(20_000, { events: messages.map((message) => said(10_000, message)) });
  assert.deepEqual([page.sent("start").length, page.sent("chat").length], [1, 2]);
});

test("After a minute without a line, words and answers are still sent and commands are not", () => {
  const events = [PLAY_17, CHAT, SIT].map((message) => said(60_010, message));
  const page = played(5 * MINUTE, { swallows: [[60_000, 150_000, "both"]], events });
  assert.deepEqual(
    ["play", "chat", "sit"].map((type) => page.sent(type).length),
    [2, 2, 1],
  );
  assert.deepEqual(page.left, []);
});

for (const [epoch, plays, starts] of /** @type {const} */ ([
  ["another", 0, 0],
  ["e", 1, 1],
]))
  test(`What was not answered before a reload is sent again, in another epoch only words: ${epoch}`, () => {
    /** @type {Queued["message"][]} */
    const messages = [PLAY_17, CHAT, START];
    const queue = messages.map((message) => ({ message, at: 0, is_free: false, sent_at: null, times: 1 }));
    const page = played(10_000, { kept: { epoch, queue } });
    assert.deepEqual(
      ["play", "start", "chat"].map((type) => page.sent(type).length),
      [plays, starts, 1],
    );
  });

test("A retry is sent again when the server said so", () => {
  const retry = heard(10_100, { type: "retry", id: ID, after_ms: 300 });
  const page = played(12_000, { deaf: ["play"], events: [said(10_000, PLAY_17), retry] });
  assert.deepEqual(
    page.sent("play").map(({ at }) => at),
    [10_000, 10_400],
  );
  assert.deepEqual(page.lost, []);
});

test("Deciding changes nothing that was there before", () => {
  const events = [
    { type: "start" },
    { type: "opened" },
    { type: "heard", message: { type: "table" } },
    { type: "said", message: PLAY_17 },
    { type: "tick" },
    { type: "heard", message: { type: "ack", id: ID } },
  ];
  let state = initial({ epoch: null, queue: [] }, 0, 50);
  for (const event of events) state = step(frozen(state), /** @type {Event} */ (event), 9000, 0.5).state;
  assert.equal(state.phase, "open");
});

test("After three handshakes that never opened, somebody is asked why", () => {
  const closed = Array.from(
    { length: 6000 },
    (_, nth) => /** @type {[number, Event]} */ ([10 * nth, { type: "closed", code: 1006 }]),
  );
  const page = played(MINUTE, { events: closed.slice(1), swallows: [[0, 10 * MINUTE, "both"]] });
  const [, , third] = page.times("open");
  const [asked] = page.times("diagnose");
  assert.ok(third < asked && asked <= third + 100);
  assert.deepEqual(played(MINUTE).times("diagnose"), []);
});

/** @param {number[]} times */
function between(times) {
  return times.slice(1).map((time, nth) => time - times[nth]);
}

/** @template T @param {T} what @returns {T} */
function frozen(what) {
  if (typeof what === "object" && what) Object.values(what).forEach(frozen);
  return Object.freeze(what);
}
