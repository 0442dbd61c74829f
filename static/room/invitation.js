// @ts-check
// The invitation: the link to this table to copy, to share, or to scan as a QR code.

/** @import { Drawing, Page } from "#types/room" */
import { html, svg } from "lit-html";
import { room_link } from "#kit/share.js";
import { close_outside, open_when_drawn } from "#room/dialogs.js";
import { share_button, what_it_opens } from "#room/sharing.js";

/** Light modules that scanners need around a code. */
const QUIET = 4;
/** @typedef {{ url: string, qr: string, size: number }} Code */

/** @type {Code | null} */
let code = null;
let problem = "";

/** The dialog, while it is open. @param {Page} page @returns {Drawing} */
export function invitation(page) {
  const { say, reading, redraw } = page;
  open_when_drawn("invitation", () => code ?? bring(page));
  const closed = () => {
    reading.inviting = false;
    redraw();
  };
  return html`<dialog id="invitation" aria-labelledby="invitation-title" @close=${closed} @click=${close_outside}>
    <h2 id="invitation-title">${say("Invite your friends")}</h2>
    <p>${say("Point a phone’s camera at it, or send the link.")} ${what_it_opens(page)}</p>
    ${
      code
        ? qr_drawing(code, say("The link as a QR code"))
        : html`<p class="nothing-yet">${problem || say("One moment…")}</p>`
    }
    ${ways_to_send(page)}
    <form method="dialog"><button class="primary">${say("Close")}</button></form>
  </dialog>`;
}

/** @param {Page} page */
async function bring({ boot, say, redraw }) {
  problem = "";
  try {
    const answer = await fetch(`/api/rooms/${boot.room}/invitation`);
    if (!answer.ok) throw new Error(String(answer.status));
    code = await answer.json();
  } catch {
    problem = say("The server does not answer. Check your connection and try again.");
  }
  redraw();
}

/** @param {Page} page */
function ways_to_send(page) {
  const { say, commands, reading } = page;
  return html`<div class="link">
    <input readonly aria-label=${say("Link to this table")} .value=${room_link()} />
    <button type="button" autofocus data-focus="copy-room"
      @click=${commands.copy_link}>${reading.copied ? say("Copied") : say("Copy link")}</button>
    ${share_button(page)}
  </div>`;
}

/**
 * @param {Pick<Code, "qr" | "size">} code
 * @param {string} label
 */
export function qr_drawing({ qr, size }, label) {
  const whole = size + 2 * QUIET;
  return html`<svg class="qr" viewBox="${-QUIET} ${-QUIET} ${whole} ${whole}" role="img" aria-label=${label}>
    ${svg`<rect x=${-QUIET} y=${-QUIET} width=${whole} height=${whole}></rect><path d=${qr}></path>`}
  </svg>`;
}
