// @ts-check
// The device's own share sheet, as phones have one.

/** @import { Drawing, Say } from "#types/room" */
import { html, nothing } from "lit-html";

/** The button that opens it with this link, if the device has one. @param {Say} say @param {string} game  its title
 * @param {string} url @returns {Drawing} */
export function share_button(say, game, url) {
  if (!("share" in navigator && matchMedia("(pointer: coarse)").matches)) return nothing;
  const what = { title: `${game} · Tertulia`, url };
  const share = () => navigator.share(what).catch(() => undefined); // closed without choosing: nothing to do
  return html`<button type="button" data-focus="share-link" @click=${share}>${say("Share…")}</button>`;
}
