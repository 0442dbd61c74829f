// @ts-check
// The pin in a tile that does not turn: the one mark that the piecepack lacks.

import { html } from "lit-html";

/** A drawing pin, stuck in at a slant. */
export const pin = () => html`<svg viewBox="0 0 20 20" aria-hidden="true"><g transform="rotate(24 10 10)">
  <path class="de-needle" d="M10 12V19.4"></path>
  <path class="de-head"
    d="M5.5 1H14.5V4H12.9L13.4 8.8C15 9.4 15.8 10.6 15.8 12.2H4.2C4.2 10.6 5 9.4 6.6 8.8L7.1 4H5.5Z"></path>
  <path class="de-glint" d="M9 4.8L8.7 8.6"></path>
</g></svg>`;
