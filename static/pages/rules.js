// @ts-check
// The rules page: above the caption of each figure, what it describes is drawn with the pieces of the table.

/** @import { FiguresOfGame } from "#types/figures" */
import { render } from "lit-html";
import { show_example } from "#kit/example.js";
import { stage } from "#kit/figures.js";
import { teller } from "#kit/text.js";

const say = teller(String);
const article = /** @type {HTMLElement} */ (document.querySelector("article[data-game]"));
/** @type {FiguresOfGame} */
const { figures, sprites } = await import(`#games/${article.dataset.game}/figures.js`);
const known = figures(say);

render(sprites?.(say), container(article));
for (const figure of /** @type {NodeListOf<HTMLElement>} */ (article.querySelectorAll("figure[data-figure]"))) fill(figure);

/** @param {HTMLElement} figure */
function fill(figure) {
  const drawn = known[figure.dataset.figure ?? ""];
  const place = container(figure);
  if (typeof drawn === "function") render(stage(drawn()), place);
  else show_example(drawn, place, say);
  figure.dataset.drawn = "true";
}

/** A place of its own for what is drawn, before all else. @param {HTMLElement} where */
function container(where) {
  const place = document.createElement("div");
  where.prepend(place);
  return place;
}
