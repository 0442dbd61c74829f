// @ts-check
// The reader's grouping of their own hand, for the round. Never sent.

/** @import { Grouping } from "#types/color_gin" */
/** @import { Best, Card } from "#types/views/color_gin" */
import { in_order } from "#games/color_gin/melds.js";

/**
 * The hand in groups: as the reader has grouped it, otherwise in the best way. New cards are deadwood.
 * @param {Card[]} hand
 * @param {Best | null} best
 * @param {Grouping | null} own
 * @returns {Grouping}
 */
export function grouped(hand, best, own) {
  const groups = own ?? [...(best?.melds ?? []), best?.leftovers ?? []];
  const known = groups.flat();
  const still = groups.map((group) => group.filter((card) => hand.includes(card)));
  const news = hand.filter((card) => !known.includes(card));
  return [...still.slice(0, -1).filter((group) => group.length), [...(still.at(-1) ?? []), ...news]];
}

/**
 * Moves a card to another's place; into a different group, in its sorted position.
 * @param {Grouping} grouping
 * @param {Card} card
 * @param {Card} other
 */
export function put_at(grouping, card, other) {
  const target = grouping.findIndex((group) => group.includes(other));
  const is_left_over = target === grouping.length - 1;
  return tidy(
    grouping.map((group, nth) => {
      if (nth !== target) return group.filter((each) => each !== card);
      const after = group.includes(card) && group.indexOf(card) < group.indexOf(other);
      const rest = group.filter((each) => each !== card);
      rest.splice(rest.indexOf(other) + (after ? 1 : 0), 0, card);
      return group.includes(card) || is_left_over ? rest : rest.sort(in_order);
    }),
  );
}

/** Moves a card into a new group after the others. @param {Grouping} grouping @param {Card} card */
export const put_alone = (grouping, card) => put_apart(grouping, card, grouping.length - 1);

/** Moves a card to the deadwood. @param {Grouping} grouping @param {Card} card */
export const put_last = (grouping, card) =>
  tidy(without(card, grouping).map((group, nth) => (nth === grouping.length - 1 ? [...group, card] : group)));

/**
 * Moves a card one step along the row: past its neighbour, out of its group, or into the next one.
 * @param {Grouping} grouping
 * @param {Card} card
 * @param {1 | -1} step
 */
export function put_one_on(grouping, card, step) {
  const here = grouping.findIndex((group) => group.includes(card));
  const group = grouping[here];
  const next = group[group.indexOf(card) + step];
  const last = grouping.length - 1;
  if (next) return put_at(grouping, card, next);
  if (here === last) return step < 0 ? put_apart(grouping, card, last) : grouping;
  if (group.length > 1) return put_apart(grouping, card, step > 0 ? here + 1 : here);
  if (!grouping[here + step]) return grouping;
  return tidy(
    without(card, grouping).map((other, nth) => {
      if (nth !== here + step) return other;
      return step > 0 ? [card, ...other] : [...other, card];
    }),
  );
}

/** @param {Grouping} grouping @param {Card} card @param {number} at */
function put_apart(grouping, card, at) {
  const others = without(card, grouping);
  return tidy([...others.slice(0, at), [card], ...others.slice(at)]);
}

/** @param {Card} card @param {Grouping} grouping @returns {Grouping} */
const without = (card, grouping) => grouping.map((group) => group.filter((each) => each !== card));

/** Removes empty groups, except the last. @param {Grouping} grouping @returns {Grouping} */
const tidy = (grouping) => grouping.filter((group, nth) => group.length || nth === grouping.length - 1);
