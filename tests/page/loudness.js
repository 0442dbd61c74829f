// @ts-check
// What the sounds measure: how loud they are to an ear, and what of them a phone's speaker gives.

/** A phone's speaker gives next to nothing below. */
const SPEAKER_HZ = 500;
/** Frequencies in Hz that the curve of A-weighting bends at (IEC 61672). */
const BENDS = [20.6, 107.7, 737.9, 12194];

/** @typedef {{ s: number, peak: number, heard: number, lost: number, offset: number, left: number }} Measured */

/**
 * `s`: seconds until 60 dB below the peak, for good. In decibels: `peak` of the full scale; `heard`, the A-weighted
 * energy, 0 being a full second at full scale; `lost`, how much of it a phone's speaker swallows; `offset`, the
 * constant part beside the peak; `left`, the loudest of the last millisecond beside the peak.
 * @param {Float32Array} samples
 * @param {number} rate
 * @returns {Measured}
 */
export function measured(samples, rate) {
  const peak = loudest(samples);
  const { heard, all, above } = energies(samples, rate);
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  return {
    s: lasts(samples, peak / 1000) / rate,
    peak: 20 * Math.log10(peak),
    heard: 10 * Math.log10(heard),
    lost: 10 * Math.log10(all / above),
    offset: 20 * Math.log10(Math.abs(mean) / peak),
    left: 20 * Math.log10(loudest(samples.subarray(-Math.round(rate / 1000))) / peak),
  };
}

/** @param {Float32Array} samples */
export const loudest = (samples) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** The number of samples until it stays below. @param {Float32Array} samples @param {number} level */
function lasts(samples, level) {
  let count = samples.length;
  while (count && Math.abs(samples[count - 1]) <= level) count--;
  return count;
}

/** The A-weighted energy; the energy as it is, and its part that a phone's speaker gives. @param {Float32Array} samples @param {number} rate */
function energies(samples, rate) {
  const size = 2 ** Math.ceil(Math.log2(samples.length));
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  re.set(samples);
  transform(re, im);
  let [heard, all, above] = [0, 0, 0];
  for (let nth = 1; nth < size / 2; nth++) {
    const pitch = (nth * rate) / size;
    const energy = (2 * (re[nth] ** 2 + im[nth] ** 2)) / size / rate;
    heard += energy * weight(pitch);
    all += energy;
    if (pitch >= SPEAKER_HZ) above += energy;
  }
  return { heard, all, above };
}

/** Of the power at this pitch, what an ear notices at a low level. @param {number} pitch */
function weight(pitch) {
  const [a, b, c, d] = BENDS.map((bend) => pitch ** 2 + bend ** 2);
  return 1.585 * ((BENDS[3] ** 2 * pitch ** 4) / (a * Math.sqrt(b * c) * d)) ** 2;
}

/** Fourier's transform, in place; the length is a power of two. @param {Float64Array} re @param {Float64Array} im */
function transform(re, im) {
  const size = re.length;
  for (let nth = 1, other = 0; nth < size; nth++) {
    let bit = size >> 1;
    for (; other & bit; bit >>= 1) other ^= bit;
    other ^= bit;
    if (nth < other) {
      [re[nth], re[other]] = [re[other], re[nth]];
      [im[nth], im[other]] = [im[other], im[nth]];
    }
  }
  for (let length = 2; length <= size; length *= 2) {
    for (let nth = 0; nth < length / 2; nth++) {
      const turned = (-2 * Math.PI * nth) / length;
      const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
      for (let one = nth; one < size; one += length) {
        const other = one + length / 2;
        const [x, y] = [re[other] * cos - im[other] * sin, re[other] * sin + im[other] * cos];
        [re[other], im[other]] = [re[one] - x, im[one] - y];
        [re[one], im[one]] = [re[one] + x, im[one] + y];
      }
    }
  }
}

// --- What tells sounds apart --------------------------------------------------------------------------------------

const WINDOW_S = 0.002;

/** The loudest sample of every two milliseconds. @param {Float32Array} samples @param {number} rate */
export function envelope(samples, rate) {
  const window = Math.round(WINDOW_S * rate);
  return Array.from({ length: Math.ceil(samples.length / window) }, (_, nth) =>
    loudest(samples.subarray(nth * window, (nth + 1) * window)),
  );
}

/** Seconds until it stays below a tenth of its peak. @param {Float32Array} samples @param {number} rate */
export const falls_in = (samples, rate) => lasts(samples, loudest(samples) / 10) / rate;

/**
 * The frequency with most of its energy, in Hz: that of a sine that changes as fast.
 * @param {Float32Array} samples @param {number} rate
 */
export function brightness(samples, rate) {
  let [change, all] = [0, 0];
  for (let nth = 1; nth < samples.length; nth++) {
    change += (samples[nth] - samples[nth - 1]) ** 2;
    all += samples[nth] ** 2;
  }
  return (rate / 2 / Math.PI) * Math.sqrt(change / all);
}

/**
 * What an ear hears of it in this room.
 * @param {Float32Array} samples
 * @param {Float32Array} answer  of the room to a click
 */
export function in_a_room(samples, answer) {
  const heard = new Float32Array(samples.length + answer.length);
  heard.set(samples);
  for (const [late, share] of answer.entries())
    if (Math.abs(share) > 1e-6)
      for (let nth = 0; nth < samples.length; nth++) heard[late + nth] += share * samples[nth];
  return heard;
}
