// @ts-check
// What a friend sees of a table that gathers: the game's picture, what it is, and a silent film of its rules. Who has
// opened the table sees the invitation first instead.

/** @import { Drawing, Page } from "#types/room" */
import { html, nothing } from "lit-html";

/** The film's place stays when the page is drawn again. The film comes later, and nothing moves for it. */
const screen = document.createElement("div");
screen.className = "film";
let is_called = false;

/**
 * Nothing where the page came while there was nobody to welcome: it has no words for it then.
 * @param {Page} page
 * @returns {Drawing}
 */
export function welcome(page) {
  const { say, boot, known } = page;
  const { box } = boot;
  if (!box) return nothing;
  if (!is_called) call_film(page);
  const { seats, host } = known.table;
  const name = host === null ? null : seats[host].name;
  return html`<section class="welcome" aria-labelledby="welcome">
    <div class="picture"></div>
    <h2 id="welcome">${
      name
        ? say("{name} invites you to {game}", { name, game: boot.card.title })
        : say("A table for {game}", { game: boot.card.title })
    }</h2>
    <p>${say(box.about)}</p>
    <p class="box-facts">${box.facts.map((fact) => html`<span>${say(fact)}</span> `)}</p>
    ${/** @type {Drawing} */ (/** @type {unknown} */ (screen))}
  </section>`;
}

/** Without it the page has a smaller picture, and all else. @param {Page} page */
async function call_film({ boot, say }) {
  is_called = true;
  try {
    const { show_film } = await import("#room/film.js");
    await show_film(screen, boot, say);
  } catch {
    screen.remove();
  }
}
