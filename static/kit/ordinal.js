// @ts-check
// A player's place in words: 1st, 2nd, 3rd.

/** @import { Say } from "#types/room" */
/** @import { Place } from "#types/wire" */

const ORDINALS = ["1st", "2nd", "3rd", "4th", "5th", "6th"];

/** @param {Say} say @param {Pick<Place, "place">} place */
export const ordinal = (say, { place }) => say(ORDINALS[place - 1]);
