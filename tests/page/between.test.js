// One evening of a room, wins over time and colours: what follows from what the server tells of its people
// (static/room/between_told.js).

import assert from "node:assert/strict";
import { test } from "node:test";
import { apart } from "#kit/plot.js";
import {
  best_of,
  day_of,
  evening_of,
  evenings_of,
  pairs_of,
  pauses_of,
  rivalry_of,
  us_of,
} from "#room/between_told.js";

/** @param {(number | string)[]} who  best first @param {Partial<import("#types/api").Met>} [more] */
const met = (who, more) => ({
  ...{ number: 1, title: "Desfases", at: 0, who, winners: [0], places: who.map((_, seat) => seat + 1), team: null },
  ...more,
});

/** @param {Partial<import("#types/api").Between>} what @param {number[]} seats */
const told = (what, seats = [0, 1]) => ({
  people: seats.map((seat) => ({ name: "", games: 9, won: 0, run: 0, seat, figure: null, namesake: 0, rival: null })),
  ...{ you: [], pairs: [], games: [], evenings: [] },
  ...what,
});

test("an evening has its own games, wins and longest run", () => {
  const games = [met([0, 1]), met([1, 0]), met([1, "Rex", 0]), met([0, 1])];
  const [first, second] = evenings_of(told({ games, evenings: [3, 1] })).map(evening_of);
  assert.deepEqual(first.standings, [
    { person: 1, played: 3, won: 2 },
    { person: 0, played: 3, won: 1 },
  ]);
  assert.deepEqual(first.run, { person: 1, count: 2 });
  assert.deepEqual(best_of(first), [1]);
  assert.deepEqual([second.standings[0], second.run], [{ person: 0, played: 1, won: 1 }, null]);
});

test("a team stands nowhere, but was present", () => {
  const evening = evening_of([met([0, 1], { places: null, team: 7, winners: [0, 1] })]);
  assert.deepEqual([evening.standings, evening.present, best_of(evening)], [[], [0, 1], []]);
});

test("an evening that bots won is nobody's", () => {
  assert.deepEqual(best_of(evening_of([met(["Rex", 0, 1])])), []);
});

test("an evening that is shared has several best", () => {
  assert.deepEqual(best_of(evening_of([met([0, 1]), met([1, 0])])), [0, 1]);
});

test("what ended long after midnight belongs to the day before", () => {
  const at = Date.parse("2026-03-13T02:30:00");
  assert.equal(new Date(day_of([met([0, 1], { at })])).getDate(), 12);
});

test("wins are counted from nothing on, without games as a team", () => {
  const team = met([0, 1], { places: null, team: 7 });
  const { lines } = us_of(told({ games: [met([0, 1]), team, met([1, 0]), met([0, 1])], evenings: [4] }));
  assert.deepEqual(lines, [
    { person: 0, values: [0, 1, 1, 2] },
    { person: 1, values: [0, 0, 1, 1] },
  ]);
});

test("those who played most have lines, in the order of people", () => {
  const people = [1, 9, 2, 3, 4, 5, 6].map((games) => ({ ...told({}).people[0], games }));
  const { lines } = us_of({ ...told({}), people });
  assert.deepEqual(
    lines.map(({ person }) => person),
    [1, 2, 3, 4, 5, 6],
  );
});

test("evenings without a game for oneself are no pauses", () => {
  const team = met([0, 1], { places: null, team: 7 });
  const games = [team, met([0, 1]), met([0, 1]), team, met([1, 0])];
  assert.deepEqual(pauses_of(told({ games, evenings: [1, 2, 1, 1] })), [2]);
});

test("everybody has a colour of their own while there are enough", () => {
  const { tints } = us_of(told({ games: [met([0, 1, 2])], evenings: [1] }, [3, 3, 0]));
  assert.deepEqual([...tints.values()], [3, 0, 1]);
});

test("a pair is told as either of the two sees it", () => {
  const pair = { one: 0, other: 1, ahead: 4, behind: 1, even: 2, latest: [1, 0, -1], run: -1 };
  const [seen] = pairs_of(told({ pairs: [pair] }), 1);
  assert.deepEqual(seen, { one: 1, other: 0, ahead: 1, behind: 4, even: 2, latest: [-1, 0, 1], run: 1 });
});

test("the rivalry is where both have won most, not where most was played", () => {
  const pair = { one: 0, even: 0, latest: [], run: 0 };
  const often = { ...pair, other: 1, ahead: 30, behind: 1 };
  const close = { ...pair, other: 2, ahead: 4, behind: 3 };
  assert.equal(rivalry_of(told({ pairs: [often, close] })), close);
  assert.equal(rivalry_of(told({})), null);
});

test("heads that would lie on one another are moved apart, inside the plot", () => {
  const kept = apart([1, 1, 0.5, 1], 0.2);
  assert.deepEqual(
    kept.map((each) => Math.round(each * 10) / 10),
    [0.6, 0.8, 0.4, 1],
  );
  assert.deepEqual(apart([0, 1], 0.2), [0, 1]);
});
