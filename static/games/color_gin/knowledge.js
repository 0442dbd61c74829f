// @ts-check
// How a replay draws what somebody could know of the cards.

import { card_face } from "#kit/cards.js";

/** Either joker looks like one. @param {string} name */
export const drawn = (name) => card_face(name === "*" ? "*1" : name);
