// @ts-check
// Where on the page that is, of which the first lesson of Desfases speaks: games/desfases/lesson.py.

/** @import { Drawing } from "#types/room" */
import { html } from "lit-html";
import { pawn, tile } from "#kit/piecepack.js";

export const places = {
  board: [".de-board"],
  own: [".place"],
};

/** A drawing turned a quarter anticlockwise. @param {Drawing} drawing */
const turned = (drawing) =>
  html`<svg viewBox="0 0 100 100" aria-hidden="true"><g transform="rotate(-90 50 50)">${drawing}</g></svg>`;

export const figures = {
  facing: () => [
    [turned(tile("moons", 4)), pawn("arms")],
    [tile("moons", 4), pawn("arms")],
  ],
};
