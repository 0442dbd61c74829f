// @ts-check
// The device's own share sheet, as phones have one.

/** @import { Drawing, Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { room_link } from "#kit/share.js";

/** The button that opens it with the table's link, if the device has one. @param {Page} page @returns {Drawing} */
export function share_button({ say, boot }) {
  if (!("share" in navigator && matchMedia("(pointer: coarse)").matches)) return nothing;
  const what = { title: `${boot.card.title} · Tertulia`, url: room_link() };
  const share = () => navigator.share(what).catch(() => undefined); // closed without choosing: nothing to do
  return html`<button type="button" data-focus="share-link" @click=${share}>${say("Share…")}</button>`;
}
