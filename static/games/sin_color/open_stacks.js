// @ts-check
// The stacks after the game.

/** @import { Drawing } from "#types/room" */
/** @import { Scene } from "#types/sin_color" */
/** @import { Tile } from "#types/views/sin_color" */
import { html } from "lit-html";
import { drawn } from "#games/sin_color/stacks.js";
import { tile_name } from "#games/sin_color/words.js";

/**
 * A whole stack from the top down.
 * @param {Scene} scene
 * @param {Tile[]} tiles
 * @param {number} stack
 * @returns {Drawing}
 */
export const open_stack = ({ say }, tiles, stack) => html`<li class="sc-stack sc-open">
  <span class="unseen">${say("Stack {stack}: {tiles}", {
    stack: stack + 1,
    tiles: tiles.map((each) => tile_name(say, each)),
  })}</span>
  ${tiles.map(drawn)}
</li>`;
