// @ts-check
// Where marks beside a chart stand, so that none covers another.

/**
 * Each as near to its place as it may be, in percent.
 * @param {number[]} places  from 0 to 100
 * @param {number} least  between two of them
 */
export function kept_apart(places, least) {
  const order = places.map((_, nth) => nth).sort((one, other) => places[one] - places[other] || one - other);
  const kept = order.map((nth) => places[nth]);
  for (let nth = 1; nth < kept.length; nth++) kept[nth] = Math.max(kept[nth], kept[nth - 1] + least);
  let most = 100;
  for (let nth = kept.length - 1; nth >= 0; nth--, most -= least) kept[nth] = Math.min(kept[nth], most);
  return places.map((_, nth) => kept[order.indexOf(nth)]);
}
