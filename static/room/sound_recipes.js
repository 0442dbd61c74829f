// @ts-check
// The recipes of the sounds. A struck thing rings in damped partials; what strikes it or slides over it is a short
// noise between two pitches. room/sound_synth.js makes them heard.
//
// How they were evaluated: rendered, drawn as spectrograms and measured (figures in tests/static/test_sounds.py). Wood
// is a few inharmonic partials gone within a tenth of a second, the darker the larger the body. A coin rings above
// 2 kHz, several times as long. A card is noise without pitch that swells before it falls. Nothing is a steady tone,
// which would be a beep.

/** @import { Sound } from "#types/sound" */

/** Its pitch in Hz, the seconds in which it falls by 60 dB, its share, below zero if it begins the
other way: not all peak together. @typedef {[number, number, number]} Partial */
/**
 * Between two pitches in Hz; seconds to swell, seconds to fall by 60 dB, its share, and how much later it begins.
 * @typedef {[number, number, number, number, number, number?]} Noise
 */
/** Seconds after the beginning, how hard, and how high beside the first. @typedef {[number, number, number]} Hit */
/** @typedef {{ peak: number, rings?: Partial[], noises: Noise[], hits?: Hit[] }} Recipe */

/** A bar of hard wood over a hollow, as of a marimba: a note, and two overtones that only the mallet brings out. */
const BAR = /** @type {Partial[]} */ ([
  [1, 0.55, 1],
  [3.93, 0.14, 0.22],
  [9.4, 0.05, 0.1],
]);

/** @param {number} pitch @param {number} longer @returns {Partial[]} */
const bar = (pitch, longer = 1) => BAR.map(([times, fall, share]) => [pitch * times, fall * longer, share]);

/** @type {Record<Sound, Recipe>} */
export const recipes = {
  // --- Pieces ---
  // A hand goes into a cloth bag, feels about, and comes out.
  rustle: {
    peak: 0.25,
    noises: [
      [300, 3000, 0.06, 0.09, 1],
      [900, 2400, 0.02, 0.03, 0.5, 0.03],
    ],
    hits: [
      [0, 0.6, 1],
      [0.11, 1, 1],
      [0.23, 0.75, 1],
    ],
  },
  // A hollow lid scrapes over the rim, and is free.
  lid: {
    peak: 0.39,
    rings: [
      [418, 0.11, 0.7],
      [703, 0.1, 0.9],
      [1130, 0.07, 0.7],
      [1790, 0.045, 0.35],
      [2610, 0.03, 0.16],
    ],
    noises: [[700, 4200, 0.012, 0.03, 0.5]],
    hits: [
      [0, 0.4, 1.12],
      [0.05, 1, 1],
    ],
  },
  // It falls on the rim with one side, then lies.
  shut: {
    peak: 0.36,
    rings: [
      [372, 0.12, 0.7],
      [626, 0.1, 1],
      [1010, 0.07, 0.8],
      [1595, 0.04, 0.3],
    ],
    noises: [[500, 2600, 0.0005, 0.02, 0.5]],
    hits: [
      [0, 0.75, 1.08],
      [0.034, 1, 1],
      [0.062, 0.3, 1.05],
    ],
  },
  // A piece falls to the bottom of a wooden drum: the knock is what a phone gives of it, the body what is felt.
  thud: {
    peak: 0.39,
    rings: [
      [126, 0.2, -0.6],
      [201, 0.17, -0.6],
      [317, 0.12, 0.5],
      [720, 0.09, 1],
      [890, 0.075, 0.8],
      [1080, 0.055, 0.6],
    ],
    noises: [[300, 1600, 0.001, 0.035, 0.6]],
    hits: [
      [0, 1, 1],
      [0.085, 0.22, 1.2],
    ],
  },
  // A coin turns over and settles on another.
  coin: {
    peak: 0.26,
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
  // A coin is put down on wood, under a finger.
  stake: {
    peak: 0.39,
    rings: [
      [640, 0.09, 1],
      [1015, 0.07, -0.7],
      [2390, 0.07, 0.4],
      [3870, 0.1, 0.8],
      [5230, 0.07, 0.4],
    ],
    noises: [[700, 5000, 0.0004, 0.014, 0.6]],
    hits: [
      [0, 1, 1],
      [0.028, 0.4, 1.04],
    ],
  },
  // A card slides over another.
  card: {
    peak: 0.38,
    noises: [
      [900, 3600, 0.055, 0.06, 0.7],
      [350, 2600, 0.0005, 0.05, 1, 0.07],
    ],
  },
  // A card flips, and lies.
  snap: {
    peak: 0.39,
    noises: [
      [1400, 6500, 0.01, 0.04, 0.9],
      [600, 3200, 0.003, 0.1, 1, 0.012],
    ],
  },
  // Two halves of a deck fall into each other.
  shuffle: {
    peak: 0.3,
    noises: [[700, 4500, 0.002, 0.03, 1]],
    hits: Array.from({ length: 14 }, (_, nth) => [0.02 * nth + 0.004 * (nth % 3), 0.5 + 0.035 * nth, 1]),
  },
  // A die bounces on the table, ever faster, and comes to rest.
  die: {
    peak: 0.36,
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
    peak: 0.39,
    rings: [
      [690, 0.085, 1],
      [1240, 0.06, 0.7],
      [2070, 0.035, 0.4],
      [3300, 0.02, 0.2],
    ],
    noises: [[400, 3800, 0.0005, 0.014, 0.5]],
  },
  // It is knocked over, and falls beside the board.
  strike: {
    peak: 0.39,
    rings: [
      [310, 0.11, 0.8],
      [545, 0.09, 1],
      [860, 0.06, 0.6],
      [1480, 0.03, 0.25],
    ],
    noises: [[300, 2600, 0.0005, 0.02, 0.6]],
    hits: [
      [0, 1, 1],
      [0.15, 0.42, 1.7],
      [0.215, 0.3, 1.9],
      [0.255, 0.2, 1.8],
    ],
  },
  // Tiles of wood turn by a quarter, tooth by tooth.
  tile: {
    peak: 0.33,
    rings: [
      [930, 0.05, 0.8],
      [1620, 0.035, 0.7],
      [2750, 0.02, 0.4],
    ],
    noises: [[900, 5000, 0.0003, 0.012, 0.7]],
    hits: [
      [0, 0.6, 1.1],
      [0.05, 0.7, 1.1],
      [0.1, 0.8, 1.1],
      [0.16, 1, 0.95],
    ],
  },
  // --- People ---
  // Knuckles on the table: a friend has come.
  knock: {
    peak: 0.34,
    rings: [
      [212, 0.1, 0.4],
      [528, 0.1, -1],
      [842, 0.08, -0.7],
      [1270, 0.04, 0.3],
    ],
    noises: [[400, 2200, 0.0006, 0.016, 0.5]],
    hits: [
      [0, 0.8, 1],
      [0.14, 1, 1.03],
    ],
  },
  // A bubble.
  pop: {
    peak: 0.27,
    rings: [
      [620, 0.08, 1],
      [1240, 0.04, 0.25],
    ],
    noises: [[800, 3000, 0.002, 0.012, 0.2]],
    hits: [
      [0, 0.5, 1],
      [0.035, 0.8, 1.35],
      [0.07, 1, 1.8],
    ],
  },
  // --- Calls ---
  // A finger taps a shoulder, three times: one bar, which hardly rings.
  nudge: {
    peak: 0.24,
    rings: [
      [659, 0.24, 1],
      [1318, 0.14, 0.4],
      [2590, 0.06, 0.2],
    ],
    noises: [[400, 2200, 0.001, 0.016, 0.2]],
    hits: [
      [0, 0.8, 1],
      [0.12, 0.9, 1],
      [0.24, 1, 1.122],
    ],
  },
  // Two bars, a fifth apart.
  turn: {
    peak: 0.22,
    rings: bar(523.25),
    noises: [[500, 2500, 0.001, 0.016, 0.16]],
    hits: [
      [0, 0.8, 1],
      [0.13, 1, 1.5],
    ],
  },
  // Tick, tock, tick.
  clock: {
    peak: 0.33,
    rings: [
      [1046, 0.09, 1],
      [2880, 0.03, 0.3],
    ],
    noises: [[1200, 6000, 0.0003, 0.008, 0.5]],
    hits: [
      [0, 1, 1],
      [0.2, 0.8, 0.75],
      [0.4, 1, 1],
    ],
  },
  // --- Endings ---
  // The reader has won: a chord, from the lowest bar up.
  won: {
    peak: 0.22,
    rings: bar(523.25, 1.8),
    noises: [[400, 2500, 0.001, 0.016, 0.14]],
    hits: [
      [0, 0.7, 1],
      [0.11, 0.75, 1.25],
      [0.22, 0.85, 1.5],
      [0.37, 1, 2],
    ],
  },
  // Somebody else has: two bars, the second lower.
  ended: {
    peak: 0.28,
    rings: bar(698.46, 1.4),
    noises: [[400, 2500, 0.001, 0.016, 0.14]],
    hits: [
      [0, 0.85, 1],
      [0.24, 1, 0.75],
    ],
  },
  // A team has lost: the sun sets.
  lost: {
    peak: 0.23,
    rings: bar(783.99, 1.5),
    noises: [[400, 2000, 0.001, 0.016, 0.1]],
    hits: [
      [0, 1, 1],
      [0.22, 0.9, 0.8],
      [0.46, 0.85, 0.667],
    ],
  },
};
