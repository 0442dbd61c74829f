// What a page knows after each event (static/state/): of the log, of its own answer, of the sides of one device.

import assert from "node:assert/strict";
import { test } from "node:test";
import { frame_of, line_of, opened, table_of } from "./opened.js";

/** @param {{ seq: number }[]} told */
const numbers = (told) => told.map(({ seq }) => seq);

/** Whose side is shown. @param {ReturnType<typeof opened>} page */
const shown_to = (page) => page.state.frame?.you;

/** @param {object[]} messages */
const ids = (messages) => messages.map((message) => ("id" in message ? message.id : null));

// --- The log ----------------------------------------------------------------------------------------------------

test("A page knows what it has seen in which epoch of the log, whatever is refused", () => {
  const page = opened();
  assert.deepEqual([page.state.seen, page.state.epoch], [0, null]);
  page.hears({ type: "welcome", epoch: "now" });
  page.hears({ type: "refused", id: null, code: "malformed", text: { text: "Too long." } });
  assert.deepEqual([page.state.seen, page.state.epoch], [0, "now"]);
});

test("Of a later game it tells only what was missed of it, and nothing twice", () => {
  const page = opened().is_welcome();
  const hears_line = (/** @type {number} */ seq) => page.hears(frame_of({ question: seq, lines: [line_of(seq)] }));
  hears_line(1);
  page
    .happens({ type: "closed", code: 1006 })
    .waits(2000)
    .is_welcome(table_of({ state: "gathering" }));
  page.hears(table_of({ number: 2 }));
  for (const seq of [5, 6, 6, 7]) hears_line(seq);
  page.happens({ type: "hidden" });
  hears_line(8);
  page.happens({ type: "shown" });
  assert.deepEqual([numbers(page.state.missed), numbers(page.state.lines)], [[8], [5, 6, 7, 8]]);
});

test("In another epoch everything begins anew, and the reader is told so", () => {
  const page = opened().is_welcome();
  page.hears(frame_of({ lines: [line_of(1)] }));
  page.hears({ type: "welcome", epoch: "another" });
  assert.deepEqual([page.state.seen, page.state.frame, page.state.lines], [0, null, []]);
  page.hears(table_of());
  assert.match(page.state.refusal?.text ?? "", /restored from a backup/);
});

test("Why a connection was refused is said until another is open", () => {
  const page = opened().is_welcome();
  page.hears(frame_of());
  page.happens({ type: "closed", code: 1006 }).waits(2000);
  page.hears({ type: "refused", id: null, code: "busy", text: { text: "Too many pages." } });
  page.happens({ type: "closed", code: 4429 });
  assert.deepEqual([page.state.trouble, page.state.refusal], [{ text: "Too many pages." }, null]);
  page.waits(5000).is_welcome();
  assert.deepEqual([page.state.trouble, page.state.refusal], [null, null]);
});

test("What fades is kept nowhere on the page once its time is over", () => {
  const page = opened().is_welcome();
  page.hears(frame_of());
  page.hears(frame_of({ question: 2, lines: [line_of(1, { fades: true, text: { text: "A secret." } })] }));
  assert.deepEqual(numbers(page.state.moments), [1]);
  page.waits(4001);
  assert.ok(!JSON.stringify(page.state).includes("A secret."));
});

test("A page that stays open for days keeps only the newest of what it was told, each once", () => {
  const page = opened().is_welcome();
  const kept = 2000;
  for (let seq = 1; seq <= kept + 100; seq++) {
    page.hears({ type: "chat", seq, from: { seat: 0, name: "Ann" }, text: "hello" });
    page.hears(frame_of({ lines: [line_of(seq)] }));
  }
  page.hears({ type: "chat", seq: kept, from: { seat: 0, name: "Ann" }, text: "hello" });
  const newest = Array.from({ length: kept }, (_, nth) => nth + 101);
  assert.deepEqual([numbers(page.state.lines), numbers(page.state.chat)], [newest, newest]);
});

// --- The reader's answer ----------------------------------------------------------------------------------------

test("It waits while others answer in secret until its own answer is in, which may be taken back", () => {
  const page = opened().is_welcome();
  const asks = (/** @type {number[]} */ asked) => page.hears(frame_of({ question: 5, asked }));
  asks([0, 1, 2]);
  page.happens({ type: "answer", move: { do: "draw" }, is_free: false });
  assert.equal(page.state.answered, 5);
  const waits_for = [[0, 2], [2], [0, 2]].map((asked) => asks(asked).state.answered);
  assert.deepEqual(waits_for, [5, null, null]);
});

test("An answer is waited for whatever else is refused meanwhile, and ends with its own refusal", () => {
  const page = opened().is_welcome();
  page.hears(frame_of({ asked: [0] }));
  page.happens({ type: "answer", move: { do: "draw" }, is_free: false });
  page.hears({ type: "refused", id: "f".repeat(32), code: "too_fast", text: { text: "Not so fast." } });
  assert.equal(page.state.answered, 1);
  page.hears({ type: "refused", id: ids(page.sent("play"))[0], code: "illegal", text: { text: "Not now." } });
  assert.equal(page.state.answered, null);
});

test("A new question clears the pick, and its buttons ignore presses for a moment", () => {
  const page = opened().is_welcome();
  page.hears(frame_of({ asked: [0] })).waits(1000);
  page.happens({ type: "pick", move: "a move", by_button: false });
  page.hears(frame_of({ question: 2, asked: [0] }));
  assert.deepEqual([page.state.picked, page.state.settling], [null, true]);
  page.waits(301);
  assert.equal(page.state.settling, false);
});

test("A player was asked once, and is known for it afterwards", () => {
  const page = opened().is_welcome();
  page.hears(frame_of({ asked: [0] }));
  assert.equal(page.state.had_turn, false);
  page.hears(frame_of({ question: 2, asked: [1] }));
  assert.equal(page.state.had_turn, true);
});

test("Whoever has no name is asked for one, and sits once the table knows it", () => {
  const nameless = { seat: null, seats: [], name: null, host: false, person: "a", muted: false };
  const page = opened().is_welcome(table_of({ state: "gathering", you: nameless }));
  page.happens({ type: "sit", seat: 2 });
  assert.deepEqual([page.state.wants_seat, page.sent("sit").length], [2, 0]);
  page.hears(table_of({ state: "gathering", you: { ...nameless, name: "Ann" } }));
  assert.deepEqual([page.state.wants_seat, page.sent("sit").length], [null, 1]);
});

// --- Several seats on one device --------------------------------------------------------------------------------

const BOTH = { name: "Ann", host: true, person: "a", muted: false, seats: [0, 1] };

/** A page that plays two seats, and shows the side of the first, who is asked. */
function beside() {
  const page = opened().is_welcome(table_of({ you: { ...BOTH, seat: null } }));
  page.happens({ type: "look", seat: 0 });
  page.hears(table_of({ you: { ...BOTH, seat: 0 } }));
  return page.hears(frame_of({ asked: [0] }));
}

test("With a seat goes what only it has seen, and nothing comes for it any more", () => {
  const page = beside();
  page.happens({ type: "hidden" });
  page.hears(frame_of({ asked: [0], lines: [line_of(1, { yours: true }), line_of(2)] }));
  page.happens({ type: "shown" });
  assert.equal(page.state.missed.length, 2);
  page.hears(table_of({ you: { ...BOTH, seat: 1 } }));
  const { frame, lines, missed } = page.state;
  assert.deepEqual([frame, numbers(lines), missed], [null, [2], []]);
  page.happens({ type: "look", seat: 1 });
  page.hears({ type: "refused", id: "f".repeat(32), code: "stale", text: { text: "" } });
  page.hears(frame_of({ you: 0 }));
  assert.equal(page.state.frame, null);
  page.hears(frame_of({ you: 1, asked: [1] }));
  assert.equal(shown_to(page), 1);
});

test("The curtain falls when a turn is over: nothing of that side is left", () => {
  const page = beside();
  page.hears(frame_of({ asked: [0], view: { hand: "of the first" } }));
  page.hears(
    frame_of({ question: 2, asked: [1], lines: [line_of(1, { yours: true, text: { text: "Its secret." } })] }),
  );
  const { frame, news, settling, table } = page.state;
  assert.deepEqual([frame, news, settling, table?.you.seat], [null, [], true, null]);
  assert.doesNotMatch(JSON.stringify({ ...page.state, effects: [] }), /of the first|Its secret/);
  assert.deepEqual(page.sent("look").at(-1), { type: "look", seat: null });
});

test("A page that is loaded anew shows no side before somebody asks for it", () => {
  const page = opened().is_welcome(table_of({ you: { ...BOTH, seat: 0 } }));
  page.hears(frame_of({ you: 0, asked: [0] }));
  assert.equal(page.state.frame, null);
});

// --- Moves and time ---------------------------------------------------------------------------------------------

test("A clock goes on by the page's own time from the newest frame, which may still wait to be shown", () => {
  const page = opened({ settings: { ...opened().state.settings, pace: "slow" } }).is_welcome();
  page.hears(frame_of({ asked: [0], clocks: [60_000, null, null] })).waits(100);
  page.hears(frame_of({ question: 2, asked: [1], clocks: [60_000, 30_000, null] }));
  assert.deepEqual([page.state.frame?.question, page.state.clock?.running], [1, [1]]);
});

test("A link to a seat is asked for once the line is open, and again after a line that was lost", () => {
  const page = opened({ onward: { does: "take", link: "L", sent: false } });
  assert.equal(page.sent("take_seat").length, 0);
  page.is_welcome();
  page.happens({ type: "closed", code: 1006 }).waits(2000).is_welcome();
  assert.equal(page.sent("take_seat").length, 2);
});

// --- Requests and settings --------------------------------------------------------------------------------------

test("A request that has just appeared ignores presses for a moment, once", () => {
  const page = opened().is_welcome().waits(1000);
  /** @type {import("#types/wire").Proposal} */
  const proposal = { matter: "undo", seat: 1, waiting: [0, 2], agreed: [] };
  page.hears(table_of({ proposal }));
  assert.equal(page.state.has_new_requests, true);
  page.waits(301).hears(table_of({ proposal: { ...proposal, waiting: [0] } }));
  assert.equal(page.state.has_new_requests, false);
});

test("A hint is asked for once, and again after it may have been lost with the connection", () => {
  const page = opened().is_welcome();
  page.hears(frame_of({ asked: [0] }));
  page.happens({ type: "change", fields: { hint_asked: { question: 1, seat: 0 } } });
  assert.notEqual(page.state.hint_asked, null);
  page.happens({ type: "closed", code: 1006 });
  assert.equal(page.state.hint_asked, null);
});

test("Settings stay open until they are carried out, whatever comes meanwhile, and after a refusal", () => {
  const page = opened().is_welcome();
  page.happens({ type: "change", fields: { setting: true } });
  page.happens({ type: "fill_in", fields: { onlookers: false } }).happens({ type: "apply" });
  assert.equal(page.sent("doors").length, 1);
  page.hears(table_of({ onlookers: false }));
  assert.equal(is_closed(page), false);
  page
    .hears(table_of())
    .hears({ type: "refused", id: ids(page.sent("doors"))[0], code: "host", text: { text: "No." } });
  assert.deepEqual([page.state.draft?.is_sent, is_closed(page)], [false, false]);
  page.happens({ type: "apply" });
  page.hears({ type: "ack", id: ids(page.sent("doors"))[1], seq: 7 });
  assert.equal(is_closed(page), true);
});

/** @param {ReturnType<typeof opened>} page */
const is_closed = (page) => page.effects.some((effect) => effect.do === "close_dialog");

test("Settings that need a password say so, and send nothing", () => {
  const page = opened().is_welcome();
  page.happens({ type: "change", fields: { setting: true } });
  page.happens({ type: "fill_in", fields: { locked: true } }).happens({ type: "apply" });
  assert.deepEqual([page.state.draft?.problem?.text, page.sent("doors")], ["Type a password, or choose none.", []]);
});

test("What waits for a second press is forgotten with the game it was about", () => {
  const page = opened().is_welcome().waits(1000);
  page.happens({ type: "confirm", what: "kick-1" });
  assert.deepEqual([page.state.confirming, page.state.settling], ["kick-1", true]);
  page.hears(table_of({ state: "over" }));
  assert.equal(page.state.confirming, null);
});

// --- What the reader opens and writes ---------------------------------------------------------------------------

test("Words that were refused are put back before what was typed since", () => {
  const page = opened().is_welcome();
  page.happens({ type: "say", message: { type: "chat", text: "Too fast" } });
  page.happens({ type: "change", fields: { typed: "and on" } });
  page.hears({ type: "refused", id: ids(page.sent("chat"))[0], code: "too_fast", text: { text: "Not so fast." } });
  assert.equal(page.state.typed, "Too fast and on");
});

test("What is unfolded stays so until it is folded, however often a browser says it", () => {
  const page = opened();
  const unfolds = (/** @type {string} */ what, is_open = true) => page.happens({ type: "unfold", what, is_open });
  unfolds("run-1");
  unfolds("run-7");
  const { unfolded } = unfolds("run-1").state;
  assert.deepEqual(unfolded, ["run-1", "run-7"]);
  assert.equal(unfolds("run-1").state.unfolded, unfolded);
  assert.deepEqual(unfolds("run-1", false).state.unfolded, ["run-7"]);
});

test("A fingerprint is called copied for a moment", () => {
  const page = opened().is_welcome();
  page.happens({ type: "change", fields: { deal_copied: { commitment: "c", until: page.now + 8000 } } });
  assert.equal(page.waits(7999).state.deal_copied?.commitment, "c");
  assert.equal(page.waits(1).state.deal_copied, null);
});

test("Who asks for more gets more of the log, or of the chat", () => {
  const page = opened();
  for (const of of /** @type {const} */ (["log", "log", "chat"])) page.happens({ type: "more", of });
  assert.deepEqual([page.state.more_told, page.state.more_said], [2, 1]);
});

// --- The end of a game ------------------------------------------------------------------------------------------

/** @param {boolean} is_over @param {number} seq */
const frame_at = (is_over, seq) =>
  frame_of({
    seq,
    question: seq,
    outcome: is_over ? { winners: [0], scores: [], why: { text: "" }, team: null } : null,
  });

/** A page that has just seen a game end. */
const at_an_end = () => opened().is_welcome().hears(frame_at(false, 1)).hears(frame_at(true, 2));

test("Only who has seen a game end sees the celebration, until the next one begins", () => {
  const page = at_an_end();
  assert.equal(page.state.is_to_be_celebrated, true);
  page.hears(table_of({ state: "gathering" }));
  assert.equal(page.state.is_to_be_celebrated, false);
  assert.equal(opened().is_welcome().hears(frame_at(true, 1)).state.is_to_be_celebrated, false);
});

test("The scene plays once, step by step, after the last move has landed", () => {
  const page = at_an_end();
  for (const lands_in of [500, 9000]) page.happens({ type: "celebrate", lands_in });
  const steps = [899, 1, 600, 900, 800, 1299, 1].map((ms) => page.waits(ms).state.end_scene?.step ?? null);
  assert.deepEqual(steps, ["before", "dusk", "secret", "winner", "result", "result", null]);
});

test("A game that was broken off has no scene", () => {
  const why = { text: "The players ended the game by agreement." };
  const end = frame_of({ seq: 2, question: 2, outcome: { winners: [], scores: [], why, team: null } });
  const page = opened().is_welcome().hears(frame_at(false, 1)).hears(end).happens({ type: "celebrate", lands_in: 0 });
  assert.equal(page.state.end_scene, null);
});

test("The result is put away by Escape, and is there again at the next end", () => {
  const page = at_an_end().happens({ type: "step_back" });
  assert.equal(page.state.is_result_away, true);
  page.hears(table_of({ state: "gathering" }));
  assert.equal(page.state.is_result_away, false);
});

test("With less motion nothing rises, but the buttons of the end ignore presses meant for the game", () => {
  const page = at_an_end().waits(1000).happens({ type: "celebrate", lands_in: null });
  assert.deepEqual([page.state.end_scene, page.state.settling], [null, true]);
  assert.equal(page.waits(900).state.settling, false);
});

// --- Bubbles ----------------------------------------------------------------------------------------------------

/** @param {number} seq @param {string} text @param {string} [name] @param {number | null} [seat] */
const chat_of = (seq, text, name = "Bo", seat = 1) => ({ type: "chat", seq, from: { seat, name }, text });

/** @param {ReturnType<typeof opened>} page */
const heard = ({ state }) => state.spoken.map(({ text }) => text);

test("Words stay beside their author for as long as it takes to read them, and the newest replace the others", () => {
  const page = opened().is_welcome();
  page.hears(frame_of());
  page.hears(chat_of(1, "Hm."));
  page.hears(chat_of(2, "x".repeat(50)));
  page.hears(chat_of(3, "From afar.", "Uma", null));
  assert.deepEqual(heard(page), ["x".repeat(50), "From afar."]);
  page.waits(4000 + 50 * 40 - 1);
  assert.deepEqual(heard(page), ["x".repeat(50)]);
  page.waits(1);
  assert.deepEqual(heard(page), []);
  page.hears(chat_of(4, "x".repeat(300)));
  page.waits(9000);
  assert.deepEqual(heard(page), []);
});

test("One's own words are only seen to have been said", () => {
  const page = opened().is_welcome();
  page.hears(frame_of());
  page.hears(chat_of(1, "x".repeat(300), "Ann", 0));
  page.waits(2499);
  assert.deepEqual(heard(page).length, 1);
  page.waits(1);
  assert.deepEqual(heard(page), []);
});

test("What was said before the page came, or while it was away, is for the chat alone", () => {
  const page = opened().is_welcome();
  page.hears(chat_of(1, "Before the first frame."));
  page.hears(frame_of());
  page.hears(chat_of(2, "Now."));
  page.hears(chat_of(0, "Earlier, as asked for."));
  assert.deepEqual(heard(page), ["Now."]);
  page.waits(9000).happens({ type: "closed", code: 1006 }).waits(2000).is_welcome();
  page.hears(chat_of(3, "Meanwhile."));
  assert.deepEqual(heard(page), []);
});
