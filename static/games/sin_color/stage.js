// @ts-check
// Nothing of this game is acted: what moves glides.

/** @type {import("#types/stage").Staging["acts"]} */
export const acts = () => [];
