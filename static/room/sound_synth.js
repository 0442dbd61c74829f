// @ts-check
// The sounds, synthesized sample by sample from their recipes: no files, and the same everywhere. And the room in which
// they are heard.

/** @import { Sound } from "#types/sound" */
/** @import { Hit, Noise, Partial } from "#room/sound_recipes.js" */
import { recipes } from "#room/sound_recipes.js";

export const SOUNDS = /** @type {Sound[]} */ (Object.keys(recipes));

const ONCE = /** @type {Hit[]} */ ([[0, 1, 1]]);
/** Falling by 60 dB means to a thousandth. */
const TO_A_THOUSANDTH = Math.log(1000);
/** The striking object is not infinitely hard. */
const CONTACT_S = 0.0006;

/**
 * @param {Sound} name
 * @param {number} rate  samples in a second
 */
export function rendered(name, rate) {
  const { peak, rings = [], noises, hits = ONCE } = recipes[name];
  const longest = Math.max(
    ...rings.map(([, fall]) => fall),
    ...noises.map(([, , rise, fall, , late = 0]) => late + rise + fall),
  );
  const seconds = longest + /** @type {Hit} */ (hits.at(-1))[0] + 0.01;
  const samples = new Float32Array(Math.ceil(seconds * rate));
  const chance = dice(name.length + name.charCodeAt(0));
  for (const [at, force, higher] of hits) {
    const after = samples.subarray(Math.round(at * rate));
    for (const partial of rings) ring(after, rate, partial, force, higher);
    for (const noise of noises) rush(after, rate, noise, force, chance);
  }
  level(samples, peak);
  return samples;
}

/**
 * @param {Float32Array} samples @param {number} rate
 * @param {Partial} partial @param {number} force @param {number} higher
 */
function ring(samples, rate, [pitch, fall, share], force, higher) {
  const count = Math.min(samples.length, Math.ceil(fall * rate));
  const quieter = TO_A_THOUSANDTH / fall;
  const turned = 2 * Math.PI * pitch * higher;
  add(samples, count, damped(turned, quieter, rate), force * share);
  // No longer than it is heard: computing with what is nearly zero is slow.
  add(samples, Math.min(count, CONTACT_S * 12 * rate), damped(turned, quieter + 1 / CONTACT_S, rate), -force * share);
}

/** @param {Float32Array} samples @param {number} count @param {() => number} next @param {number} share */
function add(samples, count, next, share) {
  for (let nth = 0; nth < count; nth++) samples[nth] += share * next();
}

/**
 * A decaying sine, each sample computed from the previous two.
 * @param {number} turned  in a second, in radians
 * @param {number} quieter  in a second, by powers of e
 * @param {number} rate
 */
function damped(turned, quieter, rate) {
  const kept = Math.exp(-quieter / rate);
  const [last, last_but_one] = [2 * kept * Math.cos(turned / rate), kept ** 2];
  let [now, next] = [0, kept * Math.sin(turned / rate)];
  return () => {
    const sample = now;
    [now, next] = [next, last * next - last_but_one * now];
    return sample;
  };
}

/**
 * @param {Float32Array} samples @param {number} rate
 * @param {Noise} noise @param {number} force @param {() => number} chance
 */
function rush(samples, rate, [from, to, rise, fall, share, late = 0], force, chance) {
  const first = Math.round(late * rate);
  const count = Math.min(samples.length - first, Math.ceil((rise + fall) * rate));
  const [below, again, above] = [lowpass(to, rate), lowpass(to, rate), lowpass(from, rate)];
  for (let nth = 0; nth < count; nth++) {
    const s = nth / rate;
    const loud = s < rise ? (s / rise) ** 2 : Math.exp((-TO_A_THOUSANDTH * (s - rise)) / fall);
    const heard = again(below(chance()));
    samples[first + nth] += 2 * force * share * loud * (heard - above(heard));
  }
}

/** How long the room answers. */
const ROOM_S = 0.09;
/** Echoes from the table and two walls: delay in seconds, and share. */
const ECHOES = [
  [0.0137, 0.2],
  [0.0371, 0.13],
  [0.0713, 0.09],
];
/** They reach the other ear a little later. */
const EARS = [1, 1.19];

/** What the room answers to a click, for the left ear and the right. @param {number} rate */
export const room = (rate) =>
  EARS.map((later) => {
    const answer = new Float32Array(Math.ceil(ROOM_S * rate));
    for (const [after, share] of ECHOES) {
      const [late, dull] = [Math.round(later * after * rate), lowpass(2200, rate)];
      for (let nth = late; nth < answer.length; nth++) answer[nth] += share * dull(nth === late ? 1 : 0);
    }
    return answer;
  });

/**
 * Normalizes to `peak`, and fades the last few samples to nothing.
 * @param {Float32Array} samples @param {number} peak
 */
function level(samples, peak) {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const fade = Math.min(256, samples.length);
  for (let nth = 0; nth < samples.length; nth++)
    samples[nth] *= (peak / loudest) * Math.min(1, (samples.length - 1 - nth) / fade);
}

/** A one-pole low-pass filter. @param {number} pitch @param {number} rate */
function lowpass(pitch, rate) {
  const share = 1 - Math.exp((-2 * Math.PI * pitch) / rate);
  let held = 0;
  return (/** @type {number} */ sample) => {
    held += share * (sample - held);
    return held;
  };
}

/** Reproducible noise: a linear congruential generator. @param {number} seed */
function dice(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}
