// Others' moves are shown one by one, never far behind the present, and at once to those who wait for their effect
// (static/state/pace.js).

/** @import { Frame } from "#types/wire" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { frame_of, line_of, opened, SETTINGS, table_of } from "./opened.js";

const APART = { normal: 400, slow: 1200 };
const [GLIDE, BEHIND] = [260, 2000];
const BOT = { name: "Doña Remedios", here: true, bot: "medium", person: null, muted: false, figure: null };

/**
 * A page at this pace, which saw the last move long ago, as an onlooker or at this seat.
 * @param {"normal" | "slow"} pace
 * @param {number | null} [you]
 * @param {object} [table]
 */
function patient(pace, you = null, table = {}) {
  const page = opened({ settings: { ...SETTINGS, pace } });
  const seats = you === null ? [] : [you];
  page.is_welcome(
    table_of({ you: { seat: you, seats, name: "Ann", host: false, person: "a", muted: false }, ...table }),
  );
  page.hears(frame_of({ seq: 1, question: 1, you }));
  let last = 1;
  /** Moves come in one go, or so many milliseconds apart. @param {number} count @param {number} [apart] */
  function moves(count, apart = 0) {
    for (let nth = 0; nth < count; nth++) {
      last += 1;
      page.hears(move_of(last, { you })).waits(apart);
    }
    return last;
  }
  return { page: page.waits(10_000), moves };
}

/** @param {number} seq @param {Partial<Frame>} [fields] */
const move_of = (seq, fields) => frame_of({ seq, question: seq, lines: [line_of(seq)], ...fields });

/** @param {ReturnType<typeof opened>} page */
const shown = (page) => page.state.frame?.seq;

/** @param {ReturnType<typeof opened>} page */
const told = (page) => page.state.lines.map(({ seq }) => seq);

for (const pace of /** @type {const} */ (["normal", "slow"]))
  test(`Moves that come together are shown one by one: ${pace}`, () => {
    const { page, moves } = patient(pace);
    moves(3);
    for (const seq of [2, 3]) {
      assert.equal(shown(page), seq);
      assert.equal(shown(page.waits(APART[pace] - 1)), seq);
      page.waits(1);
    }
    assert.equal(shown(page), 4);
  });

test("They are never further behind than two seconds, and every line is told", () => {
  const { page, moves } = patient("normal");
  const last = moves(20);
  const seen = new Set();
  for (let waited = 0; waited <= BEHIND; waited += 50) seen.add(shown(page.waits(50)));
  assert.equal(shown(page), last);
  assert.ok(seen.size >= 4);
  assert.deepEqual(
    told(page),
    Array.from({ length: 20 }, (_, nth) => nth + 2),
  );
});

test("A move that comes after a while is shown at once", () => {
  const { page, moves } = patient("slow");
  moves(2, 5000);
  assert.equal(shown(page), 3);
  moves(1);
  assert.equal(shown(page), 4);
});

test("Whoever is asked waits no longer than a piece glides", () => {
  const { page, moves } = patient("slow", 0);
  moves(2);
  page.hears(move_of(4, { asked: [0] }));
  assert.equal(shown(page.waits(GLIDE - 1)), 2);
  page.waits(1);
  assert.deepEqual([shown(page), told(page)], [4, [2, 3, 4]]);
});

test("For the effect of their own answer readers wait not at all", () => {
  const { page } = patient("slow", 0);
  page.hears(move_of(2, { asked: [0] })).waits(1);
  page.happens({ type: "answer", move: { do: "draw" }, is_free: false });
  assert.equal(shown(page.hears(move_of(3, { asked: [0] }))), 3);
  page.happens({ type: "answer", move: { do: "turn_over" }, is_free: true });
  assert.equal(shown(page.hears(move_of(4, { asked: [0] }))), 4);
});

test("A move waits until the one before has come to rest, but no longer than two seconds", () => {
  const { page, moves } = patient("normal");
  moves(1);
  page.happens({ type: "acted", lands_at: page.now + 900 });
  moves(1);
  assert.equal(shown(page.waits(899)), 2);
  assert.equal(shown(page.waits(1)), 3);
  page.happens({ type: "acted", lands_at: page.now + 60_000 });
  moves(1);
  assert.equal(shown(page.waits(BEHIND)), 4);
});

test("What is shown for a moment has its whole time, and what follows is as late as it was", () => {
  const { page, moves } = patient("normal");
  const sight = /** @type {const} */ ({ shows: "placed" });
  moves(1);
  page.hears(move_of(3, { lines: [line_of(3, { sight })] })).waits(1500);
  page.hears(move_of(4)).waits(APART.normal - 1);
  assert.deepEqual([shown(page), page.state.moments.length], [3, 1]); // it was shown 400 ms after it had come
  page.waits(1);
  assert.deepEqual([shown(page), page.state.moments.length], [4, 0]);
});

test("What is shown for a moment is over by itself", () => {
  const { page } = patient("normal");
  page.hears(move_of(2, { lines: [line_of(2, { sight: { shows: "placed" } })] })).waits(3999);
  assert.equal(page.state.moments.length, 1);
  assert.equal(page.waits(1).state.moments.length, 0);
});

test("Messages about the table keep their order with moves, and all others come at once", () => {
  const { page, moves } = patient("slow");
  moves(2);
  page.hears({ ...page.state.table, state: "over" });
  page.hears({ type: "chat", seq: 9, from: { seat: 0, name: "Ann" }, text: "hello" });
  assert.deepEqual([shown(page), page.state.table?.state, page.state.chat.length], [2, "playing", 1]);
  page.waits(APART.slow);
  assert.deepEqual([shown(page), page.state.table?.state], [3, "over"]);
});

for (const event of /** @type {const} */ ([{ type: "hidden" }, { type: "closed", code: 1006 }]))
  test(`What waits is shown when its reader looks away or the line is lost: ${event.type}`, () => {
    const { page, moves } = patient("slow");
    const last = moves(3);
    page.happens(event);
    assert.deepEqual([shown(page), told(page)], [last, [2, 3, 4]]);
  });

test("While nobody sees the page, moves are shown as they come", () => {
  const { page, moves } = patient("slow");
  page.happens({ type: "hidden" });
  assert.equal(shown(page), 1);
  assert.equal(moves(3), shown(page));
});

test("Of moves for other eyes no line is passed on", () => {
  const { page } = patient("normal", 0);
  for (const seq of [2, 3, 4, 5, 6, 7, 8, 9]) page.hears(move_of(seq, { you: seq < 8 ? 1 : 0 }));
  page.waits(BEHIND);
  assert.equal(shown(page), 9);
  assert.ok(told(page).includes(9));
});

// --- Bots are skipped -------------------------------------------------------------------------------------------

/** A page that plays against bots, of which one is asked. */
function against_bots() {
  const seats = [{ ...BOT, name: "Ann", bot: null, person: "a" }, BOT, BOT];
  const { page } = patient("slow", 0, { practice: true, fast_bots: false, lesson: false, paused: false, seats });
  page.hears(move_of(2, { asked: [1] })).waits(5000);
  return page;
}

test("Who skips sees no move before somebody is asked who is no bot, and reads all lines", () => {
  const page = against_bots();
  page.happens({ type: "skip" });
  assert.equal(page.sent("skip").length, 1);
  for (const seq of [3, 4, 5]) page.hears(move_of(seq, { asked: [seq % 2 ? 2 : 1] })).waits(3000);
  assert.equal(shown(page), 2);
  page.hears(move_of(6, { asked: [0] }));
  assert.deepEqual([shown(page), told(page)], [6, [2, 3, 4, 5, 6]]);
});

test("Afterwards moves are shown one by one again", () => {
  const page = against_bots();
  page.happens({ type: "skip" });
  page.hears(move_of(3, { asked: [0] })).waits(5000);
  page.hears(move_of(4, { asked: [1] })).hears(move_of(5, { asked: [2] }));
  assert.equal(shown(page), 4);
});

test("What is in no log is seen all the same, and so is the end", () => {
  const page = against_bots();
  page.happens({ type: "skip" });
  page.hears(move_of(3, { asked: [1], lines: [line_of(3, { fades: true })] }));
  assert.equal(shown(page), 3);
  const outcome = /** @type {const} */ ({ winners: [1], text: { text: "" } });
  page.hears(move_of(4, { asked: [1], outcome: /** @type {Frame["outcome"]} */ (/** @type {unknown} */ (outcome)) }));
  assert.equal(shown(page), 4);
});

test("Where a person is asked, nothing is skipped", () => {
  const page = against_bots();
  page.hears(move_of(3, { asked: [0] }));
  page.happens({ type: "skip" });
  assert.equal(page.sent("skip").length, 0);
});
