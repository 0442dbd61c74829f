// @ts-check
// The gallery: every piece of the five games in every state, the controls of the pages, the design tokens. It draws
// with the same functions as the tables. It is for designers, so its own text is English only and translators do not
// see the sentences of static/gallery/.

import { html, render } from "lit-html";
import { furniture } from "#gallery/furniture.js";
import { switches } from "#gallery/switches.js";
import { draw_in } from "#gallery/tables.js";
import { tokens } from "#gallery/tokens.js";

/** @type {Record<string, string[]>} The style sheets of each game. */
const SHEETS = JSON.parse(document.getElementById("boot")?.textContent ?? "");
const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** @param {string} title @param {HTMLElement} where */
function titled(title, where) {
  const heading = document.createElement("h2");
  heading.textContent = title;
  where.append(heading);
}

/** A part of the page with a shadow tree of its own, so that the games’ styles do not interfere. @param {string} key */
async function section(key) {
  const where = document.createElement("section");
  where.id = key;
  main.append(where);
  const { title, whole } = await import(`#gallery/${key}.js`);
  titled(title, where);
  const host = document.createElement("div");
  where.append(host);
  await draw_in(host, SHEETS[key], whole);
}

render(switches(draw_tokens), /** @type {HTMLElement} */ (document.getElementById("switches")));
const shown = document.createElement("div");
const built = document.createElement("div");
main.append(shown, built);
draw_tokens();
render(furniture(), built);
await Promise.all(Object.keys(SHEETS).map(section));
document.documentElement.dataset.ready = "true";

/** Draws the tokens, again after a change of theme: they are read from the page. */
function draw_tokens() {
  guarded(() => render(html`${tokens()}`, shown));
}
