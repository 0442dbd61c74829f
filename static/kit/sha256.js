// @ts-check
// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) in plain JavaScript.

const BLOCK = 64;
/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes, and the square roots of 8. */
const PRIMES = primes(64);
const K = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {Uint8Array} message */
export function hash(message) {
  const state = Uint32Array.from(START);
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  for (let at = 0; at < padded.length; at += BLOCK) mix(state, schedule(view, at));
  const digest = new DataView(new ArrayBuffer(32));
  for (const [nth, word] of state.entries()) digest.setUint32(4 * nth, word);
  return new Uint8Array(digest.buffer);
}

/** @param {Uint8Array} key @param {Uint8Array} message */
export function hmac(key, message) {
  const short = new Uint8Array(BLOCK);
  short.set(key.length > BLOCK ? hash(key) : key);
  const inner = hash(Uint8Array.of(...short.map((byte) => byte ^ 0x36), ...message));
  return hash(Uint8Array.of(...short.map((byte) => byte ^ 0x5c), ...inner));
}

/** @param {DataView} view @param {number} at */
function schedule(view, at) {
  const words = new Uint32Array(64);
  for (let nth = 0; nth < 16; nth++) words[nth] = view.getUint32(at + 4 * nth);
  for (let nth = 16; nth < 64; nth++) {
    const [before, last] = [words[nth - 15], words[nth - 2]];
    const small = turned(before, 7) ^ turned(before, 18) ^ (before >>> 3);
    const large = turned(last, 17) ^ turned(last, 19) ^ (last >>> 10);
    words[nth] = words[nth - 16] + small + words[nth - 7] + large;
  }
  return words;
}

/** @param {Uint32Array} state @param {Uint32Array} words */
function mix(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let nth = 0; nth < 64; nth++) {
    const large = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + large + ((e & f) ^ (~e & g)) + K[nth] + words[nth]) | 0;
    const small = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (small + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, nth) => {
    state[nth] += word;
  });
}

/** @param {number} word @param {number} by  so many bits to the right */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {number} root */
function fraction(root) {
  return Math.floor((root % 1) * 2 ** 32);
}

/** @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let each = 2; found.length < count; each++) if (found.every((prime) => each % prime)) found.push(each);
  return found;
}
