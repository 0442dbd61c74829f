// @ts-check
// What the piecepack does not have: the pin in a tile that does not turn.

import { html } from "lit-html";

/** A pin with a round head. */
export const pin = () => html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <path class="needle" d="M10 10L2 18"></path>
  <circle class="head" cx="12.5" cy="7.5" r="6.2"></circle>
  <path class="glint" d="M10 6.5Q10.6 4.6 12.6 4.2"></path>
</svg>`;
