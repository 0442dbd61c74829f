// @ts-check
// The leather tray in the middle of the table: dice are thrown into it, and two of them compared there.

/** @import { Drawing } from "#types/room" */
/** @import { View } from "#types/views/color_dice" */
import { html, nothing } from "lit-html";
import { die } from "#games/color_dice/pieces.js";

/** The difference that allows an attack, as it is written between two dice. @param {View} view */
function sum({ colours, attack }) {
  if (!attack) return "";
  const [higher, lower] = [colours[attack.colour].die, colours[attack.target].die];
  return `${higher} − ${lower} = ${higher - lower}`;
}

/** The same in a line, where there is no room for a tray. @param {View} view @returns {Drawing} */
export function sum_in_line(view) {
  if (!view.attack) return nothing;
  const [one, other] = [view.attack.colour, view.attack.target].map((colour) => view.colours[colour]);
  return html`<span class="cd-sum-in-line" aria-hidden="true">${die(one.name, one.die)}<b>${sum(view)}</b>${die(
    other.name,
    other.die,
  )}</span>`;
}

/** A die that lies here while it is compared. @param {View} view @param {number} colour */
const compared = ({ colours }, colour) =>
  html`<span class="cd-compared" data-k="compared-${colour}">${die(colours[colour].name, colours[colour].die)}</span>`;

/** The question says it in words. @param {View} view @returns {Drawing} */
export const tray = (view) => html`<span class="cd-tray leather" aria-hidden="true">${comparison(view)}</span>`;

/** In the order in which it is read: who attacks, the difference, who is attacked. @param {View} view */
function comparison(view) {
  const { attack } = view;
  if (!attack) return nothing;
  const look = attack.counter ? "cd-comparison cd-possible" : "cd-comparison";
  return html`<span class=${look}>${compared(view, attack.colour)}<b class="cd-sum">${sum(view)}</b>${compared(
    view,
    attack.target,
  )}</span>`;
}
