// @ts-check
// How a replay draws what somebody could know of coins and tiles.

/** @import { Text } from "#types/wire" */
/** @import { Suit, Value } from "#types/views/piecepack" */
import { coin, tile, tile_back } from "#kit/piecepack.js";

const GREY = "grey";

/** A coin or a tile, "suns 3". @param {string} name @param {Text} where */
export function drawn(name, { text }) {
  if (name === GREY) return tile_back();
  const [suit, value] = name.split(" ");
  const [its_suit, its_value] = [/** @type {Suit} */ (suit), /** @type {Value} */ (Number(value))];
  return text.startsWith("Stack") ? tile(its_suit, its_value) : coin({ suit: its_suit, value: its_value });
}
