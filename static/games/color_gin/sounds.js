// @ts-check
// The sounds of a table of Color Gin.

/** @import { Cue, Event } from "#types/sound" */
/** @import { View } from "#types/views/color_gin" */

/** @param {Event<View>} event @returns {Cue[]} */
export function cues({ before: { view: before }, now: { view: now } }) {
  if (now.showdown) return before.showdown ? [] : [{ name: "snap", count: in_hands(before) }];
  if (now.round !== before.round || before.showdown)
    return [{ name: "shuffle" }, { name: "snap", count: in_hands(now) }];
  /** @type {Cue[]} */
  const cues = [];
  if (now.deck < before.deck || now.discards < before.discards) cues.push({ name: "card" });
  if (now.discards > before.discards) cues.push({ name: "snap" });
  return cues;
}

/** The number of cards in all hands. @param {View} view */
const in_hands = ({ hands }) => hands.reduce((one, other) => one + other, 0);
