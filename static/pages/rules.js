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

render(sprites?.(say), document.body.appendChild(document.createElement("div")));
for (const figure of /** @type {NodeListOf<HTMLElement>} */ (article.querySelectorAll("figure[data-figure]"))) fill(figure);

/** @param {HTMLElement} figure */
function fill(figure) {
  const drawn = known[figure.dataset.figure ?? ""];
  const place = document.createElement("div");
  figure.prepend(place);
  if (typeof drawn === "function") render(stage(drawn()), place);
  else show_example(drawn, place, say);
  figure.dataset.drawn = "true";
}
