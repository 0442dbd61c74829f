// @ts-check
// The link to share: what it is good for, and the device's own share sheet, as phones have one.

/** @import { Drawing, Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { room_link, works_only_here } from "#kit/share.js";

/** The button that opens it with the table's link, if the device has one. @param {Page} page @returns {Drawing} */
export function share_button({ say, boot }) {
  if (works_only_here(boot) || !("share" in navigator && matchMedia("(pointer: coarse)").matches)) return nothing;
  const what = { title: `${boot.card.title} · Tertulia`, url: room_link(boot) };
  const share = () => navigator.share(what).catch(() => undefined); // closed without choosing: nothing to do
  return html`<button type="button" data-focus="share-link" @click=${share}>${say("Share…")}</button>`;
}

/** The way to the room on a television or a projector. @param {Page} page */
export const big_screen_link = ({ say, boot }) =>
  html`<a class="button" href="/t/${boot.room}?tv" target="_blank">${say("On the big screen")}</a>`;

/** For players beside such a screen: to what is theirs alone, and back. @param {Page} page @returns {Drawing} */
export function hand_link({ say, boot, state }) {
  if (state.hand) return html`<a class="button" href="/t/${boot.room}">${say("The whole table")}</a>`;
  if (state.guided || !state.table.you.seats.length) return nothing;
  return html`<a class="button" href="/t/${boot.room}?hand">${say("Only my hand, beside a big screen")}</a>`;
}

/** What the link is good for now. @param {Page} page */
export function what_it_opens({ say, state }) {
  const { sitting, onlookers, password } = state.table;
  if (password) return say("Your friends also need the password.");
  if (state.table.state === "playing")
    return say(onlookers ? "Anyone with this link can watch." : "This game is closed to spectators.");
  if (sitting === "asked")
    return say(
      onlookers ? "Anyone with this link can ask for a seat or watch." : "Anyone with this link can ask for a seat.",
    );
  return say(onlookers ? "Anyone with this link can sit down or watch." : "Anyone with this link can sit down.");
}
