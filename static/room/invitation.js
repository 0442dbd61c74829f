// @ts-check
// The invitation: the link to this table to copy, to share, or to scan as a QR code.

/** @import { Drawing, Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { qr_drawing } from "#kit/qr.js";
import { room_link, works_only_here } from "#kit/share.js";
import { close_outside } from "#room/dialogs.js";
import { big_screen_link, hand_link, share_link, what_it_opens } from "#room/sharing.js";

/** The dialog, while it is open. @param {Page} page @returns {Drawing} */
export function invitation(page) {
  const { say } = page;
  const closed = () => page.change({ inviting: false });
  return html`<dialog id="invitation" aria-labelledby="invitation-title" @close=${closed} @click=${close_outside}>
    <h2 id="invitation-title">${say("Invite your friends")}</h2>
    ${works_only_here(page.boot) ? how_friends_get_in(page) : link_and_code(page)}
    ${ways_to_send(page)}
    ${move_there(page)}
    <form method="dialog"><button class="primary">${say("Close")}</button></form>
  </dialog>`;
}

/** @param {Page} page */
function link_and_code(page) {
  const { say } = page;
  const { invitation } = page.state;
  return html`<p>${say("Point a phone’s camera at it, or send the link.")} ${what_it_opens(page)}</p>
    ${
      invitation && "qr" in invitation
        ? qr_drawing(invitation, say("The link as a QR code"))
        : html`<p class="nothing-yet">${say(invitation ?? "One moment…")}</p>`
    }`;
}

/** The server has to be started otherwise, or this page opened at another address. @param {Page} page */
function how_friends_get_in({ say, boot }) {
  const start = boot.only_here?.start;
  return html`<p>${say("This link works on this computer only.")}</p>
    ${
      start
        ? html`<p>${say(
            "For friends in your home network, stop Tertulia and start it with this setting. The table is kept; open it here again, and this window has the link for them.",
          )}</p>
    <p><code>${start}</code></p>`
        : html`<p>${say(
            "Open Tertulia at the address that this computer has in your network, and invite your friends from there.",
          )}</p>`
    }`;
}

/** Hosts who are at an address of this machine alone may play on at the one that friends open. @param {Page} page */
function move_there({ say, boot, state, commands }) {
  const there = boot.only_here?.origin;
  const { seats } = state.table.you;
  if (!there) return nothing;
  const where = { here: location.host, there: new URL(there).host };
  return html`<p>${say(
    "The link is for your home network. You are at {here}, which opens on this computer only.",
    where,
  )}</p>
    ${
      seats.length === 1
        ? html`<p><button type="button" data-focus="move-there"
            @click=${() => commands.move_seat(seats[0], true)}>${say("Play on at {there}", where)}</button></p>`
        : nothing
    }`;
}

/** @param {Page} page */
function ways_to_send(page) {
  const { say, commands, state } = page;
  return html`<div class="link">
    <input readonly aria-label=${say("Link to this table")} .value=${room_link(page.boot)} />
    <button type="button" autofocus data-focus="copy-room"
      @click=${commands.copy_link}>${state.copied ? say("Copied") : say("Copy link")}</button>
    ${share_link(page)}
  </div>
  <p class="screens">${big_screen_link(page)} ${hand_link(page)}</p>`;
}
