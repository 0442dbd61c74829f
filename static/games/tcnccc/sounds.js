// @ts-check
// What a table of TCNCCC sounds like.

/** @import { Event, Sound } from "#types/sound" */
/** @import { Sight, View } from "#types/views/tcnccc" */

/** @type {Record<Sight["shows"], Sound>} */
const sounds = { drawn: "pawn", placed: "thud", full: "lid", lifted: "lid", returned: "pawn" };

/** A cylinder that is lifted is louder than what goes back into the bag after it. @param {Event<View, Sight>} event */
export function sound({ sights }) {
  const sight = sights.filter(({ shows }) => shows !== "returned").at(-1) ?? sights.at(-1);
  return sight ? sounds[sight.shows] : null;
}

/** @param {Event<View>} event */
export const is_taken = ({ before, now }) => held(now) < held(before);

/** How many pieces the reader has. @param {Event<View>["now"]} frame */
const held = ({ view, you }) => view.held[you ?? -1]?.length ?? 0;
