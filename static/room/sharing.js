// @ts-check
// The link to share, and what it is good for.

/** @import { Drawing, Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { room_link, works_only_here } from "#kit/share.js";
import { share_button } from "#kit/share_sheet.js";

/** The button that shares the table's link, if friends can open it. @param {Page} page @returns {Drawing} */
export const share_link = ({ say, boot }) =>
  works_only_here(boot) ? nothing : share_button(say, boot.card.title, room_link(boot));

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
