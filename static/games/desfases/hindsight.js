// @ts-check
// Desfases in hindsight: the values of coins that are suit side up.

/** @import { Hindsight } from "#types/room" */
/** @import { Beneath, SeenCoin, SeenSuit, SeenTile, Sight, Square, View } from "#types/views/desfases" */
/** @import { Value } from "#types/views/piecepack" */

/** @type {Hindsight<View, Sight, Beneath>["opened"]} */
export function opened({ view }, { tiles, suits }) {
  const on_board = /** @type {[Square, SeenTile][]} */ (Object.entries(view.tiles)).map(([square, on_it]) => [
    square,
    { ...on_it, coin: on_it.coin && known(on_it.coin, tiles[square]) },
  ]);
  return {
    view: { ...view, tiles: Object.fromEntries(on_board), suits: view.suits.map(beside_the_board) },
    sights: [],
  };

  /** @param {SeenSuit} seen */
  function beside_the_board(seen) {
    const { under, gap } = suits[seen.suit] ?? { under: null, gap: [] };
    return {
      ...seen,
      under: seen.under && known(seen.under, under),
      gap: seen.gap.map((lost, nth) => known(lost, gap[nth])),
    };
  }
}

/** @param {SeenCoin} seen @param {Value | null} [value] @returns {SeenCoin} */
const known = (seen, value = null) => ({ ...seen, value });
