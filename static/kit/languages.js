// @ts-check
// The choice of language in a room or a replay. The server remembers it; the page keeps its state and typed text.

/** @import { Language, Page, Say } from "#types/room" */
import { html, nothing } from "lit-html";
import { announce } from "#kit/announce.js";
import { bring_letters } from "#kit/pieces.js";
import { language, speak } from "#kit/text.js";

/**
 * A link for each language, under its own name. Without scripts it would reload the page.
 * @param {Say} say
 * @param {Language[]} languages
 * @param {(language: Language) => void} choose
 */
export function language_links(say, languages, choose) {
  /** @param {Event} event @param {Language} chosen */
  function press(event, chosen) {
    event.preventDefault();
    choose(chosen);
  }
  /** @param {Language} each */
  const link = (each) => html`<li>
    <a href="?language=${each.tag}" lang=${each.locale} hreflang=${each.locale} data-focus="language-${each.tag}"
      aria-current=${each.locale === language() ? "true" : nothing}
      @click=${(/** @type {Event} */ event) => press(event, each)}>${each.name}</a>
  </li>`;
  return html`<nav class="languages" aria-labelledby="languages">
    <h3 id="languages">${say("Language")}</h3>
    <ul>${languages.map(link)}</ul>
  </nav>`;
}

/** Asks the server to remember this language. Rejects if it does not. @param {Language} language */
export async function keep_language({ tag }) {
  const answer = await fetch(`?language=${tag}`);
  if (!answer.ok) throw new Error(String(answer.status));
}

/** For the menu of a room. @param {Page} page */
export const of_the_room = (page) =>
  language_links(page.say, page.boot.languages, (language) => void change_to(page, language));

/** @param {Page} page @param {Language} language */
async function change_to({ say, boot, parts, redraw }, language) {
  try {
    await keep_language(language);
    const push = boot.push === null ? null : parts.push;
    push?.renew(boot).catch(() => undefined); // notifications are in it, too
    await speak(language.locale, language.catalogs);
    await bring_letters();
    name_around(say);
  } catch {
    announce([say("The server does not answer. Check your connection and try again.")]);
  }
  redraw();
}

/** Translates the parts of the page that the server wrote. @param {Say} say */
function name_around(say) {
  const [skip, home] = ["a.skip", "a.home"].map((link) => /** @type {HTMLElement} */ (document.querySelector(link)));
  skip.textContent = say("Skip to the table");
  home.ariaLabel = say("Tertulia, to the start page");
}
