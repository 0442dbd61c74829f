// The service worker (static/worker.js): what it shows, and what it tells the server.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const STATIC = new URL("../../static/", import.meta.url);

/** @typedef {{ type: string, [field: string]: any }} Event */

let workers = 0;

/**
 * What a worker does when this happens.
 * @param {Event} event
 * @param {{ room?: string, pushes?: boolean }} [given]  the table to name, and whether the server pushes
 */
async function done({ type, ...event }, { room, pushes = true } = {}) {
  /** @type {Record<string, (event: object) => void>} */
  const heard = {};
  /** @type {unknown[][]} */
  const did = [];
  const self = {
    addEventListener: (/** @type {string} */ what, /** @type {() => void} */ listener) => {
      heard[what] = listener;
    },
    registration: {
      pushManager: {
        subscribe: async (/** @type {object} */ how) => {
          did.push(["subscribe", how]);
          return { endpoint: "https://push.example/2" };
        },
      },
      showNotification: async (/** @type {string} */ title, /** @type {object} */ how) => did.push([title, how]),
    },
  };
  const caches = { match: async () => room && new Response(room) };
  const fetch = async (/** @type {string} */ path, /** @type {{ body: string } | undefined} */ how) => {
    did.push([path, how && JSON.parse(how.body)]);
    return new Response('{"key":"the key"}', { status: pushes ? 200 : 404 });
  };
  Object.assign(globalThis, { self, caches, fetch });
  await import(`../../static/worker.js?${++workers}`);
  /** @type {Promise<unknown>[]} */
  const work = [];
  heard[type]({ ...event, waitUntil: (/** @type {Promise<unknown>} */ promise) => work.push(promise) });
  await Promise.all(work);
  return did;
}

test("A subscription that the browser replaces is told to the server", async () => {
  assert.deepEqual(await done({ type: "pushsubscriptionchange" }, { room: "k7Qm2xZ9vB3nR5wT" }), [
    ["/api/push", undefined],
    ["subscribe", { userVisibleOnly: true, applicationServerKey: "the key" }],
    ["/api/rooms/k7Qm2xZ9vB3nR5wT/push", { subscription: { endpoint: "https://push.example/2" } }],
  ]);
});

test("Without a table it waits for the next page", async () => {
  assert.deepEqual(await done({ type: "pushsubscriptionchange" }), []);
});

test("Without a server that pushes it waits for the next page", async () => {
  const did = await done({ type: "pushsubscriptionchange" }, { room: "k7Qm2xZ9vB3nR5wT", pushes: false });
  assert.deepEqual(did, [["/api/push", undefined]]);
});

const CALLED = { title: "T", navigate: "/t/x", tag: "x" };

test("It shows who is called, and remembers to which table", async () => {
  const [[title, how]] = await done({ type: "push", data: { json: () => ({ notification: CALLED }) } });
  const { tag, data } = /** @type {any} */ (how);
  assert.deepEqual([title, tag, data], ["T", "x", { navigate: "/t/x" }]);
});

test("What it shows has icons that every system can draw", async () => {
  const [[, how]] = await done({ type: "push", data: { json: () => ({ notification: CALLED }) } });
  const { icon, badge } = /** @type {Record<string, string>} */ (how);
  for (const [path, size] of /** @type {const} */ ([
    [icon, 192],
    [badge, 96],
  ])) {
    const file = readFileSync(new URL(path.replace("/static/", ""), STATIC));
    const [width, height] = [16, 20].map((at) => file.readUInt32BE(at));
    assert.deepEqual([file.toString("latin1", 1, 4), width, height], ["PNG", size, size]);
  }
});

test("A page shows the same icons as the worker", () => {
  const [own, of_page] = ["worker.js", "room/push.js"].map(
    (path) => new Set(readFileSync(new URL(path, STATIC), "utf8").match(/\/static\/icons\/[\w.-]+/g)),
  );
  assert.ok(own.size > 0);
  assert.deepEqual(of_page, own);
});
