// @ts-check
// The menu: the link, the preferences, the languages, the fingerprint of the deal.

/** @import { Settings } from "#kit/preferences.js" */
/** @import { Game, Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { deal_details } from "#kit/deal_details.js";
import { set, settings } from "#kit/preferences.js";
import { close_outside } from "#room/dialogs.js";
import { evening_links } from "#room/evening.js";
import { show_hands_button } from "#room/open_hands.js";
import { onward_button } from "#room/people.js";
import { big_screen_link, hand_link } from "#room/sharing.js";

/** @type {Record<Settings["theme"], string>} */
const THEMES = { system: "Same as device", light: "Light", dark: "Dark" };
/** @type {Record<Settings["table"], string>} */
const TABLES = { felt: "Felt", walnut: "Walnut", azulejo: "Azulejo", night: "Night" };
/** @type {Record<Settings["pace"], string>} */
const PACES = { off: "Instantly", normal: "One at a time", slow: "Slowly" };

/**
 * @param {Page} page
 * @param {() => void} changed
 * @param {Game["settings"]} of_the_game  what a reader may set for this game alone
 */
export function menu(page, changed, of_the_game = []) {
  const { say, commands, boot, state } = page;
  const closed = () => page.change({ menu: false });
  return html`<dialog id="menu" aria-labelledby="menu-title" @close=${closed} @click=${close_outside}>
    <h2 id="menu-title">${say("Menu")}</h2>
    <div class="ways">
      <button type="button"
        @click=${commands.copy_link}>${state.copied ? say("Copied") : say("Copy invite link")}</button>
      <button type="button" @click=${commands.invite}>${say("QR code")}</button>
      ${big_screen_link(page)} ${hand_link(page)}
      <a class="button" href="/rules/${boot.game}" target="_blank">${say("Rules")}</a>
      <a class="button" href="/devices" target="_blank">${say("Your devices")}</a>
      ${
        boot.source ? html`<a class="button" href=${boot.source}>${say("The game this one goes on from")}</a>` : nothing
      }
      ${evening_links(page)}
      ${state.table.you.seats.map((seat) => onward_button(page, seat))} ${show_hands_button(page)}
    </div>
    ${own_settings(page, changed, of_the_game)} ${
      page.parts.languages?.of_the_room(page) ?? nothing
    } ${of_the_deal(page)}
    <p class="note">${say("The person who runs this server could look at everything hidden.")}</p>
    <form method="dialog"><button class="primary">${say("Close")}</button></form>
  </dialog>`;
}

/** @param {Page} page */
function of_the_deal({ say, boot, state: { table, deal_copied }, commands }) {
  if (!table.deal) return nothing;
  const { number, deal, lesson, goes_on: whose, state } = table;
  const of_the_game = { room: boot.room, number, commitment: deal, lesson, whose, is_over: state === "over" };
  return deal_details(say, of_the_game, deal_copied?.commitment === deal, () => commands.copy_deal(deal));
}

/**
 * @param {Page} page
 * @param {() => void} changed
 * @param {NonNullable<Game["settings"]>} of_the_game
 */
function own_settings(page, changed, of_the_game) {
  const { say } = page;
  const now = settings();
  const { always_confirm, no_shortcuts } = now;

  /** @param {Partial<Settings>} changes */
  function change(changes) {
    set(changes);
    changed();
  }
  /**
   * @template {"theme" | "table" | "pace"} Key
   * @param {Key} key
   * @param {Record<Settings[Key], string>} names
   */
  const radios = (key, names) =>
    /** @type {[Settings[Key], string][]} */ (Object.entries(names)).map(
      ([value, name]) => html`<label>
        <input type="radio" name=${key} value=${value} .checked=${now[key] === value}
          @change=${() => change({ [key]: value })} />
        ${say(name)}
      </label>`,
    );
  /** @param {string} name @param {boolean} on @param {Partial<Settings>} other */
  const box = (name, on, other) => html`<label>
    <input type="checkbox" .checked=${on} @change=${() => change(other)} />
    ${say(name)}
  </label>`;

  return html`
    <fieldset class="in-a-row">
      <legend>${say("Appearance")}</legend>
      ${radios("theme", THEMES)}
    </fieldset>
    <fieldset class="in-a-row">
      <legend>${say("Table")}</legend>
      ${radios("table", TABLES)}
    </fieldset>
    <fieldset class="in-a-row">
      <legend>${say("Other players’ moves")}</legend>
      ${radios("pace", PACES)}
    </fieldset>
    ${page.parts.alert_settings?.sound_settings(page) ?? nothing}
    <fieldset>
      <legend>${say("Playing")}</legend>
      ${page.parts.alert_settings?.call_settings(page) ?? nothing}
      ${box("Confirm every move", always_confirm, { always_confirm: !always_confirm })}
      ${box("Single-key shortcuts", !no_shortcuts, { no_shortcuts: !no_shortcuts })}
      ${of_the_game.map(([name, words]) => box(words, now[name], { [name]: !now[name] }))}
    </fieldset>`;
}
