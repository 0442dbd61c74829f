// @ts-check
// A QR code, as the server describes it.

/** @import { Code } from "#state/state.js" */
import { html, svg } from "lit-html";

/** Light modules that scanners need around a code. */
const QUIET = 4;

/**
 * @param {Code} code
 * @param {string} label
 */
export function qr_drawing({ qr, size }, label) {
  const whole = size + 2 * QUIET;
  return html`<svg class="qr" viewBox="${-QUIET} ${-QUIET} ${whole} ${whole}" role="img" aria-label=${label}>
    ${svg`<rect x=${-QUIET} y=${-QUIET} width=${whole} height=${whole}></rect><path d=${qr}></path>`}
  </svg>`;
}
