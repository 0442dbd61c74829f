// @ts-check
// What one's own figure offers where it stands: the six reactions, and the choice of another figure.

/** @import { Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { silence } from "#room/chat.js";
import { close_dialog, close_outside } from "#room/dialogs.js";
import { reaction_row } from "#room/reactions.js";

/** @param {Page} page */
export function figure_menu(page) {
  const { say, state, commands, change } = page;
  const { seat, x, y } = state.reacting ?? { seat: 0, x: 0, y: 0 };
  const put_away = () => change({ reacting: null });
  const close = () => close_dialog("figure-menu");

  function choose() {
    close();
    commands.choose_figure(seat);
  }

  return html`<dialog id="figure-menu" aria-label=${say("React, or choose your figure")} @close=${put_away}
    @click=${close_outside} .style=${`--x:${x}px;--y:${y}px`}>
    ${silence(page) ? nothing : reaction_row(page, close)}
    <button type="button" class="small" data-focus="choose-figure"
      @click=${choose}>${say("Choose your figure")}</button>
  </dialog>`;
}
