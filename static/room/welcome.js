// @ts-check
// What a guest sees before the game: the game's picture, its description, and a silent film of its rules. Whoever
// opened the table sees the invitation first instead.

/** @import { Drawing, Page } from "#types/room" */
import { html, nothing } from "lit-html";

/**
 * Nothing if the page was loaded while there was nobody to welcome: then it lacks the texts.
 * @param {Page} page
 * @returns {Drawing}
 */
export function welcome(page) {
  const { say, boot, state } = page;
  const { box } = boot;
  if (!box) return nothing;
  const { seats, host } = state.table;
  const name = host === null ? null : seats[host].name;
  return html`<section class="welcome" aria-labelledby="welcome">
    <h2 id="welcome">${
      name
        ? say("{name} invites you to {game}", { name, game: boot.card.title })
        : say("A table for {game}", { game: boot.card.title })
    }</h2>
    <p>${say(box.about)}</p>
    <p class="box-facts">${box.facts.map((fact) => html`<span>${say(fact)}</span> `)}</p>
    ${page.film}
  </section>`;
}
