// @ts-check
// Names of suits, values, coins and tiles, and the key by which a coin's motion is known.

/** @import { Say } from "#types/room" */
/** @import { Text } from "#types/wire" */
/** @import { Face, Shown, Tile } from "#types/views/sin_color" */

const VALUES = ["null", "ace", "2", "3", "4", "5"];

/**
 * The name of a coin's side.
 * @param {Say} say
 * @param {Shown} shown
 */
export const side_name = (say, shown) => say(side_named(shown));

/** @param {Shown} shown @returns {Text} */
const side_named = (shown) => ({ text: typeof shown === "number" ? VALUES[shown] : shown });

/** A face as an argument of a sentence. @param {Face} face @returns {Text} */
export const face_named = ([suit, value]) => ({
  text: "{value} of {suit}",
  with: { value: side_named(value), suit: side_named(suit) },
});

/**
 * @param {Say} say
 * @param {Face} face
 */
export const face_name = (say, face) => say(face_named(face));

/**
 * @param {Say} say
 * @param {Tile} tile
 */
export const tile_name = (say, tile) => (tile ? face_name(say, tile) : say("a tile without colour"));

/**
 * A coin's name for its owner.
 * @param {Say} say
 * @param {number} place
 * @param {Shown} upper
 * @param {Shown} lower
 */
export const own_coin_name = (say, place, upper, lower) =>
  say("Coin {coin}: {up} up, {down} down", {
    coin: place + 1,
    up: side_name(say, upper),
    down: side_name(say, lower),
  });

/** The motion key of the coin in this place. @param {number} seat @param {number} place */
export const coin_key = (seat, place) => `coin-${seat}-${place}`;
