// What the replay page knows after each event (static/replay/state.js).

/** @import { Replay } from "#types/api" */
/** @import { Address, Eyes } from "#types/replay" */
/** @import { Line, LooksBack } from "#types/wire" */
/** @import { Event, State } from "#replay/state.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { initial_state, next_event_at, reduce } from "#replay/state.js";
import { frame_of } from "./opened.js";

const STEPS = 6;
const STEP_MS = 1500;
const SIGHT_MS = 2600;

/** A game of six steps; at the third something is shown for a moment. @param {Eyes} [eyes] @returns {Replay} */
function game_seen_by(eyes = "all") {
  const shows = /** @type {Line[]} */ ([/** @type {unknown} */ ({ sight: { shows: "lifted" } })]);
  const steps = Array.from({ length: STEPS }, (_, nth) => ({
    ...{ seq: nth * 10, secrets: null, turns: [] },
    frame: frame_of({ seq: nth * 10, question: nth, lines: nth === 2 ? shows : [] }),
  }));
  return /** @type {Replay} */ (/** @type {unknown} */ ({ eyes, steps }));
}

/** @param {Partial<Address>} [fields] @returns {Address} */
const address = (fields) => ({ eyes: "all", step: 0, seq: 0, clip: null, is_followed: true, ...fields });

/** A page without a browser. @param {{ clips_play: boolean }} [given] */
const opened = (given = { clips_play: true }) => new Page(given.clips_play);

class Page {
  state = initial_state([]);
  now = 0;
  #clips_play;

  /** @param {boolean} clips_play */
  constructor(clips_play) {
    this.#clips_play = clips_play;
  }

  /** @param {Event} event */
  happens(event) {
    const next_trace = (/** @type {any} */ trace, /** @type {any} */ { question }) => [...trace, question];
    const world = { now: this.now, clips_play: this.#clips_play, initial_trace: [], next_trace };
    this.state = reduce(this.state, event, world);
    return this;
  }

  /** @param {Partial<Address>} [fields] */
  follows(fields) {
    return this.happens({ type: "follow", address: address(fields) });
  }

  /** What was asked for comes. @param {Address | null} [asked] */
  gets(asked = this.state.wanted) {
    assert.ok(asked);
    const brought = { replay: game_seen_by(asked.eyes), hindsight: undefined, noise: {} };
    return this.happens({ type: "came", address: asked, ...brought });
  }

  /** @param {number} step */
  goes_to(step) {
    return this.happens({ type: "go_to", step, is_told: true });
  }

  presses_play() {
    return this.happens({ type: "toggle_playing" });
  }

  /** Lets so many milliseconds pass. @param {number} ms */
  waits(ms) {
    const until = this.now + ms;
    for (let due = next_event_at(this.state); due <= until; due = next_event_at(this.state)) {
      this.now = due;
      this.happens({ type: "tick" });
    }
    this.now = until;
    return this;
  }
}

/** A page at this moment. @param {Partial<Address>} [fields] */
const at = (fields) => opened().follows(fields).gets();

/** @param {{ state: State }} page */
const moment = ({ state: { step, playing } }) => [step, playing];

test("It opens at the step of its address, or after its event, within the game", () => {
  assert.equal(at({ step: 3 }).state.step, 3);
  assert.equal(at({ seq: 25 }).state.step, 2);
  assert.equal(at({ step: 99 }).state.step, STEPS - 1);
});

test("The last request counts, in whatever order answers arrive", () => {
  const page = at({ step: 2 });
  page.happens({ type: "look", address: address({ eyes: 0 }) });
  const first = page.state.wanted;
  page.happens({ type: "look", address: address({ eyes: 1 }) });
  page.gets().gets(first);
  assert.deepEqual([page.state.eyes, page.state.replay?.eyes, page.state.step], [1, 1, 2]);
});

test("Who goes back to what they see no longer waits for other eyes", () => {
  const page = at();
  page.follows({ eyes: 0 });
  const other = page.state.wanted;
  page.follows({ step: 4 }).gets(other);
  assert.deepEqual([page.state.eyes, page.state.step], ["all", 4]);
});

test("What pictures show of the steps before begins anew with other eyes", () => {
  const page = at().goes_to(1);
  assert.deepEqual(page.state.trace, [0, 1]);
  page.happens({ type: "look", address: address({ eyes: 0 }) }).gets();
  assert.deepEqual(page.state.trace, [1]);
});

test("It plays to the end, longer where something is shown for a moment, and from the beginning after that", () => {
  const page = at().presses_play();
  page.waits(2 * STEP_MS);
  assert.deepEqual(moment(page), [2, true]);
  page.waits(SIGHT_MS - 1);
  assert.deepEqual(moment(page), [2, true]);
  page.waits(1 + 2 * STEP_MS);
  assert.deepEqual(moment(page), [5, false]);
  assert.deepEqual(moment(page.presses_play()), [0, true]);
});

test("Whoever goes somewhere stops it", () => {
  const page = at().presses_play().goes_to(4);
  assert.deepEqual(moment(page.waits(10 * STEP_MS)), [4, false]);
});

test("Each step is read aloud but while the slider is dragged", () => {
  const page = at();
  assert.equal(page.goes_to(1).state.is_told, true);
  assert.equal(page.happens({ type: "go_to", step: 2, is_told: false }).state.is_told, false);
});

const CLIP = { step: 1, clip: { from: 1, to: 3 } };

test("A clip plays by itself over and over, and is read aloud once", () => {
  const page = opened().follows(CLIP).gets();
  assert.deepEqual(moment(page), [1, true]);
  const steps = [SIGHT_MS, SIGHT_MS, SIGHT_MS, SIGHT_MS].map((ms) => page.waits(ms).state.step);
  assert.ok(steps.every((step) => step >= 1 && step <= 3));
  assert.deepEqual([page.state.playing, page.state.is_told], [true, false]);
});

test("With less motion a clip stands still", () => {
  const page = opened({ clips_play: false }).follows(CLIP).gets();
  assert.deepEqual(moment(page), [1, false]);
});

test("A clip is left by whoever goes beyond it, and only by them", () => {
  const page = opened().follows(CLIP).gets();
  assert.notEqual(page.goes_to(3).state.clip, null);
  assert.equal(page.goes_to(4).state.clip, null);
});

test("Other eyes, if chosen during a clip that was stopped, do not make it play", () => {
  const page = opened().follows(CLIP).gets().presses_play();
  page.happens({ type: "look", address: { ...address({ eyes: 0 }), is_followed: false } }).gets();
  assert.deepEqual([page.state.playing, page.state.clip], [false, CLIP.clip]);
});

test("A game that does not come is no longer waited for by playing", () => {
  const page = at().presses_play();
  page.happens({ type: "look", address: address({ eyes: 0 }) });
  page.happens({ type: "lost", address: /** @type {Address} */ (page.state.wanted) });
  assert.deepEqual([page.state.playing, page.state.eyes], [false, "all"]);
});

test("What is on the clipboard is said for a moment", () => {
  const page = at();
  page.happens({ type: "change", fields: { copied: "moment", copied_until: 8000 } });
  assert.equal(page.waits(7999).state.copied, "moment");
  assert.equal(page.waits(1).state.copied, null);
});

// --- Together ----------------------------------------------------------------------------------------------------

const ANN = { seat: 0, name: "Ann" };

/** Where the leader is, as the server tells it. @param {Partial<LooksBack>} [fields] @returns {LooksBack} */
const led = (fields) => ({ type: "looks_back", game: 1, leader: ANN, you_lead: false, seq: 0, eyes: "all", ...fields });

/** @param {Partial<LooksBack>} [fields] */
function following(fields) {
  const page = at().happens({ type: "look_together", role: "asking" }).happens({ type: "line", line: "open" });
  return page.happens({ type: "heard", message: led(fields) });
}

/** @param {{ state: State }} page */
const role = ({ state }) => state.company?.role;

test("Who looks back together follows the one who leads, to their step and through their eyes", () => {
  const page = following({ seq: 30, eyes: "1" });
  assert.deepEqual([role(page), page.state.step, page.state.wanted?.eyes], ["following", 3, 1]);
  page.gets().happens({ type: "heard", message: led({ seq: 40, eyes: "none" }) });
  assert.deepEqual([page.state.step, page.state.wanted?.eyes], [4, null]);
});

test("Who finds no leader leads", () => {
  assert.equal(role(following({ leader: null })), "leading");
});

test("Who moves by themselves goes their own way until they follow again", () => {
  const page = following({ seq: 30 }).goes_to(1);
  assert.deepEqual([role(page), page.state.step], ["alone", 1]);
  page.happens({ type: "heard", message: led({ seq: 50 }) });
  assert.equal(page.state.step, 1);
  page.happens({ type: "look_together", role: "following" }).happens({ type: "heard", message: led({ seq: 50 }) });
  assert.deepEqual([role(page), page.state.step], ["following", 5]);
});

test("A leader moves as before, and follows when somebody else takes the lead", () => {
  const page = following({ leader: null })
    .happens({ type: "heard", message: led({ you_lead: true }) })
    .goes_to(2);
  assert.deepEqual([role(page), page.state.step], ["leading", 2]);
  page.happens({ type: "heard", message: led({ leader: { seat: 1, name: "Ben" }, seq: 40 }) });
  assert.deepEqual([role(page), page.state.step], ["following", 4]);
});

test("Who is handed the lead leads from where they are", () => {
  const page = following({ seq: 30 }).happens({ type: "heard", message: led({ you_lead: true, seq: 30 }) });
  assert.deepEqual([role(page), page.state.step], ["leading", 3]);
});

test("Whose wish is refused goes their own way, and is told why", () => {
  const page = following({ leader: null });
  page.happens({ type: "heard", message: { type: "refused", id: null, code: "forbidden", text: { text: "No." } } });
  assert.deepEqual([role(page), page.state.company?.problem?.text], ["alone", "No."]);
});
