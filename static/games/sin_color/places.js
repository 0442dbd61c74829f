// @ts-check
// The places of coins in their rows.

/** As a key of motion. @param {number} seat @param {number} place */
export const coin_key = (seat, place) => `coin-${seat}-${place}`;
