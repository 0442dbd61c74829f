// @ts-check
// The sounds of a table of Sin Color.

/** @import { Event, Sound } from "#types/sound" */
/** @import { Sight, View } from "#types/views/sin_color" */

/** @type {Record<Sight["shows"], Sound>} */
const sounds = { turned_over: "coin", traded: "coin", paid: "coin", moved: "lid" };

/** @param {Event<View, Sight>} event @returns {Sound | null} */
export function sound({ before, now, sights }) {
  const sight = sights.at(-1);
  if (sight) return sounds[sight.shows];
  if (were_laid(now.view) && !were_laid(before.view)) return "coin";
  return String(now.view.dice) === String(before.view.dice) ? null : "die";
}

/** Whether everybody has arranged their coins. @param {View} view */
const were_laid = ({ rows }) => rows.flat().every((coin) => coin !== null);

/** Whether coins that the reader offered were taken. @param {Event<View, Sight>} event */
export const is_taken = ({ now, sights }) =>
  sights.some((sight) => sight.shows === "traded" && sight.partner === now.you);
