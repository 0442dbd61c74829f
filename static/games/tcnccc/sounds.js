// @ts-check
// The sounds of a table of TCNCCC.

/** @import { Cue, Event } from "#types/sound" */
/** @import { Sight, View } from "#types/views/tcnccc" */

/** Pieces roll out of a cylinder at this pace: stage.js. */
const ROLL_APART_S = 0.09;

/** A lifted cylinder takes precedence over pieces returning to the bag. @param {Event<View, Sight>} event */
export function cues({ sights }) {
  const sight = sights.filter(({ shows }) => shows !== "returned").at(-1) ?? sights.at(-1);
  return sight ? cues_of(sight) : [];
}

/** @param {Sight} sight @returns {Cue[]} */
function cues_of(sight) {
  switch (sight.shows) {
    case "placed":
      return [{ name: "lid" }, { name: "thud" }, { name: "shut" }];
    case "full":
      return [{ name: "lid" }, { name: "shut" }];
    case "lifted":
      return [{ name: "lid" }, ...rolling(sight.pieces.length)];
    default:
      return [{ name: "rustle" }]; // out of the bag, or into it
  }
}

/** @param {number} count @returns {Cue[]} */
const rolling = (count) => (count ? [{ name: "pawn", count, apart: ROLL_APART_S }] : []);

/** @param {Event<View>} event */
export const is_taken = ({ before, now }) => held(now) < held(before);

/** The number of the reader's pieces. @param {Event<View>["now"]} frame */
const held = ({ view, you }) => view.held[you ?? -1]?.length ?? 0;
