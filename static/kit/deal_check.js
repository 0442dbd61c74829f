// @ts-check
// Checks the file of a finished game's deal without its rules: that the fingerprint was made of its secret, and that
// every draw follows from that. docs/protocol.md, "The deal", says how; docs/verify.py is the same in Python, and
// docs/vdeal-vectors.json has examples. Plain JavaScript: at home pages have no WebCrypto.

/** @import { DealFile, Draw } from "#types/api" */
import { bytes_of, FORMAT, in_hex, joined, number, part, seal_of, sized, utf8 } from "#kit/deal_bytes.js";
import { hash, hmac } from "#kit/sha256.js";

const BOUND = /^(format|room|game|rules|options|seats|commitment|secret|entropy|seals|starts|from_state|written|same)$/;
const PLAYED = /^(began|asked|drawn|events|draws)$/;
const WORD = /^([0-9a-f]{32})?$/;
const SEAL = /^([0-9a-f]{64})?$/;

/**
 * `fingerprint`: the one that its secret gives. `holds`: it is that of the file, and its words are those that were
 * sealed. `unsealed`: the first seat, from 1, whose word is not; 0: none. `draws`: how many there are, and `wrong`: the
 * number of the first that does not follow, from 1; 0: all do.
 * @typedef {{ fingerprint: string, holds: boolean, unsealed: number, draws: number, wrong: number }} Verdict
 */

/** Throws an Error for what is not the file of a deal. @param {DealFile} file @returns {Verdict} */
export function check_deal(file) {
  if (file.format !== FORMAT || !Object.keys(file).every((name) => BOUND.test(name) || PLAYED.test(name)))
    throw new Error(`expected the format ${FORMAT}, and only its fields`);
  const secret = bytes_of(file.secret);
  const fingerprint = in_hex(
    hash(joined([part("commit"), ...game_of(file), sized(file.rules), bound_to(file), sized(secret)])),
  );
  if (secret.length !== 32 || !Array.isArray(file.draws) || !file.draws.length)
    throw new Error("no secret or no draws");
  const { draws, wrong } = followed(file, file.draws, key_of(file, secret));
  const { room, game } = whose_deal(file);
  const unsealed = file.entropy.findIndex((word, seat) => word && seal_of(word, room, game) !== seal(file, seat)) + 1;
  const holds = is_possible(file) && !unsealed && fingerprint === file.commitment;
  return { fingerprint, holds, unsealed, draws, wrong };
}

/** @param {DealFile} file @param {number} seat */
const seal = ({ seals = [] }, seat) => seals[seat] ?? "";

/** What names the game whose deal it was first: the file itself, if it was its own. @param {DealFile} file
 * @returns {{ room: string, game: number, by_seat?: boolean, again?: number }} */
export function whose_deal(file) {
  const { same } = file;
  if (same == null) return file;
  const are_known = Object.keys(same).every((name) => /^(room|game|by_seat|again)$/.test(name));
  if (!are_known || !["undefined", "boolean"].includes(typeof same.by_seat))
    throw new Error("it does not say whose deal it is");
  return same;
}

/** The game to which secret, key and seals are bound. @param {DealFile} file */
function game_of(file) {
  const { room, game } = whose_deal(file);
  return [sized(room), number(game, 4)];
}

/** Whether a game that has not a deal of its own can have that of the other one. @param {DealFile} file */
function may_be_that_deal({ room, game, from_state, same }) {
  if (same == null) return true;
  const { again = 0 } = same;
  const is_before = same.room !== room || same.game <= again || again === 0;
  return from_state == null && Number.isInteger(again) && again >= 0 && again < game && same.game > 0 && is_before;
}

/** A word and a seal for each seat, or no seals; and the first game of a room has its start drawn.
 * @param {DealFile} file */
function is_possible(file) {
  const { entropy, seals = [], seats, starts } = file;
  const { game } = whose_deal(file);
  const may_start = starts === null || (game > 1 && Number.isInteger(starts) && starts >= 0 && starts < seats);
  const are_words = entropy.length === seats && entropy.every((word) => WORD.test(word));
  return (
    may_start &&
    are_words &&
    may_be_that_deal(file) &&
    [0, seats].includes(seals.length) &&
    seals.every((each) => SEAL.test(each))
  );
}

/** The options, and the position with which a game began that did not begin with a deal. @param {DealFile} file */
function bound_to({ options, from_state, written }) {
  if (from_state == null && written != null) throw new Error("written draws without a position");
  if (from_state == null) return sized(canonical(options));
  const position = in_hex(hash(utf8.encode(canonical(from_state))));
  return sized(
    `${canonical(options)}${written == null ? "" : " lesson"} from ${position}${
      written == null ? "" : ` ${canonical(written)}`
    }`,
  );
}

/** HKDF (RFC 5869), for one hash of output. @param {DealFile} file @param {Uint8Array} secret */
export function key_of(file, secret) {
  const { rules, entropy } = file;
  const words = entropy.map((word) => sized(bytes_of(word)));
  const salt = hash(joined([part("salt"), number(words.length, 4), ...words]));
  const info = joined([part("key"), ...game_of(file), sized(rules), new Uint8Array([1])]);
  return hmac(hmac(salt, secret), info);
}

// --- Draws --------------------------------------------------------------------------------------------------

/** @param {DealFile} file @param {Draw[]} listed @param {Uint8Array} key */
function followed(file, listed, key) {
  const recorded = [...file.drawn, ...file.events.flatMap(({ body }) => drawn_in(body))];
  let [draws, wrong] = [0, recorded.length === listed.length ? 0 : 1];
  const given = new Map();
  const is_by_seat = whose_deal(file).by_seat;
  listed.forEach((each, nth) => {
    const [came, taken] = is_by_seat ? dealt_by_seat(file, key, each, given) : dealt(file, key, each, draws);
    if (!wrong && !(same(came, each.item) && same(came, recorded[nth]))) wrong = draws + 1;
    draws += taken;
  });
  return { draws, wrong };
}

/** What was drawn for an event of the log. @param {any} body @returns {unknown[]} */
const drawn_in = (body) => (body.moved ?? body).drawn ?? [];

/** What comes at this place, and how many draws that takes. @param {DealFile} file @param {Uint8Array} key
 * @param {Draw} each @param {number} nth @returns {[unknown, number]} */
function dealt({ starts, written }, key, { label, item, among, stream }, nth) {
  if (stream !== undefined) throw new Error("streams where seats have no draws of their own");
  if (Array.isArray(item)) return [shuffled(key, [...item].sort(ascending), label, nth), item.length - 1];
  const things = among ?? [];
  if (label === "start" && starts != null) return [starts, 1];
  const wish = written?.[nth];
  const is_written = wish !== undefined && things.some((thing) => same(thing, wish));
  return [is_written ? wish : things[drawn(key, nth, things.length, label)], 1];
}

/** The same where each seat has draws of its own. @param {DealFile} file @param {Uint8Array} key @param {Draw} each
 * @param {Map<string, number>} given  how many each stream has given so far
 * @returns {[unknown, number]} */
function dealt_by_seat({ seats, starts }, key, { label, item, among = [], stream = "" }, given) {
  const whose = stream.slice(0, -label.length - 1);
  const is_a_seat = /^(0|[1-9]\d*)$/.test(whose) && Number(whose) < seats;
  if (stream !== `${whose}/${label}` || !(is_a_seat || whose === "table")) throw new Error("no such stream");
  const nth = given.get(stream) ?? 0;
  given.set(stream, nth + 1);
  if (Array.isArray(item)) return [by_weight(key, stream, nth, [...item].sort(ascending)), item.length - 1];
  const [came] = by_weight(key, stream, nth, among);
  return [label === "start" ? (starts ?? came) : came, 1];
}

/** The heaviest first; of things that are alike, each has its own weight. @param {Uint8Array} key
 * @param {string} stream @param {number} nth @param {unknown[]} items */
export function by_weight(key, stream, nth, items) {
  const weighed = items.map((item, place) => {
    const copy = items.slice(0, place).filter((other) => same(other, item)).length;
    const what = [part("weight"), number(nth, 8), number(copy, 4), sized(stream), sized(canonical(item))];
    return { item, weight: in_hex(hmac(key, joined(what))) };
  });
  return weighed.sort((one, other) => ascending(other.weight, one.weight)).map(({ item }) => item);
}

/** Fisher and Yates, from the last place down. @param {Uint8Array} key @param {unknown[]} items @param {string} label
 * @param {number} nth */
export function shuffled(key, items, label, nth) {
  for (let place = items.length - 1; place > 0; place--) {
    const other = drawn(key, nth++, place + 1, `${label}/${place}`);
    [items[place], items[other]] = [items[other], items[place]];
  }
  return items;
}

/**
 * Number `nth`, uniform over 0 … n-1.
 * @param {Uint8Array} key
 * @param {number} nth
 * @param {number} n
 * @param {string} label
 */
export function drawn(key, nth, n, label) {
  const limit = (2n ** 64n / BigInt(n)) * BigInt(n);
  for (let attempt = 0; ; attempt++) {
    const mac = hmac(key, joined([part("draw"), number(nth, 8), number(attempt, 4), sized(label)]));
    const value = new DataView(mac.buffer).getBigUint64(0);
    if (value < limit) return Number(value % BigInt(n));
  }
}

// --- JSON -------------------------------------------------------------------------------------------------

/** JSON with sorted keys and no spaces. @param {unknown} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => ascending(one, other));
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(",")}}`;
}
/** Numbers by value, words by their letters. @param {any} one @param {any} other */
const ascending = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
/** @param {unknown} one @param {unknown} other */
const same = (one, other) => one !== undefined && canonical(one) === canonical(other);
