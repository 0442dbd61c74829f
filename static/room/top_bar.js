// @ts-check
// The right side of the top bar: what is said while hands are open, invite link (alone with bots it is only in the
// menu), rules, the rail's button, alerts, rules in short, menu.

/** @import { Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { unread } from "#room/chat.js";

/** @param {Page} page */
export function top_bar(page) {
  const { say, state, commands, boot } = page;
  const invite = html`<button type="button" class="plain wide" data-focus="invite" @click=${commands.copy_link}>
      ${state.copied ? say("Link copied") : say("Copy invite link")}
    </button>`;
  return html`
    ${page.parts.open_hands?.hands_strip(page)}
    ${state.table.practice ? nothing : invite}
    <a class="plain wide" href="/rules/${boot.game}" target="_blank">${say("Rules")}</a>
    <button
      type="button"
      class="rail-toggle"
      data-focus="rail"
      aria-expanded=${String(state.rail_open)}
      aria-controls="rail"
      @click=${commands.toggle_rail}
    >
      <span><span class="where-wide">${say("Log")} · </span>${say("Chat")}</span>
      ${unread(page)}
    </button>
    ${(state.had_turn && page.parts.alert_settings?.bell(page)) || nothing}
    <button type="button" class="plain" data-focus="in-short" aria-haspopup="dialog" aria-label=${say("Rules in short")}
      @click=${commands.show_in_short}>?</button>
    <button type="button" class="plain" data-focus="menu" aria-haspopup="dialog"
      @click=${commands.show_menu}>${say("Menu")}</button>`;
}
