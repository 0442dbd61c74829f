// @ts-check
// The menu: the link, the settings and the keys.

/** @import { Settings } from "#kit/settings.js" */
/** @import { Game, Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { onward_button } from "#kit/people.js";
import { set, settings } from "#kit/settings.js";

/** @type {Record<Settings["theme"], string>} */
const THEMES = { system: "As the device", light: "Light", dark: "Dark" };
/** What is printed on a key is the same in every language. */
const KEYS = {
  Tab: "Go through the page: players, table, prompt, your place, log",
  "← → ↑ ↓": "Move within a group of pieces",
  "1 … 9": "Go to a button of the prompt, or to the piece of that number; Enter presses it",
  Esc: "Take back what you picked",
  P: "Hear the prompt again",
  L: "Hear the last line of the log again",
  "/": "Write to the table",
  "?": "Show these keys",
};

/**
 * @param {Page} page
 * @param {() => void} changed
 * @param {Game["settings"]} of_the_game  what a reader may set for this game alone
 */
export function menu(page, changed, of_the_game = []) {
  const { say, wish, boot, reading, known } = page;
  queueMicrotask(open); // when it has been drawn
  const closed = () => {
    reading.menu = false;
    changed();
  };
  return html`<dialog id="menu" aria-labelledby="menu-title" @close=${closed} @click=${close_outside}>
    <h2 id="menu-title">${say("Menu")}</h2>
    <div class="ways">
      <button type="button" @click=${wish.copy_link}>${reading.copied ? say("Copied") : say("Copy invite link")}</button>
      <a class="button" href="/rules/${boot.game}" target="_blank">${say("Rules")}</a>
      ${known.table.you.seats.map((seat) => onward_button(page, seat))}
    </div>
    ${own_settings(page, changed, of_the_game)} ${page.parts.languages()?.of_the_room(page) ?? nothing}
    <h3 class="for-keys">${say("Keys")}</h3>
    <dl class="keys for-keys">
      ${Object.entries(KEYS).map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${say(what)}</dd></div>`)}
    </dl>
    <form method="dialog"><button class="primary">${say("Close")}</button></form>
  </dialog>`;
}

/**
 * @param {Page} page
 * @param {() => void} changed
 * @param {NonNullable<Game["settings"]>} of_the_game
 */
function own_settings(page, changed, of_the_game) {
  const { say } = page;
  const now = settings();
  const { theme, sound, always_confirm } = now;

  /** @param {Partial<Settings>} changes */
  function change(changes) {
    set(changes);
    changed();
  }
  /** @param {[string, string]} choice */
  const colours = ([value, name]) => html`<label>
    <input type="radio" name="theme" value=${value} .checked=${theme === value} @change=${() => change({ theme: /** @type {Settings["theme"]} */ (value) })} />
    ${say(name)}
  </label>`;
  /** @param {string} name @param {boolean} on @param {Partial<Settings>} other */
  const box = (name, on, other) => html`<label>
    <input type="checkbox" .checked=${on} @change=${() => change(other)} />
    ${say(name)}
  </label>`;

  return html`
    <fieldset>
      <legend>${say("Colours")}</legend>
      ${Object.entries(THEMES).map(colours)}
    </fieldset>
    <fieldset>
      <legend>${say("Playing")}</legend>
      ${box("A soft tone when I am asked", sound, { sound: !sound })}
      ${page.parts.calling()?.call_settings(page) ?? nothing}
      ${box("Always confirm: every answer takes two presses", always_confirm, { always_confirm: !always_confirm })}
      ${of_the_game.map(([name, words]) => box(words, now[name], { [name]: !now[name] }))}
    </fieldset>`;
}

/** A press beside the dialog closes it. @param {MouseEvent} event */
function close_outside({ target, currentTarget }) {
  if (target === currentTarget) /** @type {HTMLDialogElement} */ (currentTarget).close();
}

function open() {
  const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("menu"));
  if (!dialog?.open) dialog?.showModal();
}
