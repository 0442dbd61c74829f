// What a browser keeps for its reader (static/kit/keeping.js), which may be damaged, forbidden, or of another version.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { each_of, is_flag, is_text, keep, kept, kept_object, list_of, one_of } from "#kit/keeping.js";

const FITS = {
  theme: one_of("system", "light", "dark"),
  notify: is_flag,
  groups: each_of(list_of(list_of(is_text))),
};
const KEPT = { theme: "dark", notify: true, groups: { 0: [["AS", "2S"], []] } };

/** A browser that has kept this text. @param {string | null} text */
function has_kept(text) {
  const storage = { getItem: () => text };
  Object.assign(globalThis, { localStorage: storage });
}

afterEach(() => Reflect.deleteProperty(globalThis, "localStorage"));

const all = () => kept_object("localStorage", "tertulia:settings", FITS);

test("What was kept is there again", () => {
  has_kept(JSON.stringify(KEPT));
  assert.deepEqual(all(), KEPT);
});

for (const [how, text] of Object.entries({
  nothing: null,
  cut: '{"theme":"da',
  "no object": '"dark"',
  null: "null",
  list: "[1,2]",
  "of another version": '{"theme":"plaid","notify":"yes","groups":{"0":["AS"]},"plaid":true}',
}))
  test(`What is damaged or does not fit is left out: ${how}`, () => {
    has_kept(text);
    assert.deepEqual(all(), {});
  });

test("What does not fit leaves the rest as it is", () => {
  has_kept(JSON.stringify({ ...KEPT, theme: "plaid" }));
  const { theme: _, ...others } = KEPT;
  assert.deepEqual(all(), others);
});

test("A field that every object has was not kept", () => {
  has_kept("{}");
  assert.deepEqual(kept_object("localStorage", "here", { toString: () => true }), {});
});

test("Where storage is forbidden or full, nothing is kept and nothing breaks", () => {
  const no = () => {
    throw new DOMException("no", "QuotaExceededError");
  };
  Object.assign(globalThis, { localStorage: { getItem: no, setItem: no, removeItem: no } });
  keep("localStorage", "here", "something");
  keep("localStorage", "here", null);
  assert.deepEqual([kept("localStorage", "here"), all()], [null, {}]);
  Object.defineProperty(globalThis, "localStorage", { get: no, configurable: true });
  keep("localStorage", "here", "something");
  assert.deepEqual([kept("localStorage", "here"), all()], [null, {}]);
});
