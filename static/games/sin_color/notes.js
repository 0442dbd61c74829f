// @ts-check
// Whether a player may write something down: only at an aided table.

/** @param {Record<string, unknown>} options */
export const may_write = ({ memory }) => memory === "aided";
