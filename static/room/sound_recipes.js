// @ts-check
// The eight sounds, synthesized sample by sample: no files, and the same everywhere. A struck thing rings in damped
// partials; what strikes it or slides over it is a short noise between two pitches.
//
// How they were evaluated: rendered, drawn as spectrograms and measured (figures in tests/static/test_sounds.py). Wood
// is a few inharmonic partials gone within a tenth of a second, the darker the larger the body. A coin rings above
// 2 kHz, several times as long. A card is noise without pitch that swells before it falls. Nothing is a steady tone,
// which would be a beep.

/** @import { Sound } from "#types/sound" */

/** Its pitch in Hz, the seconds in which it falls by 60 dB, its share. @typedef {[number, number, number]} Partial */
/**
 * Between two pitches in Hz; seconds to swell, seconds to fall by 60 dB, its share, and how much later it begins.
 * @typedef {[number, number, number, number, number, number?]} Noise
 */
/** Seconds after the beginning, how hard, and how high beside the first. @typedef {[number, number, number]} Hit */
/** @typedef {{ peak: number, rings: Partial[], noises: Noise[], hits: Hit[] }} Recipe */

const ONCE = /** @type {Hit[]} */ ([[0, 1, 1]]);
/** A bar of hard wood over a hollow, as of a marimba: a note, and two overtones that only the mallet brings out. */
const BAR = /** @type {Partial[]} */ ([
  [1, 0.55, 1],
  [3.93, 0.14, 0.22],
  [9.4, 0.05, 0.1],
]);

/** @param {number} pitch @param {number} longer @returns {Partial[]} */
const bar = (pitch, longer = 1) => BAR.map(([times, fall, share]) => [pitch * times, fall * longer, share]);

/** @type {Record<Sound, Recipe>} */
const recipes = {
  // A hollow lid touches the rim with one side, then lies.
  lid: {
    peak: 0.5,
    rings: [
      [418, 0.13, 1],
      [703, 0.1, 0.7],
      [1130, 0.07, 0.5],
      [1790, 0.045, 0.3],
      [2610, 0.03, 0.16],
    ],
    noises: [[700, 4200, 0.0005, 0.022, 0.5]],
    hits: [
      [0, 0.55, 1.09],
      [0.052, 1, 1],
    ],
  },
  // A piece falls to the bottom of a wooden drum.
  thud: {
    peak: 0.8,
    rings: [
      [126, 0.22, 0.8],
      [201, 0.17, 0.85],
      [317, 0.12, 0.75],
      [508, 0.08, 0.5],
      [890, 0.04, 0.25],
    ],
    noises: [[90, 1300, 0.001, 0.035, 0.6]],
    hits: [
      [0, 1, 1],
      [0.085, 0.18, 1.35],
    ],
  },
  // A coin turns over and settles on another.
  coin: {
    peak: 0.34,
    rings: [
      [2390, 0.2, 0.55],
      [3870, 0.26, 1],
      [5230, 0.2, 0.7],
      [6910, 0.15, 0.5],
      [9140, 0.09, 0.3],
    ],
    noises: [[1800, 9000, 0.0003, 0.012, 0.7]],
    hits: [
      [0, 0.7, 1.03],
      [0.07, 1, 1],
      [0.118, 0.32, 1.05],
    ],
  },
  // A card slides over another and snaps down.
  card: {
    peak: 0.4,
    rings: [],
    noises: [
      [900, 3600, 0.055, 0.06, 0.7],
      [250, 2600, 0.0005, 0.05, 1, 0.07],
    ],
    hits: ONCE,
  },
  // A die bounces on the table, ever faster, and comes to rest.
  die: {
    peak: 0.5,
    rings: [
      [1180, 0.05, 1],
      [1950, 0.04, 0.8],
      [3120, 0.028, 0.6],
      [4700, 0.018, 0.3],
    ],
    noises: [[900, 7000, 0.0003, 0.012, 0.8]],
    hits: [
      [0, 0.9, 1],
      [0.094, 0.75, 1.14],
      [0.171, 1, 0.93],
      [0.233, 0.55, 1.21],
      [0.279, 0.45, 1.05],
      [0.312, 0.25, 0.97],
    ],
  },
  // A small wooden figure is put down.
  pawn: {
    peak: 0.5,
    rings: [
      [690, 0.075, 1],
      [1240, 0.055, 0.7],
      [2070, 0.035, 0.4],
      [3300, 0.02, 0.2],
    ],
    noises: [[400, 3800, 0.0005, 0.014, 0.5]],
    hits: ONCE,
  },
  // Two bars, a fifth apart.
  turn: {
    peak: 0.28,
    rings: bar(523.25),
    noises: [[500, 2500, 0.001, 0.016, 0.16]],
    hits: [
      [0, 0.8, 1],
      [0.13, 1, 1.5],
    ],
  },
  // A chord, from the lowest bar up.
  end: {
    peak: 0.24,
    rings: bar(392, 1.8),
    noises: [[400, 2500, 0.001, 0.016, 0.14]],
    hits: [
      [0, 0.8, 1],
      [0.11, 0.8, 1.25],
      [0.22, 0.85, 1.5],
      [0.36, 1, 2],
    ],
  },
};

/** Falling by 60 dB means to a thousandth. */
const TO_A_THOUSANDTH = Math.log(1000);
/** The striking object is not infinitely hard. */
const CONTACT_S = 0.0006;
/** Echoes from the table and the walls: delay in seconds, and share. */
const ECHOES = [
  [0.0113, 0.2],
  [0.0197, 0.13],
  [0.0311, 0.08],
];

/**
 * @param {Sound} name
 * @param {number} rate  samples in a second
 */
export function rendered(name, rate) {
  const { peak, rings, noises, hits } = recipes[name];
  const longest = Math.max(
    ...rings.map(([, fall]) => fall),
    ...noises.map(([, , rise, fall, , late = 0]) => late + rise + fall),
  );
  const seconds = longest + /** @type {Hit} */ (hits.at(-1))[0] + 0.04;
  const samples = new Float32Array(Math.ceil(seconds * rate));
  const chance = dice(name.length + name.charCodeAt(0));
  for (const [at, force, higher] of hits) {
    const after = samples.subarray(Math.round(at * rate));
    for (const partial of rings) ring(after, rate, partial, force, higher);
    for (const noise of noises) rush(after, rate, noise, force, chance);
  }
  echo(samples, rate);
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
  const [sounds, begins] = [damped(turned, quieter, rate), damped(turned, quieter + 1 / CONTACT_S, rate)];
  for (let nth = 0; nth < count; nth++) samples[nth] += force * share * (sounds() - begins());
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

/** @param {Float32Array} samples @param {number} rate */
function echo(samples, rate) {
  for (const [after, share] of ECHOES) {
    const [late, dull] = [Math.round(after * rate), lowpass(2200, rate)];
    const dry = samples.slice();
    for (let nth = late; nth < samples.length; nth++) samples[nth] += share * dull(dry[nth - late]);
  }
}

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
