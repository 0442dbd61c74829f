// @ts-check
// What the piecepack does not have: coins as this game knows them, and the pin in a tile that does not turn.

/** @import { Coin } from "#types/desfases" */
import { html } from "lit-html";
import { both_sides, suit_coin } from "#kit/piecepack.js";

/** Suit side up; with its value where that is open. @param {Coin} used */
export const coin = ({ suit, value }) => (value === null ? suit_coin(suit) : both_sides(suit, value));

/** A drawing pin, seen from above: head, rim, and the shade it throws. */
export const pin = () => html`<svg class="pin" viewBox="0 0 20 20" aria-hidden="true">
  <path class="pin-shade" d="M11 12L18 18"></path>
  <circle class="pin-head" cx="9" cy="9" r="7"></circle>
  <circle class="pin-knob" cx="9" cy="9" r="3"></circle>
</svg>`;
