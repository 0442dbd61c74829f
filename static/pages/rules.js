// @ts-check
// The rules page: draws each figure above its caption, with the pieces of the table.

/** @import { Figures, FiguresOfGame } from "#types/figures" */
import { render } from "lit-html";
import { show_example } from "#kit/example.js";
import { stage } from "#kit/figures.js";
import { teller } from "#kit/text.js";

const say = teller(String);
const article = /** @type {HTMLElement} */ (document.querySelector("article[data-game]"));
// Not awaited here: its imports are in the same file as this module, and would wait for it.
import(`#games/${article.dataset.game}/figures.js`).then((of_the_game) => guarded(() => draw(of_the_game)));

/** @param {FiguresOfGame} of_the_game */
function draw({ figures, sprites }) {
  const known = figures(say);
  render(sprites?.(say), document.body.appendChild(document.createElement("div")));
  for (const figure of /** @type {NodeListOf<HTMLElement>} */ (article.querySelectorAll("figure[data-figure]")))
    fill(figure, known[figure.dataset.figure ?? ""]);
}

/** @param {HTMLElement} figure @param {Figures[string]} drawn */
function fill(figure, drawn) {
  const place = document.createElement("div");
  figure.prepend(place);
  if (typeof drawn === "function") render(stage(drawn()), place);
  else show_example(drawn, place, say);
  figure.dataset.drawn = "true";
}
