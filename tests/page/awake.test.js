// The screen stays on while its reader plays (static/effects/awake.js).

/** @import { State } from "#state/state.js" */
/** @import { Table } from "#types/wire" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { make_awake } from "#effects/awake.js";
import { opened, table_of } from "./opened.js";

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

/** A page on such a device. @param {object} [able]  what its browser can do @param {Partial<State>} [fields] */
function opened_on(able, fields = {}) {
  const screen = new Screen();
  Object.defineProperty(globalThis, "navigator", { value: able ?? screen, configurable: true });
  const page = opened(fields).is_welcome();
  const stay_awake = make_awake(() => page.state);

  /** @param {(page: ReturnType<typeof opened>) => void} what  happens */
  async function after(what) {
    what(page);
    stay_awake();
    await settled();
  }

  return {
    screen,
    /** @param {Partial<Table>} [fields]  of the table */
    shows: (fields) => after(() => page.hears(table_of(fields))),
    is_removed: () => after(() => page.happens({ type: "closed", code: 4403 })),
    /** The browser lets go by itself. */
    is_hidden: () =>
      after(() => {
        screen.let_go();
        page.happens({ type: "hidden" });
      }),
    is_seen: () => after(() => page.happens({ type: "shown" })),
  };
}

test("The screen stays on while a game is in play", async () => {
  const page = opened_on();
  for (const _ of [1, 2, 3]) await page.shows();
  assert.deepEqual(page.screen.said, [ON]);
});

for (const [how, fields] of Object.entries(
  /** @type {Record<string, Partial<Table>>} */ ({
    "the game is over": { state: "over" },
    "it is paused": { paused: true },
    "its reader only watches": { you: { ...table_of().you, seat: null, seats: [] } },
  }),
))
  test(`It may sleep when the game is not in play for its reader: ${how}`, async () => {
    const page = opened_on();
    await page.shows();
    await page.shows(fields);
    assert.deepEqual(page.screen.said, [ON, OFF]);
    await page.shows();
    assert.deepEqual(page.screen.said, [ON, OFF, ON]);
  });

test("A big screen stays on as long as somebody is at the table", async () => {
  const page = opened_on(undefined, { tv: true });
  const { you, seats } = table_of();
  const watches = { you: { ...you, seat: null, seats: [] } };
  await page.shows({ ...watches, state: "gathering" });
  await page.shows(watches);
  assert.deepEqual(page.screen.said, [ON]);
  await page.shows({ ...watches, seats: seats.map((seat) => ({ ...seat, here: false })) });
  assert.deepEqual(page.screen.said, [ON, OFF]);
});

test("It may sleep when the page was removed", async () => {
  const page = opened_on();
  await page.shows();
  await page.is_removed();
  assert.deepEqual(page.screen.said, [ON, OFF]);
});

test("A page that is seen again asks again", async () => {
  const page = opened_on();
  await page.shows();
  await page.is_hidden();
  await page.shows();
  await page.is_seen();
  assert.deepEqual(page.screen.said, [ON, OFF, ON]);
});

test("A page without a game in play asks for nothing when it is seen again", async () => {
  const page = opened_on();
  await page.shows({ state: "gathering" });
  await page.is_hidden();
  await page.is_seen();
  assert.deepEqual(page.screen.said, []);
});

test("A device that refuses is asked again", async () => {
  const page = opened_on();
  page.screen.is_weak = true;
  await page.shows();
  page.screen.is_weak = false;
  await page.shows();
  assert.deepEqual(page.screen.said, [ON]);
});

test("A browser that refuses it to a page that nobody has touched is asked again at the first press", async () => {
  /** @type {Map<string, () => void>} */
  const listeners = new Map();
  Object.assign(globalThis, {
    addEventListener: (/** @type {string} */ what, /** @type {() => void} */ does) => listeners.set(what, does),
  });
  const page = opened_on();
  page.screen.is_weak = true;
  await page.shows();
  page.screen.is_weak = false;
  listeners.get("pointerup")?.();
  await settled();
  assert.deepEqual(page.screen.said, [ON]);
});

test("Where screens cannot be kept on nothing happens", async () => {
  const page = opened_on({});
  await page.shows();
  await page.is_hidden();
  await page.is_seen();
  assert.deepEqual(page.screen.said, []);
});
