// @ts-check
// What a deal is computed from, as bytes: docs/protocol.md, “The deal”.

import { hash } from "#kit/sha256.js";

export const FORMAT = "vdeal/1";
const HEX = /^([0-9a-f]{2})*$/;
export const utf8 = new TextEncoder();

/** @param {Uint8Array[]} parts */
export const joined = (parts) => new Uint8Array(parts.flatMap((each) => [...each]));

/** Preceded by its length in four bytes. @param {string | Uint8Array} what */
export function sized(what) {
  const bytes = typeof what === "string" ? utf8.encode(what) : what;
  return joined([number(bytes.length, 4), bytes]);
}

/** @param {string} what */
export const part = (what) => sized(`${FORMAT}/${what}`);

/** Big-endian. @param {number} value @param {number} size  in bytes */
export const number = (value, size) =>
  Uint8Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** (size - 1 - at)) % 256);

/** @param {Uint8Array} bytes */
export const in_hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} hex */
export function bytes_of(hex) {
  if (!HEX.test(hex)) throw new Error("expected pairs of hexadecimal digits");
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** The seal of a word for this game of a room, both in hex. @param {string} word @param {string} room
 * @param {number} game */
export const seal_of = (word, room, game) =>
  in_hex(hash(joined([part("seal"), sized(room), number(game, 4), sized(bytes_of(word))])));
