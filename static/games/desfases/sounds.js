// @ts-check
// The sounds of a table of Desfases.

/** @import { Event, Sound } from "#types/sound" */
/** @import { Sight, View } from "#types/views/desfases" */

/** @param {Event<View, Sight>} event @returns {Sound | null} */
export function sound({ before: { view: before }, now: { view: now }, sights }) {
  if (were_thrown(now) && !were_thrown(before)) return "die";
  if (sights.length) return "coin";
  if (were_thrown(now) && places(now) !== places(before)) return "pawn";
  return now.suits.length > before.suits.length ? "lid" : null; // its tiles are turned to face their player
}

/** Whether the dice were thrown, which also place the pawns. @param {View} view */
const were_thrown = ({ suits }) => suits.some(({ pawn }) => pawn !== null);

/** @param {View} view */
const places = ({ suits }) => String(suits.map(({ pawn }) => pawn));
