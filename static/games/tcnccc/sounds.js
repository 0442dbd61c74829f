// @ts-check
// The sounds of a table of TCNCCC.

/** @import { Event, Sound } from "#types/sound" */
/** @import { Sight, View } from "#types/views/tcnccc" */

/** @type {Record<Sight["shows"], Sound>} */
const sounds = { drawn: "pawn", placed: "thud", full: "lid", lifted: "lid", returned: "pawn" };

/** A lifted cylinder takes precedence over pieces returning to the bag. @param {Event<View, Sight>} event */
export function sound({ sights }) {
  const sight = sights.filter(({ shows }) => shows !== "returned").at(-1) ?? sights.at(-1);
  return sight ? sounds[sight.shows] : null;
}

/** @param {Event<View>} event */
export const is_taken = ({ before, now }) => held(now) < held(before);

/** The number of the reader's pieces. @param {Event<View>["now"]} frame */
const held = ({ view, you }) => view.held[you ?? -1]?.length ?? 0;
