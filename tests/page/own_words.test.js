// The words that a page adds to deals (static/kit/own_words.js), and what it says of servers that cheat with them
// (static/kit/deal_verdict.js): each is one that somebody could run.

import "./dom.js";
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { beforeEach, test } from "node:test";
import { seal_of } from "#kit/deal_bytes.js";
import { check_here } from "#kit/deal_verdict.js";
import { note_deal, noted_deal } from "#kit/keeping.js";
import { kept_words, note_taken, words_due } from "#kit/own_words.js";

/** @import { Table } from "#types/wire" */
/** @import { DealFile } from "#types/api" */

const ROOM = "k7Qm2xZ9vB3nR5wT";
const OTHERS = "0f".repeat(16);
const [ONE, TWO] = ["5e".repeat(32), "77".repeat(32)];

beforeEach(() => localStorage.clear());

/** A table of two, at which this page plays seat 0. @param {Record<string, unknown>} fields @returns {Table} */
const table = (fields = {}) =>
  /** @type {any} */ ({
    number: 0,
    state: "gathering",
    seats: [{}, {}],
    you: { seats: [0] },
    practice: false,
    ...fields,
  });

/** The page seals its word. @returns {string} the seal */
function seals() {
  const [said] = /** @type {any[]} */ (words_due(ROOM, table()));
  return said.seal;
}

/** The server fixes the game with this commitment: what the page says. @param {string} deal @param {string} own */
const fixes = (deal, own) =>
  /** @type {any[]} */ (
    words_due(
      ROOM,
      table({ seats: [{ seal: own }, { seal: seal_of(OTHERS, ROOM, 1) }], starting: { number: 1, deal } }),
    )
  );

/** A page that has sealed its word and opened it to this server, which took it: the word. @param {string} deal */
function gives(deal) {
  const [said] = fixes(deal, seals());
  note_taken(ROOM, said.word);
  return said.word;
}

test("A page seals a word for its seat, and the same one once more if the server does not show it", () => {
  const [first] = /** @type {any[]} */ (words_due(ROOM, table()));
  assert.deepEqual(words_due(ROOM, table()), [first]);
  assert.deepEqual(words_due(ROOM, table()), []); // it may be of an earlier version
  assert.match(JSON.stringify(first), /^\{"type":"seal","seat":0,"seal":"[0-9a-f]{64}"\}$/);
  assert.deepEqual(words_due(ROOM, table({ seats: [{ seal: first.seal }, {}] })), []);
  assert.deepEqual(words_due(ROOM, table({ seats: [{}, { seal: ONE }] })), [first]);
});

test("Each seat of a page, and each game, has a word of its own", () => {
  const of_both = table({ you: { seats: [0, 1] } });
  const said = [...words_due(ROOM, of_both), ...words_due(ROOM, { ...of_both, number: 1 })];
  assert.equal(new Set(said.map((each) => JSON.stringify(each))).size, 4);
});

test("The word is opened once a commitment is shown, which is noted first, and to its own seal alone", () => {
  const own = seals();
  assert.equal(noted_deal(ROOM, 1), null);
  assert.deepEqual(fixes(ONE, "00".repeat(32)), []);
  const [said] = fixes(ONE, own);
  assert.deepEqual([said.type, said.seat, seal_of(said.word, ROOM, 1)], ["word", 0, own]);
  assert.equal(noted_deal(ROOM, 1), ONE);
});

test("A page that was loaded anew still has its word, and one that was taken is not said again", () => {
  const own = seals();
  const [said] = fixes(ONE, own);
  assert.deepEqual(fixes(ONE, own), [said]);
  note_taken(ROOM, said.word);
  assert.deepEqual(fixes(ONE, own), []);
});

test("A word that the server may know is not sealed again", () => {
  const own = seals();
  fixes(ONE, own);
  assert.notEqual(seals(), own);
});

test("What is kept in the browser and was damaged is as if it had not been kept", () => {
  localStorage.setItem("tertulia:words", JSON.stringify({ games: { [`${ROOM}/1`]: { words: [{ word: 7 }] } } }));
  assert.deepEqual(kept_words(ROOM, 1), { words: [], seals: null });
});

// --- Cheating servers -------------------------------------------------------------------------------------------

/** Preceded by its length. @param {string | Buffer} what */
const lp = (what) => {
  const bytes = Buffer.from(what);
  return Buffer.concat([of_four(bytes.length), bytes]);
};
/** @param {number} value */
const of_four = (value) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 255));
/** @param {string} purpose */
const domain = (purpose) => lp(`vdeal/1/${purpose}`);
/** @param {Buffer} key @param {Buffer} message */
const mac = (key, message) => createHmac("sha256", key).update(message).digest();

/** The file of a game with a single draw, whose deal is as it should be. @param {string} secret
 * @param {string[]} words @param {string[]} [seals_of_words] @returns {DealFile} */
function file_of(secret, words, seals_of_words = words.map((word) => seal_of(word, ROOM, 1))) {
  const [bytes, bound] = [Buffer.from(secret, "hex"), Buffer.concat([lp(ROOM), of_four(1), lp("x@1")])];
  const commitment = createHash("sha256")
    .update(Buffer.concat([domain("commit"), bound, lp("{}"), lp(bytes)]))
    .digest("hex");
  const parts = words.map((word) => lp(Buffer.from(word, "hex")));
  const salt = createHash("sha256")
    .update(Buffer.concat([domain("salt"), of_four(2), ...parts]))
    .digest();
  const key = mac(mac(salt, bytes), Buffer.concat([domain("key"), bound, Buffer.from([1])]));
  const drawn = mac(key, Buffer.concat([domain("draw"), Buffer.alloc(12), lp("bag")])).readBigUInt64BE() % 2n;
  const [seq, label, among, item] = [1, "bag", ["a", "b"], ["a", "b"][Number(drawn)]];
  return /** @type {any} */ ({
    ...{ format: "vdeal/1", room: ROOM, game: 1, rules: "x@1", options: {}, seats: 2, commitment, secret },
    ...{ entropy: words, seals: seals_of_words, began: 2, asked: 0, starts: null, drawn: [item], events: [] },
    draws: [{ seq, label, among, item }],
  });
}

const LIST = Array.from({ length: 2048 }, (_, nth) => `word-${nth}`).join("\n");

/** What the page says of this file; whether it takes it for good. @param {DealFile} file
 * @returns {Promise<[boolean, string]>} */
async function verdict(file) {
  globalThis.fetch = /** @type {any} */ (async () => ({ ok: true, json: async () => file, text: async () => LIST }));
  const { commitment } = file;
  const say = /** @type {any} */ (
    (/** @type {string} */ text, /** @type {any} */ { count = "" } = {}) => text.replace("{count}", count)
  );
  await check_here(say, { room: ROOM, number: file.game, commitment, lesson: false, is_over: true });
  const dialog = /** @type {HTMLElement} */ (document.getElementById("check-deal"));
  const text = (dialog.textContent ?? "").replace(/\s+/g, " ");
  const is_good = dialog.querySelector(".verdict")?.getAttribute("data-good") === "true";
  dialog.parentElement?.remove();
  return [is_good, text];
}

const [S, T] = ["01".repeat(32), "02".repeat(32)];
const commitment_of = (/** @type {string} */ secret) => file_of(secret, ["", ""], ["", ""]).commitment;

test("An honest server", async () => {
  const word = gives(commitment_of(S));
  const [is_good, text] = await verdict(file_of(S, [word, OTHERS]));
  assert.ok(is_good, text);
  assert.match(text, /added to the secret: 2\./);
});

test("One that says which word did not come", async () => {
  const own = seals();
  fixes(commitment_of(S), own); // and the answer does not come
  const [is_good, text] = await verdict(file_of(S, ["", OTHERS], [own, seal_of(OTHERS, ROOM, 1)]));
  assert.ok(is_good, text);
  assert.match(text, /secret: 1\. Random numbers that never came: 1\. The server says that yours came too late/);
});

test("A game without words", async () => {
  const [is_good, text] = await verdict(file_of(S, ["", ""], []));
  assert.ok(is_good, text);
  assert.match(text, /secret: 0/);
});

for (const [how, cheats, said] of /** @type {[string, (word: string) => DealFile, RegExp][]} */ ([
  [
    "draws its secret again until it likes what comes of the words",
    (word) => file_of(T, [word, OTHERS]),
    /drew its secret again/,
  ],
  [
    "grinds its secret after it has seen the words",
    (word) => ({ ...file_of(T, [word, OTHERS]), commitment: commitment_of(S) }),
    /It does NOT hold: the secret in the file/,
  ],
  [
    "begins the game once more, with another secret and other words",
    () => file_of(T, [TWO.slice(32), OTHERS]),
    /drew its secret again/,
  ],
  ["swaps a word", () => file_of(S, [TWO.slice(32), OTHERS]), /changed your random number/],
  [
    "drops a word",
    (word) => file_of(S, ["", OTHERS], [seal_of(word, ROOM, 1), seal_of(OTHERS, ROOM, 1)]),
    /left out your random number/,
  ],
  [
    "drops a word and its seal",
    () => file_of(S, ["", OTHERS], ["", seal_of(OTHERS, ROOM, 1)]),
    /left out your random number/,
  ],
  [
    "chooses the word of somebody else",
    (word) => file_of(S, [word, TWO.slice(32)]),
    /changed another player’s random number/,
  ],
  [
    "adds a word that was not sealed",
    (word) => file_of(S, [word, OTHERS], [seal_of(word, ROOM, 1), ONE]),
    /random number of seat .* was not sealed before/,
  ],
]))
  test(`A server that ${how} is caught, and the page says so`, async () => {
    const word = gives(commitment_of(S));
    const [is_good, text] = await verdict(cheats(word));
    assert.match(text, said);
    assert.ok(!is_good);
  });

/** The same deal, said to be that of game 1 again. @param {DealFile} file @returns {DealFile} */
const again = (file) => ({ ...file, game: 2, same: { room: ROOM, game: 1, again: 1 } });

test("A deal that is played again holds with the word that was opened for its first game", async () => {
  const word = gives(commitment_of(S));
  const [is_good, text] = await verdict(again(file_of(S, [word, OTHERS])));
  assert.ok(is_good, text);
  assert.match(text, /This is the deal of game .* again.*It is the fingerprint that this browser was shown/);
});

test("A server that changes a word in a deal that is played again is caught", async () => {
  gives(commitment_of(S));
  const [is_good, text] = await verdict(again(file_of(S, [TWO.slice(32), OTHERS])));
  assert.match(text, /changed your random number/);
  assert.ok(!is_good);
});

test("A server that was given a word for a game cannot say that its deal was an old one", async () => {
  const [{ seal }] = /** @type {any[]} */ (words_due(ROOM, table({ number: 1 })));
  words_due(ROOM, table({ seats: [{ seal }, {}], starting: { number: 2, deal: commitment_of(S) } }));
  const [is_good, text] = await verdict(again(file_of(S, ["", ""], [])));
  assert.match(text, /left out your random number/);
  assert.ok(!is_good);
});

test("Of a deal that is played again the fingerprint is compared with those of both games", async () => {
  words_due(ROOM, table({ starting: { number: 1, deal: commitment_of(T) }, you: { seats: [] } }));
  note_deal(ROOM, 2, commitment_of(S));
  const [is_good, text] = await verdict(again(file_of(S, ["", ""], [])));
  assert.match(text, /It is NOT the fingerprint/);
  assert.ok(!is_good);
});

/** The words to read aloud. @param {string} secret */
const aloud = async (secret) =>
  (await verdict(file_of(secret, ["", ""], [])))[1].match(/word-\d+( · word-\d+){3}/)?.[0];

test("A server that shows two players different fingerprints is caught by one of them, and by the words aloud", async () => {
  const word = gives(commitment_of(T)); // the other one was shown that of S, as the file has
  const file = file_of(S, [word, OTHERS]);
  assert.notEqual(await aloud(S), await aloud(T));
  assert.match((await verdict(file))[1], /drew its secret again/);
  localStorage.clear();
  words_due(ROOM, table({ seats: [{}, {}], starting: { number: 1, deal: commitment_of(S) }, you: { seats: [] } }));
  assert.match((await verdict(file))[1], /It is the fingerprint that this browser was shown/);
});
