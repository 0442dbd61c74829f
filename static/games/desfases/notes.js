// @ts-check
// Whether a player may write something down: not where the coins that were used are for them to remember.

/** @param {Record<string, unknown>} options */
export const may_write = ({ scores }) => scores === "open";
