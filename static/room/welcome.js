// @ts-check
// What a guest sees before the game: the game's picture, its description, and a silent film of its rules. Whoever
// opened the table sees the invitation first instead.

/** @import { Drawing, Page } from "#types/room" */
import { html, nothing } from "lit-html";

/** The film's element survives redraws. The film comes later, and nothing moves for it. */
const screen = document.createElement("div");
screen.className = "film";
let is_called = false;

/**
 * Nothing if the page was loaded while there was nobody to welcome: then it lacks the texts.
 * @param {Page} page
 * @returns {Drawing}
 */
export function welcome(page) {
  const { say, boot, state } = page;
  const { box } = boot;
  if (!box) return nothing;
  if (!is_called) call_film(page);
  const { seats, host } = state.table;
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

/** Loads the film. Without it the page has a smaller picture, and everything else. @param {Page} page */
async function call_film({ boot, say }) {
  is_called = true;
  try {
    const { show_film } = await import("#room/film.js");
    await show_film(screen, boot, say);
  } catch {
    screen.remove();
  }
}
