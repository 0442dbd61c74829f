// The sounds: each is measured (static/room/sound_recipes.js), and what tells them apart; how several are played after
// one another (sound_phrases.js), and what is heard besides pieces (sound_cues.js). What is heard of whole games:
// tests/static/test_sounds.py.

/** @import { Cue, Sound } from "#types/sound" */
/** @import { Outcome } from "#types/wire" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cues_between } from "#room/sound_cues.js";
import { side_of, strokes } from "#room/sound_phrases.js";
import { rendered, room, SOUNDS } from "#room/sound_synth.js";
import { brightness, envelope, falls_in, in_a_room, loudest, measured } from "./loudness.js";
import { frame_of, opened, table_of } from "./opened.js";

const RATE = 44_100;
/** Sounds of one weight: they are equally loud. */
const CALLS = /** @type {Sound[]} */ (["nudge", "turn", "clock"]);
const ENDINGS = /** @type {Sound[]} */ (["won", "ended", "lost"]);
const THINGS = SOUNDS.filter((name) => ![...CALLS, ...ENDINGS].includes(name));
/** How long they may last, in seconds. @type {[string, Sound[], number, number][]} */
const LENGTHS = [
  ["Things", THINGS, 0.06, 0.4],
  ["Calls", CALLS, 0.4, 0.7],
  ["Endings", ENDINGS, 0.9, 1.4],
];
const samples = /** @type {Record<Sound, Float32Array>} */ (
  Object.fromEntries(SOUNDS.map((name) => [name, rendered(name, RATE)]))
);

for (const name of SOUNDS)
  test(`A sound is neither too loud nor cut off, and a phone's speaker gives it: ${name}`, () => {
    const { peak, lost, offset, left } = measured(samples[name], RATE);
    const in_the_room = Math.max(...room(RATE).map((answer) => loudest(in_a_room(samples[name], answer))));
    assert.ok(peak <= -8 && peak > -14, `peak ${peak} dBFS`);
    assert.ok(20 * Math.log10(in_the_room) <= -8, `in the room ${20 * Math.log10(in_the_room)} dBFS`);
    assert.ok(lost <= 6, `lost ${lost} dB`);
    assert.ok(offset < -50, `constant part ${offset} dB`);
    assert.ok(left < -60 && Math.abs(samples[name][0]) < 0.01, `left at the end ${left} dB`);
  });

for (const [what, names, least, most] of LENGTHS)
  test(`${what} are equally loud within 4 dB, and have their length`, () => {
    const figures = names.map((name) => measured(samples[name], RATE));
    const heard = figures.map(({ heard }) => heard);
    assert.ok(Math.max(...heard) - Math.min(...heard) < 4, String(heard));
    for (const [nth, { s }] of figures.entries()) assert.ok(least <= s && s <= most, `${names[nth]} ${s}`);
  });

test("The loudest things are those that say most: endings, then calls, then pieces", () => {
  const faintest = (/** @type {Sound[]} */ names) =>
    Math.min(...names.map((name) => measured(samples[name], RATE).heard));
  assert.ok(faintest(ENDINGS) > faintest(CALLS) && faintest(CALLS) > faintest(THINGS));
});

// --- What tells them apart ------------------------------------------------------------------------------------

test("No struck piece is a steady tone: by the middle of the sound it has died away", () => {
  for (const name of /** @type {const} */ (["lid", "shut", "thud", "pawn", "stake"])) {
    const loud = envelope(samples[name], RATE);
    assert.ok(Math.max(...loud) > 5 * loud[loud.length >> 1], name);
  }
});

test("Wood is short and dark, coins are bright and ring", () => {
  const bright = (/** @type {Sound} */ name) => brightness(samples[name], RATE);
  const dark_to_bright = /** @type {Sound[]} */ (["thud", "shut", "pawn", "die", "coin"]);
  assert.deepEqual(
    [...dark_to_bright].sort((one, other) => bright(one) - bright(other)),
    dark_to_bright,
  );
  assert.ok(bright("coin") > 3500 && bright("thud") < 700);
  for (const name of /** @type {const} */ (["lid", "shut", "thud", "pawn", "card", "snap"]))
    assert.ok(falls_in(samples[name], RATE) < 0.13, name);
  assert.ok(falls_in(samples.stake, RATE) < falls_in(samples.coin, RATE));
});

test("A bag rustles in three swells, without a click", () => {
  const loud = envelope(samples.rustle, RATE);
  const smooth = loud.map((_, nth) => loud.slice(Math.max(0, nth - 12), nth + 12).reduce((sum, each) => sum + each, 0));
  const swells = smooth.filter((here, nth) => {
    const near = smooth.slice(Math.max(0, nth - 20), nth + 20);
    return here === Math.max(...near) && here > Math.max(...smooth) / 3;
  });
  assert.equal(swells.length, 3);
  assert.ok(Math.max(...loud.slice(0, 5)) < Math.max(...loud) / 8);
});

/** The number of times that it is struck. @param {Sound} name */
function strikes(name) {
  const loud = envelope(samples[name], RATE);
  const sudden = loud.flatMap((here, nth) => (here > 0.05 && here > 2 * (loud[nth - 2] ?? 0) ? nth : []));
  return sudden.filter((nth, place) => nth - (sudden[place - 1] ?? -10) > 4).length;
}

test("A die knocks often, tiles turn by four teeth, knuckles knock twice, and a finger taps three times", () => {
  assert.ok(strikes("die") > 4);
  assert.deepEqual([strikes("tile"), strikes("knock"), strikes("nudge")], [4, 2, 3]);
});

/** The pitch of what rings for a tenth of a second, from there on. @param {Sound} name @param {number} at */
function pitch(name, at) {
  const note = samples[name].subarray(at * RATE, (at + 0.1) * RATE);
  return 10 * note.reduce((count, sample, nth) => count + (nth && note[nth - 1] < 0 && sample >= 0 ? 1 : 0), 0);
}

test("A turn is a fifth up; who wins hears bars rise, others two of them fall, and a lost team sees the sun set", () => {
  const near = (/** @type {number} */ one, /** @type {number} */ other) => Math.abs(one / other - 1) < 0.06;
  assert.ok(near(pitch("turn", 0.24) / pitch("turn", 0.02), 1.5));
  assert.ok(near(pitch("won", 0.9), 1046) && pitch("won", 0) < 600);
  assert.ok(near(pitch("ended", 0.1), 698) && near(pitch("ended", 0.6), 524));
  assert.ok(near(pitch("lost", 0.1), 784) && near(pitch("lost", 0.9), 523));
});

test("The room answers for less than 90 ms, at each ear at other times", () => {
  const [left, right] = room(RATE);
  assert.ok(left.length <= 0.09 * RATE && left.length === right.length);
  const echoes = [left, right].map((answer) =>
    [...answer.keys()].filter((nth) => answer[nth] > 2 * (answer[nth - 1] ?? 0)),
  );
  assert.deepEqual([echoes[0].length, echoes[1].length], [3, 3]);
  assert.ok(echoes[0].every((nth, place) => nth !== echoes[1][place]));
});

// --- Several of them ------------------------------------------------------------------------------------------

/** @param {Cue[]} cues @param {number} [landing] @param {number} [number] */
const times = (cues, landing = 0, number = 1) => strokes(cues, number, landing).map(({ at }) => Number(at.toFixed(3)));

test("So many dice are so many rolls, 40 ms apart and each at a pitch of its own, at most 6 % off", () => {
  const rolls = strokes([{ name: "die", count: 6 }], 7, 0);
  assert.deepEqual(times([{ name: "die", count: 6 }]), [0, 0.04, 0.08, 0.12, 0.16, 0.2]);
  assert.equal(new Set(rolls.map(({ rate }) => rate.toFixed(3))).size, 6);
  assert.ok(rolls.every(({ rate }) => Math.abs(rate - 1) <= 0.06));
  assert.ok(Math.max(...rolls.map(({ rate }) => rate)) - Math.min(...rolls.map(({ rate }) => rate)) > 0.06);
});

test("A deal is a snap for each card, 35 ms apart and 9 dB down", () => {
  const cards = strokes([{ name: "snap", count: 20 }], 1, 0);
  assert.equal(cards.length, 20);
  assert.ok(Math.abs(cards[19].at - 19 * 0.035) < 1e-9);
  assert.ok(Math.abs(20 * Math.log10(cards[0].gain) + 9) < 0.5);
});

test("Coins are counted, but not without end", () => {
  const counted = (/** @type {number} */ count) => strokes([{ name: "coin", count }], 1, 0).length;
  assert.deepEqual([1, 5, 12].map(counted), [1, 5, 8]);
});

test("Several together are not louder than one may be", () => {
  for (const cue of /** @type {Cue[]} */ ([
    { name: "die", count: 6 },
    { name: "snap", count: 20 },
    { name: "coin", count: 12 },
    { name: "pawn", count: 8 },
  ])) {
    const all = new Float32Array(2 * RATE);
    for (const { name, at, gain } of strokes([cue], 3, 0))
      for (const [nth, sample] of samples[name].entries()) all[Math.round(at * RATE) + nth] += gain * sample;
    assert.ok(20 * Math.log10(loudest(all)) < -8, cue.name);
  }
});

test("A lid opens at once, the piece is heard when it lands, and the lid is shut 120 ms later", () => {
  const cues = /** @type {Cue[]} */ ([{ name: "lid" }, { name: "thud" }, { name: "shut" }]);
  assert.deepEqual(times(cues, 0.76), [0, 0.76, 0.88]);
  assert.deepEqual(times(cues, 0), [0, 0.12, 0.24]); // nothing moves
});

test("The steps of a pawn are heard at its pace, whatever lands meanwhile", () => {
  const walk = /** @type {Cue} */ ({ name: "pawn", count: 3, apart: 0.19, steps: true });
  assert.deepEqual(times([walk], 0.36), [0.19, 0.38, 0.57]);
  assert.deepEqual(times([walk], 0), [0, 0.19, 0.38]); // nothing moves
});

test("What lands later than the first is heard later", () => {
  assert.deepEqual(times([{ name: "coin", late: 0.3 }], 0.3), [0.53]);
});

test("What calls is heard after what moves, always at the same pitch", () => {
  assert.deepEqual(times([{ name: "card" }, { name: "turn" }], 0.3), [0.23, 0.53]);
  for (const number of [1, 2, 3]) assert.equal(strokes([{ name: "turn" }], number, 0)[0].rate, 1);
});

test("The same event always sounds the same, and no two that follow each other alike", () => {
  const rates = [5, 6, 7, 5].map((number) => strokes([{ name: "pawn" }], number, 0)[0].rate);
  assert.equal(rates[0], rates[3]);
  assert.ok(Math.abs(rates[0] - rates[1]) > 0.01 && Math.abs(rates[1] - rates[2]) > 0.01);
  assert.ok(rates.every((rate) => Math.abs(rate - 1) <= 0.03));
});

/** Where each seat of a table for so many is heard. @param {number} count @param {number | null} own */
const sides = (count, own) => {
  const seats = Array.from({ length: count }, () => table_of().seats[0]);
  return seats.map((_, seat) => side_of({ seats, you: { ...table_of().you, seat: own } }, seat));
};

test("The reader is heard in the middle, the others from left to right as they sit", () => {
  assert.deepEqual(sides(4, 1), [0.4, 0, -0.4, 0]);
  assert.deepEqual(sides(2, 0), [0, 0]);
  assert.deepEqual(sides(3, null), [-0.4, 0, 0.4]);
  assert.equal(side_of(table_of(), null), 0);
});

// --- What else is heard ---------------------------------------------------------------------------------------

/**
 * What is heard when this happens at a table of three, where Ann reads the page.
 * @param {(page: ReturnType<typeof opened>) => void} what
 * @param {ReturnType<typeof opened>} [page]
 * @param {Cue[]} [of_pieces]
 * @param {boolean} [is_still]
 */
function heard(what, page = opened().is_welcome(), of_pieces = [], is_still = false) {
  const before = page.state;
  what(page);
  return cues_between(before, page.state, of_pieces, is_still);
}

const FREE = { name: null, here: false, bot: null, person: null, muted: false, figure: null };

test("A friend who sits down knocks, from where they sit, and nobody else does", () => {
  const { seats } = table_of();
  const with_seats = (/** @type {any[]} */ ...seats) => table_of({ state: "gathering", seats });
  const page = opened().is_welcome(with_seats(FREE, seats[1], FREE));
  assert.deepEqual(
    heard((page) => page.hears(with_seats(seats[0], seats[1], FREE)), page),
    [],
  ); // the reader
  assert.deepEqual(
    heard((page) => page.hears(with_seats(seats[0], seats[1], seats[2])), page),
    [{ name: "knock", seat: 2 }],
  );
  assert.deepEqual(
    heard((page) => page.hears(with_seats(seats[0], seats[2], seats[1])), page),
    [],
  ); // they change seats
  assert.deepEqual(
    heard((page) => page.hears(with_seats(seats[0], { ...FREE, bot: "easy" }, seats[1])), page),
    [],
  );
});

test("A reaction pops once", () => {
  const page = opened().is_welcome();
  const reaction = { type: "reaction", what: "bravo", from: { seat: 1, name: "Ben", person: "Ben" } };
  assert.deepEqual(
    heard((page) => page.hears(reaction), page),
    [{ name: "pop", seat: 1 }],
  );
  assert.deepEqual(
    heard((page) => page.happens({ type: "tick" }), page),
    [],
  );
});

test("A clock warns once, when it comes to half a minute, and not of a short one", () => {
  const timed = (/** @type {number} */ ms) =>
    opened()
      .is_welcome()
      .hears(frame_of({ asked: [0], clocks: [ms, null, null] }));
  const page = timed(60_000).waits(29_000);
  assert.deepEqual(
    heard((page) => page.waits(2000), page),
    [{ name: "clock" }],
  );
  assert.deepEqual(
    heard((page) => page.waits(2000), page),
    [],
  );
  assert.deepEqual(
    heard((page) => page.waits(2000), timed(20_000)),
    [],
  );
  const others = opened()
    .is_welcome()
    .hears(frame_of({ asked: [1], clocks: [20_000, 60_000, null] }));
  assert.deepEqual(
    heard((page) => page.waits(40_000), others),
    [],
  );
});

test("Pieces are heard from whoever was asked, and in the middle if several were", () => {
  const moves = (/** @type {number[]} */ asked) => {
    const page = opened().is_welcome().hears(frame_of({ asked }));
    return heard((page) => page.hears(frame_of({ seq: 2, question: 2 })), page, [{ name: "thud" }]);
  };
  assert.deepEqual(moves([2]), [{ name: "thud", seat: 2 }]);
  assert.deepEqual(moves([1, 2]), [{ name: "thud", seat: null }]);
});

/** @param {Partial<Outcome>} outcome @param {number | null} [you] @param {boolean} [team] */
function ended(outcome, you = 0, team = false) {
  const over = { winners: [], scores: [0, 0, 0], why: { text: "" }, team: null, ...outcome };
  const last = frame_of({ seq: 2, question: null, you, outcome: over });
  const page = opened().is_welcome(table_of({ team })).hears(frame_of({ you }));
  const cues = heard((page) => page.hears(last), page, [], true);
  return { cues, page, last };
}

test("A game ends differently for who has won, for who has not or only watches, and for a team that lost", () => {
  const all = { winners: [0, 1, 2], team: 5 };
  assert.deepEqual(ended({ winners: [0, 2] }).cues, [{ name: "won" }]);
  assert.deepEqual(ended({ winners: [1] }).cues, [{ name: "ended" }]);
  assert.deepEqual(ended(all, null, true).cues, [{ name: "ended" }]);
  assert.deepEqual(ended(all, 0, true).cues, [{ name: "won" }]);
  assert.deepEqual(ended({}, 0, true).cues, [{ name: "lost" }]);
  const why = { text: "The players ended the game by agreement." };
  for (const team of [false, true]) assert.deepEqual(ended({ why }, 0, team).cues, [{ name: "ended" }]);
});

/** A page on which the scene at the end has begun, and Ann has won. */
function in_the_scene() {
  const { last } = ended({ winners: [0] });
  const page = opened().is_welcome().hears(frame_of());
  assert.deepEqual(
    heard((page) => page.hears(last), page),
    [],
  ); // nothing is given away
  return page.happens({ type: "celebrate", lands_in: 500 });
}

test("The winner is heard when they rise in the scene at the end, or when the reader leaves it before", () => {
  const page = in_the_scene();
  assert.deepEqual(
    heard((page) => page.waits(2000), page),
    [],
  );
  assert.deepEqual(
    heard((page) => page.waits(700), page),
    [{ name: "won" }],
  );
  assert.deepEqual(
    heard((page) => page.waits(3000), page),
    [],
  );
  const leave = (/** @type {ReturnType<typeof opened>} */ page) =>
    page.happens({ type: "change", fields: { end_scene: null } });
  assert.deepEqual(heard(leave, in_the_scene().waits(1000)), [{ name: "won" }]);
});
