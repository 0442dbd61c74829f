// @ts-check
// The sounds of a table of Desfases.

/** @import { Cue, Event } from "#types/sound" */
/** @import { Sight, View } from "#types/views/desfases" */
import { squares } from "#games/desfases/compass.js";

/** A pawn walks from square to square at this pace: stage.js. */
const STEP_S = 0.19;

/** @type {Record<Sight["shows"], Cue[]>} */
const of_coins = { fed: [{ name: "stake" }], scored: [{ name: "coin" }], thrown_away: [{ name: "stake" }], used: [] };

/** Tiles turn at once, while pieces move. @param {Event<View, Sight>} event */
export const cues = ({ before: { view: before }, now: { view: now }, sights }) => [
  ...turned(before, now),
  ...(were_thrown(now) && !were_thrown(before)
    ? set_up(now)
    : [...walked(before, now), ...sights.flatMap(({ shows }) => of_coins[shows])]),
];

/** Whether the dice were thrown, which also place the pawns. @param {View} view */
const were_thrown = ({ suits }) => suits.some(({ pawn }) => pawn !== null);

/** Coins are under the dice before anybody looks. @param {View} view @returns {Cue[]} */
const set_up = ({ suits: { length: count } }) => [
  { name: "die", count },
  { name: "pawn", count },
];

/** @param {View} before @param {View} now @returns {Cue[]} */
const walked = (before, now) =>
  now.suits.flatMap(({ suit, pawn: to }) => {
    const from = before.suits.find((other) => other.suit === suit)?.pawn;
    const count = from && to ? squares(from, to) : 0;
    return count ? [{ name: "pawn", count, apart: STEP_S, steps: true }] : [];
  });

/** @param {View} before @param {View} now @returns {Cue[]} */
const turned = (before, now) => (facing(now) === facing(before) ? [] : [{ name: "tile" }]);

/** @param {View} view */
const facing = ({ tiles }) => String(Object.values(tiles).map(({ facing }) => facing));
