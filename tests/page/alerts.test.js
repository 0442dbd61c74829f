// How a player is called who is asked (static/effects/alerts.js).

/** @import { Boot, Parts } from "#types/room" */
/** @import { SoundsOfGame } from "#types/sound" */
/** @import { State } from "#state/state.js" */
import "./dom.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { make_alerts } from "#effects/alerts.js";
import { frame_of, opened, SETTINGS, table_of } from "./opened.js";

const BOOT = /** @type {Boot} */ (/** @type {unknown} */ ({ room: "r", card: { title: "TCNCCC" } }));
const MARKED = "● Our table";
const PLAIN = "Our table";

/** A page on a device that notes what it is told to do. @param {Partial<State["settings"]>} [settings] */
function on_a_device(settings) {
  document.title = PLAIN;
  /** @type {string[]} */
  const did = [];
  const badge = (/** @type {string} */ what) => () => Promise.resolve(void did.push(what));
  const navigator = { setAppBadge: badge("badge"), clearAppBadge: badge("no badge") };
  Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
  class Notice {
    static permission = "granted";
    /** @param {string} title @param {{ body: string }} how */
    constructor(title, { body }) {
      did.push(`${title}: ${body}`);
    }
    close() {
      did.push("closed");
    }
  }
  Object.defineProperty(globalThis, "Notification", { value: Notice, configurable: true });
  return new Device(did, settings);
}

class Device {
  did;
  page;
  #attend;

  /** @param {string[]} did @param {Partial<State["settings"]>} [settings] */
  constructor(did, settings) {
    this.did = did;
    this.page = opened({ settings: { ...SETTINGS, ...settings, volume: "off", awake: false } }).is_welcome();
    const silence = /** @type {SoundsOfGame} */ ({ cues: () => [] });
    this.#attend = make_alerts(BOOT, silence, () => this.page.state);
  }

  /** @param {(page: ReturnType<typeof opened>) => void} what  happens @param {Parts["push"]} [push] */
  sees(what, push = null) {
    const before = this.page.state;
    what(this.page);
    const told = {
      say: (/** @type {any} */ words) => words.text ?? words,
      first_lands_in: () => null,
      words: () => "Draw or lift.",
      push,
    };
    this.#attend(before, this.page.state, told);
    return this;
  }

  /** @param {number} question @param {number[]} asked */
  is_asked(question, asked) {
    return this.sees((page) => page.hears(frame_of({ seq: question, question, asked })));
  }
}

test("A turn is called once, and no more when it is answered", () => {
  const device = on_a_device().is_asked(1, [1]);
  assert.deepEqual([document.title, device.did], [PLAIN, []]);
  device.is_asked(2, [0]).is_asked(3, [0]);
  assert.deepEqual([document.title, device.did], [MARKED, ["badge"]]);
  device.is_asked(4, [1]);
  assert.deepEqual([document.title, device.did], [PLAIN, ["badge", "no badge"]]);
});

test("A turn is called though it had begun before its page could call", () => {
  const device = on_a_device();
  device.page.hears(frame_of({ asked: [0] }));
  device.sees((page) => page.happens({ type: "tick" }));
  assert.deepEqual([document.title, device.did], [MARKED, ["badge"]]);
});

test("A hidden page says what the prompt says, until it is seen", () => {
  const device = on_a_device({ notify: true, badge: false });
  device.sees((page) => page.happens({ type: "hidden" })).is_asked(1, [0]);
  assert.deepEqual(device.did, ["{game} · Tertulia: Draw or lift."]);
  device.sees((page) => page.happens({ type: "shown" }));
  assert.deepEqual(device.did.slice(1), ["closed"]);
});

test("A page that is seen shows no notification, nor does one whose reader wants none", () => {
  const device = on_a_device({ notify: true, badge: false }).is_asked(1, [0]);
  assert.deepEqual(device.did, []);
  const other = on_a_device({ notify: false, badge: false });
  other.sees((page) => page.happens({ type: "hidden" })).is_asked(1, [0]);
  assert.deepEqual(other.did, []);
});

test("With push notifications the worker shows it, and puts it away", () => {
  /** @type {string[]} */
  const worker = [];
  const push = /** @type {Parts["push"]} */ (
    /** @type {unknown} */ ({
      show_by_worker: (/** @type {string} */ _, /** @type {string} */ body) => worker.push(body),
      put_away: () => worker.push("away"),
    })
  );
  const device = on_a_device({ notify: true, push: true, badge: false });
  device.sees((page) => page.happens({ type: "hidden" }), push);
  device.sees((page) => page.hears(frame_of({ asked: [0] })), push);
  device.sees((page) => page.hears(frame_of({ seq: 2, question: 2, asked: [1] })), push);
  assert.deepEqual(worker, ["Draw or lift.", "away"]);
  assert.ok(!device.did.some((what) => what.includes("lift")));
});

test("A game that is paused calls nobody", () => {
  const device = on_a_device().is_asked(1, [0]);
  device.sees((page) => page.hears(table_of({ paused: true })));
  assert.deepEqual(device.did, ["badge", "no badge"]);
});

test("Who was removed is called no more", () => {
  const device = on_a_device().is_asked(1, [0]);
  device.sees((page) => page.happens({ type: "closed", code: 4403 }));
  assert.deepEqual([document.title, device.did], [PLAIN, ["badge", "no badge"]]);
});

test("Between two players of one device the call goes on", () => {
  const both = { ...table_of().you, seats: [0, 1] };
  const device = on_a_device();
  device.sees((page) => page.hears(table_of({ you: { ...both, seat: null } })));
  device.is_asked(1, [0]); // to be handed on
  assert.deepEqual(device.did, ["badge"]);
  device.sees((page) => page.happens({ type: "look", seat: 0 }));
  device.sees((page) => page.hears(table_of({ you: { ...both, seat: 0 } })));
  device.is_asked(1, [0]);
  assert.deepEqual([document.title, device.did], [MARKED, ["badge"]]);
});
