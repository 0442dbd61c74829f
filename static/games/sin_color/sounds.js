// @ts-check
// The sounds of a table of Sin Color.

/** @import { Cue, Event } from "#types/sound" */
/** @import { Sight, View } from "#types/views/sin_color" */

/** Traded coins land so long after the rows have closed up: stage.js. */
const TRADE_LATE_S = 0.3;

/** @param {Event<View, Sight>} event @returns {Cue[]} */
export function cues({ before, now, sights }) {
  const sight = sights.at(-1);
  if (were_laid(now.view) && !were_laid(before.view)) return [{ name: "coin", count: now.view.rows.length }];
  return [...thrown(before.view, now.view, sight?.shows === "traded"), ...(sight ? cues_of(sight) : [])];
}

/** @param {Sight} sight @returns {Cue[]} */
function cues_of(sight) {
  switch (sight.shows) {
    case "turned_over":
      return [{ name: "coin" }];
    case "traded":
      return [{ name: "coin", count: sight.given.length + sight.taken.length, late: TRADE_LATE_S }];
    case "paid":
      return [{ name: "stake" }, { name: "tile" }]; // which is turned over
    case "moved":
      return [{ name: "lid" }, { name: "shut" }]; // off one end of a stack, onto the other
  }
}

/** Dice roll while traded coins fly. @param {View} before @param {View} now @param {boolean} trade @returns {Cue[]} */
function thrown({ dice: before }, { dice }, trade) {
  const count = trade || String(dice) !== String(before) ? dice.filter((die) => die !== null).length : 0;
  return count ? [{ name: "die", count, late: trade ? TRADE_LATE_S : 0 }] : [];
}

/** Whether everybody has arranged their coins. @param {View} view */
const were_laid = ({ rows }) => rows.flat().every((coin) => coin !== null);

/** Whether coins that the reader offered were taken. @param {Event<View, Sight>} event */
export const is_taken = ({ now, sights }) =>
  sights.some((sight) => sight.shows === "traded" && sight.partner === now.you);
