// The reader's preferences (static/kit/preferences.js), kept for all tabs of their browser.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./dom.js";

/** Another tab of this browser. @returns {Promise<typeof import("#kit/preferences.js")>} */
const tab = () => import(`#kit/preferences.js?${++tabs}`);
let tabs = 0;

beforeEach(() => localStorage.clear());

test("What is chosen in one tab is not forgotten in another", async () => {
  const [one, other] = [await tab(), await tab()];
  one.set({ theme: "dark" });
  other.set({ table: "walnut" });
  const { theme, table } = (await tab()).settings();
  assert.deepEqual([theme, table], ["dark", "walnut"]);
});

test("Values that no setting has are left out, and the usual ones stand for them", async () => {
  const usual = (await tab()).settings();
  const others = { theme: "plaid", pace: "warp", volume: 7, table: "glass", notify: "yes", two_colours: null };
  localStorage.setItem("tertulia:settings", JSON.stringify(others));
  assert.deepEqual((await tab()).settings(), usual);
});

for (const [how, is_coarse] of /** @type {const} */ ([
  ["on a touch screen", true],
  ["with a mouse", false],
]))
  test(`Whether every move takes a second press, unless one says otherwise: ${how}`, async (it) => {
    it.mock.method(globalThis, "matchMedia", () => ({ matches: is_coarse }));
    const { set, settings } = await tab();
    assert.equal(settings().always_confirm, is_coarse);
    set({ always_confirm: !is_coarse });
    assert.equal((await tab()).settings().always_confirm, !is_coarse);
  });
