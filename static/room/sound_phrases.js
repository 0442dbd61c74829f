// @ts-check
// What is heard of an event, as strokes of single sounds: when each is heard, how loud, how high, and from where. The
// same event always sounds the same.

/** @import { Cue, Sound, Stroke } from "#types/sound" */
/** @import { Table } from "#types/wire" */

/** Played when the motion lands, or this many seconds before; sounds not listed are played at once. */
const BEFORE_LANDING_S = /** @type {Partial<Record<Sound, number>>} */ ({
  thud: 0,
  shut: 0,
  pawn: 0,
  strike: 0,
  stake: 0,
  snap: 0.02,
  coin: 0.07,
  card: 0.07,
  die: 0.3,
});
/** From one of several things to the next. */
const APART_S = /** @type {Partial<Record<Sound, number>>} */ ({ snap: 0.035, die: 0.04 });
const OTHERS_APART_S = 0.05;
/** No more of them are told apart: a deck is. */
const MOST = 8;
const MOST_CARDS = 24;
/** What is heard next begins so much later. */
const NEXT_S = 0.12;
const MUSIC_NEXT_S = 0.3;
/** Sounds played without variation. No two pieces fall alike. */
const MUSIC = /** @type {Set<Sound>} */ (new Set(["nudge", "turn", "clock", "won", "ended", "lost"]));
/** Several things are louder than one, but not by as much as they are more: twenty cards have 9 dB less each. */
const FAINTER = -0.35;
const PITCH = 0.03;
const PITCH_OF_SEVERAL = 0.06;
/** How far to the side the outermost seats are heard. */
const WIDE = 0.4;
/** Fractions of its multiples are spread evenly, whichever follow one another. */
const GOLDEN = 0.618034;

/** @param {Cue} cue */
export const is_music = ({ name }) => MUSIC.has(name);

/**
 * @param {Cue[]} cues  in order
 * @param {number} number  of the event
 * @param {number} landing  seconds until the first piece lands
 * @returns {Stroke[]}
 */
export function strokes(cues, number, landing) {
  /** @type {Stroke[]} */
  const heard = [];
  for (const cue of cues) {
    const { name, count = 1, apart = APART_S[name] ?? OTHERS_APART_S, steps, late = 0, seat = null } = cue;
    const things = Math.min(count, name === "snap" ? MOST_CARDS : MOST);
    const due = steps ? Math.min(apart, landing) : landing + late - (BEFORE_LANDING_S[name] ?? Infinity);
    const last = heard.at(-1);
    const free = last ? last.at + (is_music(cue) ? MUSIC_NEXT_S : NEXT_S) : 0;
    const first = Math.max(free, due);
    for (let nth = 0; nth < things; nth++)
      heard.push({ name, at: first + nth * apart, gain: things ** FAINTER, rate: pitch(cue, number, nth), seat });
  }
  return heard;
}

/** @param {Cue} cue @param {number} number @param {number} nth */
function pitch(cue, number, nth) {
  if (is_music(cue)) return 1;
  const most = (cue.count ?? 1) > 1 ? PITCH_OF_SEVERAL : PITCH;
  return 1 + most * (2 * (((number + 2 * nth) * GOLDEN) % 1) - 1);
}

/**
 * From where this seat is heard: the reader's own in the middle, the others as they sit, from left to right.
 * @param {Pick<Table, "seats" | "you">} table
 * @param {number | null} seat
 */
export function side_of({ seats, you }, seat) {
  const others = seats.length - (you.seat === null ? 0 : 1);
  if (seat === null || seat === you.seat || others < 2) return 0;
  const first = (you.seat ?? -1) + 1;
  const nth = (seat - first + seats.length) % seats.length;
  return WIDE * ((2 * nth) / (others - 1) - 1);
}
