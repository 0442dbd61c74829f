// The reader's theme, which is set before anything is drawn (static/theme.js).

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./dom.js";

beforeEach((it) => {
  document.head.innerHTML = '<link id="dark" media="not all"><link id="tables" rel="alternate stylesheet">';
  if ("mock" in it) it.mock.method(globalThis, "getComputedStyle", () => ({ backgroundColor: "rgb(255, 255, 255)" }));
});

let pages = 0;

/** What a page looks like for whom this is kept. @param {string} kept */
async function look(kept) {
  localStorage.setItem("tertulia:settings", kept);
  await import(`../../static/theme.js?${++pages}`);
  const { dataset } = document.documentElement;
  return { is_dark: "dark" in dataset, table: dataset.table };
}

const USUAL = { is_dark: false, table: "felt" };

test("A page looks as its reader has chosen", async () => {
  assert.deepEqual(await look('{"theme":"dark","table":"walnut"}'), { is_dark: true, table: "walnut" });
  assert.deepEqual(await look('{"theme":"light","table":"azulejo"}'), { is_dark: false, table: "azulejo" });
});

test("A table at night is dark in any theme", async () => {
  assert.deepEqual(await look('{"theme":"light","table":"night"}'), { is_dark: true, table: "night" });
});

for (const [how, kept] of Object.entries({
  cut: '{"theme":"da',
  "no object": '"dark"',
  null: "null",
  list: "[1,2]",
  "other values": '{"theme":"plaid","table":"glass"}',
}))
  test(`What is damaged or does not fit is left out: ${how}`, async () => {
    assert.deepEqual(await look(kept), USUAL);
  });

test("Where storage is forbidden, a page looks as usual", async (it) => {
  const storage = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
  const forbidden = () => {
    throw new DOMException("forbidden", "SecurityError");
  };
  Object.defineProperty(globalThis, "localStorage", { get: forbidden, configurable: true });
  it.after(() => Object.defineProperty(globalThis, "localStorage", storage ?? {}));
  await import(`../../static/theme.js?${++pages}`);
  const { dataset } = document.documentElement;
  assert.deepEqual({ is_dark: "dark" in dataset, table: dataset.table }, USUAL);
});
