// @ts-check
// How a replay draws what somebody could know of the lids and the bag.

/** @import { Kind } from "#kit/pieces.js" */
import { piece } from "#kit/pieces.js";

/** @param {string} name */
export const drawn = (name) => piece(/** @type {Kind} */ (name));
