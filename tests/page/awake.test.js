// The screen stays on while its reader plays (static/room/awake.js).

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import "./dom.js";

const [ON, OFF] = ["on: screen", "off"];
const settled = () => new Promise((done) => setTimeout(done));

/** A browser with locks, which lets go of them when the page is hidden. */
class Screen {
  /** @type {string[]} */
  said = [];
  is_weak = false;
  #is_on = false;

  wakeLock = {
    request: async (/** @type {string} */ what) => {
      if (this.is_weak) throw new DOMException("battery", "NotAllowedError");
      this.#is_on = true;
      this.said.push(`on: ${what}`);
      const screen = this;
      return {
        get released() {
          return !screen.#is_on;
        },
        release: () => this.let_go(),
      };
    },
  };

  let_go() {
    if (this.#is_on) this.said.push(OFF);
    this.#is_on = false;
  }
}

/** A page on such a device. @param {object} [able]  what its browser can do */
async function opened(able) {
  const screen = new Screen();
  Object.defineProperty(globalThis, "navigator", { value: able ?? screen, configurable: true });
  /** @type {typeof import("#room/awake.js")} */
  const { let_sleep, stay_awake } = await import(`#room/awake.js?${++pages}`);
  leave = let_sleep;
  return {
    screen,
    /** It was drawn: at a table in play, but for these fields. @param {object} [fields] */
    async draws(fields) {
      const table = { you: { seats: [0] }, state: "playing", paused: false, ...fields };
      stay_awake(/** @type {any} */ ({ state: { table } }));
      await settled();
    },
    async leaves() {
      let_sleep();
      await settled();
    },
    /** @param {boolean} hidden */
    async hides(hidden) {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      if (hidden) screen.let_go();
      document.dispatchEvent(new window.Event("visibilitychange"));
      await settled();
    },
  };
}

let pages = 0;
/** All pages share this document. */
let leave = () => {};
afterEach(() => leave());

test("The screen stays on while a game is in play", async () => {
  const page = await opened();
  for (const _ of [1, 2, 3]) await page.draws();
  assert.deepEqual(page.screen.said, [ON]);
});

for (const [how, fields] of Object.entries({
  "the game is over": { state: "over" },
  "it is paused": { paused: true },
  "its reader only watches": { you: { seats: [] } },
}))
  test(`It may sleep when the game is not in play for its reader: ${how}`, async () => {
    const page = await opened();
    await page.draws();
    await page.draws(fields);
    assert.deepEqual(page.screen.said, [ON, OFF]);
    await page.draws();
    assert.deepEqual(page.screen.said, [ON, OFF, ON]);
  });

test("It may sleep when the page was removed", async () => {
  const page = await opened();
  await page.draws();
  await page.leaves();
  assert.deepEqual(page.screen.said, [ON, OFF]);
});

test("A page that is seen again asks again", async () => {
  const page = await opened();
  await page.draws();
  await page.hides(true);
  await page.draws();
  await page.hides(false);
  assert.deepEqual(page.screen.said, [ON, OFF, ON]);
});

test("A page without a game in play asks for nothing when it is seen again", async () => {
  const page = await opened();
  await page.draws({ state: "gathering" });
  await page.hides(true);
  await page.hides(false);
  assert.deepEqual(page.screen.said, []);
});

test("A device that refuses is asked again", async () => {
  const page = await opened();
  page.screen.is_weak = true;
  await page.draws();
  page.screen.is_weak = false;
  await page.draws();
  assert.deepEqual(page.screen.said, [ON]);
});

test("Where screens cannot be kept on nothing happens", async () => {
  const page = await opened({});
  await page.draws();
  await page.hides(true);
  await page.hides(false);
  assert.deepEqual(page.screen.said, []);
});
