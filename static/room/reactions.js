// @ts-check
// Reactions: six faces to choose from; what is chosen rises from its sender's figure: bubbles.js.

/** @import { Page } from "#types/room" */
/** @import { Reaction } from "#types/wire" */
import { html, nothing } from "lit-html";
import { COMPACT } from "#kit/screen.js";
import { REACTION_WORDS } from "#room/news.js";

const FACE = "M12 2a10 10 0 1 0 .1 0z";
const EYES = "M8.5 8.6v1.4M15.5 8.6v1.4";
/** Strokes on a square of 24 by 24. @type {Record<Reaction, string>} */
const STROKES = {
  bravo: "M12 2.6l2.8 6 6.6.8-4.9 4.5 1.3 6.5-5.8-3.2-5.8 3.2 1.3-6.5L2.6 9.4l6.6-.8z",
  laugh: `${FACE}M6.6 13h10.8a5.4 5.4 0 0 1-10.8 0zM7 9.6l2-1.4 2 1.4M13 9.6l2-1.4 2 1.4`,
  wow: `${FACE}${EYES}M12 13a2.6 2.8 0 1 0 .1 0z`,
  ouch: `${FACE}M7 7.6l3 2-3 2M17 7.6l-3 2 3 2M7.5 17q1.5-2.4 3-1t3 0 3 1`,
  thinking: `${FACE}${EYES}M8.5 16l7-1.4M7.6 6.2l2.4-.6`,
  hurry:
    "M6 2.6h12M6 21.4h12M7.4 2.8c0 5 4.6 6.2 4.6 9.2s-4.6 4.2-4.6 9.2M16.6 2.8c0 5-4.6 6.2-4.6 9.2s4.6 4.2 4.6 9.2",
};

/** @param {Reaction} what */
export const face = (what) =>
  html`<svg class="face" viewBox="0 0 24 24" aria-hidden="true"><path d=${STROKES[what]} /></svg>`;

const rail_covers = matchMedia(COMPACT);

/** The buttons. @param {Page} page @param {() => void} [close]  what they are in, if that is no part of the page */
export function reaction_row(page, close) {
  const { say, state, commands } = page;
  const off = state.connection !== "open";
  const place = close ? "menu-react-" : "react-";
  /** @param {Reaction} what */
  function react(what) {
    commands.ask({ type: "react", what });
    close?.();
    if (state.rail_open && rail_covers.matches) commands.toggle_rail(); // so that it is seen at the table
  }
  return html`<div class="reactions" role="group" aria-label=${say("React")} data-roving>
    ${names().map(
      (what) => html`<button type="button" data-focus=${place + what} aria-disabled=${off ? "true" : nothing}
        @click=${() => off || react(what)}>${face(what)}${say(REACTION_WORDS[what])}</button>`,
    )}
  </div>`;
}

const names = () => /** @type {Reaction[]} */ (Object.keys(REACTION_WORDS));
