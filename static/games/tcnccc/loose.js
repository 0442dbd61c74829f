// @ts-check
// What of TCNCCC lies on the table before the game: a drum to look into.

/** @import { LoosePiece } from "#types/room" */
/** @import { Kind } from "#kit/pieces.js" */
import { html, nothing } from "lit-html";
import { drum } from "#games/tcnccc/furniture.js";
import { piece } from "#kit/pieces.js";

const KINDS = /** @type {Kind[]} */ (["red", "yellow", "joker", "blue", "green"]);

/** @param {number} number @param {number} times  that its lid was lifted or put back */
function face(number, times) {
  const is_open = times % 2 === 1;
  const inside = is_open ? piece(KINDS[(number * 2 + (times - 1) / 2) % KINDS.length]) : nothing;
  return html`<span class="tc-loose ${is_open ? "tc-shows-full" : ""}">${drum(String(number))}${inside}</span>`;
}

/** @type {LoosePiece[]} */
export const loose = [1, 2, 3].map((number) => ({ is: "lid", face: (times) => face(number, times) }));
