// @ts-check
// What follows from what the server tells of the people of a room: one evening of it, the wins so far, and in what
// colours people are shown.

/** @import { Between, Met, Pair } from "#types/api" */

const SEATS = 6;
/** Lines in a plot. */
const MOST_LINES = 6;
/** A day ends when everybody is in bed. */
const NIGHT_MS = 5 * 3_600_000;

/**
 * What is told, with the lines of the plot, and by person the seat in whose colour they are drawn.
 * @typedef {Between & { lines: { person: number, values: number[] }[], tints: Map<number, number> }} Us
 */

/** Somebody’s evening. @typedef {{ person: number, played: number, won: number }} Stood */

/**
 * `games`: oldest first; `day`: a time on the day on which it began; `standings`: of those who played for themselves,
 * most wins first; `run`: the longest, if it is more than one win.
 * @typedef {{ games: Met[], day: number, standings: Stood[], present: number[],
 *   run: { person: number, count: number } | null }} Evening
 */

/** @param {Between} told @returns {Us} */
export function us_of(told) {
  const lines = wins_over_time(told);
  const first = lines.map(({ person }) => person);
  return { ...told, lines, tints: tints_of(told, [...new Set([...first, ...told.people.keys()])]) };
}

/** The evenings, oldest first. @param {Between} told @returns {Met[][]} */
export function evenings_of({ games, evenings }) {
  const begins = sums(evenings);
  return evenings.map((count, nth) => games.slice(begins[nth], begins[nth] + count));
}

/** A time on the day on which these games began. @param {Met[]} games */
export const day_of = ([first]) => first.at - NIGHT_MS;

/** @param {Met[]} games @returns {Evening} */
export function evening_of(games) {
  /** @type {Map<number, Stood>} */
  const standings = new Map();
  for (const game of games.filter(({ places }) => places))
    for (const { person, place } of people_of(game)) {
      const { played, won } = standings.get(person) ?? { played: 0, won: 0 };
      standings.set(person, { person, played: played + 1, won: won + Number(place === 1) });
    }
  return {
    games,
    day: day_of(games),
    standings: [...standings.values()].sort((one, other) => other.won - one.won || one.person - other.person),
    present: [...new Set(games.flatMap((game) => people_of(game).map(({ person }) => person)))],
    run: longest_run(games),
  };
}

/** Those who played, without bots. @param {Met} game */
const people_of = ({ who, places }) =>
  who.flatMap((person, seat) => (typeof person === "number" ? [{ person, place: places?.[seat] ?? null }] : []));

/** @param {Met[]} games */
function longest_run(games) {
  /** @type {Map<number, number>} */
  const now = new Map();
  let longest = { person: -1, count: 1 };
  for (const game of games.filter(({ places }) => places))
    for (const { person, place } of people_of(game)) {
      const count = place === 1 ? (now.get(person) ?? 0) + 1 : 0;
      now.set(person, count);
      if (count > longest.count) longest = { person, count };
    }
  return longest.person < 0 ? null : longest;
}

/** Those who won most, if that was anybody. @param {Evening} evening */
export const best_of = ({ standings }) =>
  standings.filter(({ won }) => won > 0 && won === standings[0].won).map(({ person }) => person);

/**
 * The wins of those who played most, after each game that was not a team's: from none on.
 * @param {Between} told
 */
export function wins_over_time(told) {
  const played = told.people.map(({ games }, person) => ({ games, person })).filter(({ games }) => games);
  const shown = played.sort((one, other) => other.games - one.games || one.person - other.person).slice(0, MOST_LINES);
  const games = told.games.filter(({ places }) => places);
  return shown
    .map(({ person }) => person)
    .sort((one, other) => one - other)
    .map((person) => ({ person, values: sums(games.map((game) => Number(has_won(game, person)))) }));
}

/** @param {Met} game @param {number} person */
const has_won = (game, person) => people_of(game).some((each) => each.person === person && each.place === 1);

/** The sum of nothing, of the first, of the first two, and so on. @param {number[]} values */
function sums(values) {
  const found = [0];
  for (const value of values) found.push(found[found.length - 1] + value);
  return found;
}

/** How many games had been played for oneself at the end of each evening. @param {Between} told */
export const played_by_evening = (told) =>
  sums(evenings_of(told).map((games) => games.filter(({ places }) => places).length)).slice(1);

/** After how many of those games an evening ended, except the last. @param {Between} told */
export function pauses_of(told) {
  const ends = played_by_evening(told);
  return [...new Set(ends)].filter((end) => end > 0 && end < ends[ends.length - 1]);
}

/**
 * The colour of each of these people: that of their seat, unless somebody before them has it.
 * @param {Between} told
 * @param {number[]} shown
 */
export function tints_of({ people }, shown) {
  /** @type {Map<number, number>} */
  const tints = new Map();
  const used = new Set();
  const colours = [...Array(SEATS).keys()];
  for (const person of shown) {
    const { seat } = people[person];
    const tint = used.has(seat) ? (colours.find((colour) => !used.has(colour)) ?? seat) : seat;
    used.add(tint);
    tints.set(person, tint);
  }
  return tints;
}

/** The pairs of this person, each as they see it: most games first. @param {Between} told @param {number} person */
export const pairs_of = ({ pairs }, person) =>
  pairs
    .filter(({ one, other }) => one === person || other === person)
    .map((pair) => (pair.one === person ? pair : turned(pair)))
    .sort((one, other) => met(other) - met(one) || one.other - other.other);

/** @param {Pair} pair @returns {Pair} */
const turned = ({ one, other, ahead, behind, even, latest, run }) => ({
  ...{ one: other, other: one, ahead: behind, behind: ahead, even },
  ...{ latest: latest.map((each) => 0 - each), run: 0 - run },
});

/** @param {Pair} pair */
export const met = ({ ahead, behind, even }) => ahead + behind + even;

/** The pair between whom it is most contested. @param {Between} told @returns {Pair | null} */
export function rivalry_of({ pairs }) {
  const least = (/** @type {Pair} */ { ahead, behind }) => Math.min(ahead, behind);
  const [first = null] = [...pairs].sort((one, other) => least(other) - least(one) || met(other) - met(one));
  return first;
}
