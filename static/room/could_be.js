// @ts-check
// What everything hidden could be as far as the player could know, in a game against bots alone.

/** @import { Drawing, Page } from "#types/room" */
/** @import { Text } from "#types/wire" */
import { html } from "lit-html";
import { drawn_with } from "#kit/could_be.js";
import { close_outside } from "#room/dialogs.js";

/**
 * The dialog, with a game's own pieces.
 * @param {(name: string, where: Text) => Drawing} drawn
 */
export function of_game(drawn) {
  const places = drawn_with(drawn);

  /** While it is open. @param {Page} page */
  function could_be({ say, state, change }) {
    const told = state.could_be;
    const of = say("What you could know now with a perfect memory, from all that you have seen and heard.");
    return html`<dialog id="could-be" aria-labelledby="could-be-title" @click=${close_outside}
      @close=${() => change({ wonders: false })}>
      <h2 id="could-be-title">${say("What could it be?")}</h2>
      ${
        told && "places" in told
          ? places({ say, of, ...told })
          : html`<p class="nothing-yet">${say(told ?? "One moment…")}</p>`
      }
      <form method="dialog"><button class="primary">${say("Close")}</button></form>
    </dialog>`;
  }
  return { could_be };
}
