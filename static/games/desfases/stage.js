// @ts-check
// Acts of Desfases: pawns walk along lines, coins fly from under their dice, dice turn to their values.

/** @import { Act, Scene } from "#types/stage" */
/** @import { Move, SeenSuit, Sight, View } from "#types/views/desfases" */
/** @import { Suit, Value } from "#types/views/piecepack" */
import { squares } from "#games/desfases/compass.js";
import { die } from "#kit/piecepack.js";

/** @typedef {Scene<View, Move, Sight>} Now */

/** From square to square. */
const STEP_MS = 190;
/** A fed coin is in place before the die turns. */
const FED_MS = 380;
/** As long as board.css delays the coin's points. */
const LAID_MS = 560;
/** A die rolls before its pawn is placed. */
const ROLLED_MS = 420;
const VALUES = /** @type {Value[]} */ ([0, 1, 2, 3, 4, 5]);

/** @param {Now} now @returns {Act[]} */
export const acts = (now) => [...pairs(now).flatMap(of_a_suit), ...now.sights.flatMap(of_a_coin)];

/**
 * Each suit in play, before and after.
 * @param {Now} now
 * @returns {[SeenSuit | undefined, SeenSuit][]}
 */
const pairs = ({ before, after }) =>
  after.view.suits.map((suit) => [before.view.suits.find((was) => was.suit === suit.suit), suit]);

/** @param {[SeenSuit | undefined, SeenSuit]} pair @param {number} nth @returns {Act[]} */
function of_a_suit([was, { suit, pawn, die: value }], nth) {
  const who = `pawn-${suit}`;
  if (value === null) return [];
  if (!was?.pawn) return [roll(suit, value, nth), { does: "arc", who, from: `die-${suit}`, at: ROLLED_MS }];
  if (pawn && pawn !== was.pawn) {
    const steps = squares(was.pawn, pawn);
    return [{ does: "walk", who, steps, ms: STEP_MS * steps }, ...turned(was, value, 0)];
  }
  return turned(was, value, FED_MS);
}

/** @param {Suit} suit @param {Value} value @param {number} nth @returns {Act} */
const roll = (suit, value, nth) => ({
  does: "tumble",
  who: `die-${suit}`,
  faces: VALUES.filter((other) => other !== value).map((face) => die(suit, face)),
  nth,
});

/**
 * A die turned in its present place, wherever it was before.
 * @param {SeenSuit} was
 * @param {Value} value
 * @param {number} at
 */
function turned({ suit, die: before }, value, at) {
  if (before === null || before === value) return [];
  return [/** @type {Act} */ ({ does: "turn", who: `[data-k="die-${suit}"]`, was: die(suit, before), at })];
}

/** @param {Sight} sight @returns {Act[]} */
function of_a_coin(sight) {
  if (sight.shows === "fed") return [{ does: "arc", who: `reserve-${sight.suit}-${sight.coin}`, ms: FED_MS }];
  if (sight.shows === "used") return [];
  return [{ does: "arc", who: `under-${sight.suit}`, ms: LAID_MS }];
}
