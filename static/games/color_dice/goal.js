// @ts-check
// How near a player is to the goal: the most of their pawns in one area other than their home.

/** @import { Drawing } from "#types/room" */
/** @import { Scene } from "#types/color_dice" */
/** @import { View } from "#types/views/color_dice" */
import { html } from "lit-html";
import { pawn } from "#games/color_dice/pieces.js";

/** @param {View} view @param {number} colour */
const most_abroad = ({ areas }, colour) =>
  Math.max(...areas.map((pawns, area) => (area === colour ? 0 : pawns[colour])));

/**
 * Beside the name of every player while they play; a pawn says of what.
 * @param {Scene} scene
 * @param {number} colour
 * @returns {Drawing}
 */
export function goal({ say, view, outcome }, colour) {
  if (outcome || view.colours[colour].seat === null) return "";
  const so_far = { count: most_abroad(view, colour), all: view.places };
  const words = say("Pawns in one area away from home: {count} of {all}", so_far);
  return html`${pawn(view.colours[colour].name)}<b aria-hidden="true" title=${words}>${say(
    "{count} of {all}",
    so_far,
  )}</b><span class="unseen">${words}</span>`;
}
