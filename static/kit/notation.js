// @ts-check
// The notation of piecepack positions: "M4" is the 4 of moons.

/** @import { Suit, Value } from "#types/views/piecepack" */

/** @type {Record<string, Suit>} */
const suits = { S: "suns", M: "moons", C: "crowns", A: "arms" };

/** @param {string} word @returns {{ suit: Suit, value: Value }} */
export const face = (word) => ({ suit: suits[word[0]], value: /** @type {Value} */ (Number(word[1])) });
