// @ts-check
// The dialog in which players choose how they are shown at the table.

/** @import { Page } from "#types/room" */
/** @import { Figure } from "#types/wire" */
import { html } from "lit-html";
import { FIGURES, person } from "#kit/person.js";
import { close_dialog, close_outside } from "#room/dialogs.js";

/** @type {Record<Figure, string>} */
const NAMES = {
  fox: "Fox",
  owl: "Owl",
  hare: "Hare",
  cat: "Cat",
  fish: "Fish",
  snail: "Snail",
  bear: "Bear",
  heron: "Heron",
  hedgehog: "Hedgehog",
  turtle: "Turtle",
  bee: "Bee",
  whale: "Whale",
};

/** @param {Page} page */
export function figures(page) {
  const { say, state, commands, change } = page;
  const seat = state.figuring ?? 0;
  const now = state.table.seats[seat]?.figure ?? FIGURES[seat];

  /** @param {Figure} figure */
  function choose(figure) {
    close_dialog("figures");
    if (figure !== now) commands.ask({ type: "figure", figure, seat });
  }

  const put_away = () => change({ figuring: null });

  return html`<dialog id="figures" aria-labelledby="figures-title" @close=${put_away} @click=${close_outside}>
    <h2 id="figures-title" tabindex="-1" autofocus>${say("Your figure")}</h2>
    <p>${say("The coat has the colour of your seat, and as many notches as its number.")}</p>
    <div class="choose-figure" role="group" aria-labelledby="figures-title" data-roving="grid">
      ${FIGURES.map(
        (figure) => html`<button type="button" aria-pressed=${String(figure === now)} data-focus="figure-${figure}"
          @click=${() => choose(figure)}>
          ${person(seat, figure, figure === now ? "happy" : "rest")}<span>${say(NAMES[figure])}</span></button>`,
      )}
    </div>
    <form method="dialog"><button class="primary">${say("Close")}</button></form>
  </dialog>`;
}
