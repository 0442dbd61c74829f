// @ts-check
// Evaluates the reader's own grouping: melds, deadwood, spoiled suits. It only predicts the server's result.

/** @import { WayOut } from "#types/color_gin" */
/** @import { Card, Suit, View } from "#types/views/color_gin" */
import { is_joker, rank_of, SUITS, suit_of } from "#kit/cards.js";

/** The order of cards in melds: by rank, then by suit. @param {Card} a @param {Card} b */
export const in_order = (a, b) => rank_of(a) - rank_of(b) || SUITS.indexOf(suit_of(a)) - SUITS.indexOf(suit_of(b));

/** @param {Card[]} cards */
export const points_of = (cards) =>
  cards.reduce((sum, card) => sum + (is_joker(card) ? 0 : Math.min(rank_of(card), 10)), 0);

/** Three or more in sequence of one suit. @param {Card[]} cards */
export function is_run(cards) {
  const sorted = [...cards].sort(in_order);
  return (
    cards.length > 2 &&
    sorted.every((card, nth) => suit_of(card) === suit_of(sorted[0]) && rank_of(card) === rank_of(sorted[0]) + nth)
  );
}

/** Three or four of a rank. @param {Card[]} cards */
const is_set = (cards) => cards.length > 2 && cards.every((card) => card[0] === cards[0][0]);

/** @param {Card[]} cards */
export const is_meld = (cards) => !cards.some(is_joker) && (is_run(cards) || is_set(cards));

/**
 * Spoiled suits: a run spoils its own, a set of three the missing one, deadwood its own.
 * @param {Card[][]} melds
 * @param {Card[]} leftovers
 * @returns {Suit[]}
 */
function spoiled_by(melds, leftovers) {
  /** @param {Card[]} meld */
  const by = (meld) => {
    const own = meld.map(suit_of);
    return is_run(meld) ? own : SUITS.filter((suit) => !own.includes(suit));
  };
  const spoiled = [...melds.flatMap(by), ...leftovers.map(suit_of)];
  return SUITS.filter((suit) => spoiled.includes(suit));
}

/**
 * Going out with these groups unchanged, without the card that is shed; null if not allowed.
 * @param {View} view
 * @param {Card} card  the one that is shed
 * @param {Card[][]} groups  the last of them is left over, also where it might be a meld
 * @returns {WayOut | null}
 */
export function going_out({ closed, sheds, phase, most_to_knock }, card, groups) {
  const rest = groups.map((group) => group.filter((each) => each !== card).sort(in_order));
  const melds = rest.slice(0, -1).filter(is_meld);
  const leftovers = rest.flat().filter((each) => !melds.flat().includes(each));
  const spoiled = spoiled_by(melds, leftovers);
  const suits = SUITS.filter((suit) => !spoiled.includes(suit) && !(suit in closed));
  const points = points_of(leftovers);
  const least = sheds?.find((shed) => shed.card === card)?.points;
  const may = phase === "joker" ? least !== 0 || points === 0 : points <= most_to_knock && suits.length > 0;
  return may && least !== undefined ? { card, melds, points, suits } : null;
}

/** Whether two arrangements have the same melds. @param {Card[][]} some @param {Card[][]} others */
export const same_melds = (some, others) => spelled(some) === spelled(others);

/** @param {Card[][]} melds */
const spelled = (melds) =>
  melds
    .map((meld) => [...meld].sort().join())
    .sort()
    .join(" ");
