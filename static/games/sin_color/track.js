// @ts-check
// The turn's steps in order, and beside the stacks the effect of each face of a die.

import { html, nothing, svg } from "lit-html";
import { side_name } from "#games/sin_color/words.js";
/** @import { Drawing } from "#types/room" */
/** @import { Scene } from "#types/sin_color" */
/** @import { Step, View } from "#types/views/sin_color" */
/** @import { Value } from "#types/views/piecepack" */
import { name_line } from "#kit/person.js";
import { die } from "#kit/piecepack.js";

/** The top of a stack goes to the bottom; the style sheet turns it around for the reverse. */
const FROM_END_TO_END = svg`<path d="M2 6H11M2 12H11M2 18H11M14 5C23 5 23 18 15 18M18 14.5L14.5 18L18 21.5"></path>`;
/** @type {Record<View["deeds"][number], { words: string, sign: Drawing }>} */
const EFFECTS = {
  nothing: { words: "nothing", sign: svg`<path d="M6 12H18"></path>` },
  pay: {
    words: "pay a coin",
    sign: svg`<circle cx="12" cy="15" r="6"></circle><path d="M12 6V1M9 4L12 1L15 4"></path>`,
  },
  sink: { words: "top tile to the bottom", sign: FROM_END_TO_END },
  raise: { words: "bottom tile to the top", sign: FROM_END_TO_END },
};

/**
 * The steps of this turn as far as they are known: a trade, the dice in order of use, a payment.
 * @param {Scene} scene
 * @returns {Drawing}
 */
export function steps({ say, view, offer }) {
  const { turn, steps } = view;
  if (turn === null) return html`<p class="sc-steps"></p>`;
  const throws = steps.length > 0 || offer.among("order").length > 0;
  return html`<ol class="sc-steps" aria-label=${say("Steps of this turn")}>
    ${station(say("Trade"), turn, !throws, throws)}
    ${
      steps.length
        ? steps.map((step, nth) => station(what(step), name_again(steps, nth), nth === 0, false))
        : [station(say("Throw"), null, throws, false), station(say("Pay"), null, false, false)]
    }
  </ol>`;

  /** Whether to name the player again: once for several steps in a row. @param {Step[]} all @param {number} nth */
  function name_again(all, nth) {
    const before = nth ? all[nth - 1].seat : turn;
    return all[nth].seat === before ? null : all[nth].seat;
  }

  /**
   * @param {Drawing} what
   * @param {number | null} seat  to be named
   * @param {boolean} now
   * @param {boolean} done
   */
  function station(what, seat, now, done) {
    return html`<li>${seat === null ? nothing : name_line(say("{seat}", { seat: { seat } }))}<span
      class="sc-step ${now ? "sc-now" : done ? "sc-done" : ""}"
      aria-current=${now ? "step" : nothing}>${what}</span></li>`;
  }

  /** @param {Step} step */
  function what({ die: thrown }) {
    if (thrown === null) return say("Pay");
    return html`${die(null, thrown)}<span class="unseen">${side_name(say, thrown)}</span>`;
  }
}

/** The effects of a die's faces; the present question is marked. @param {Scene} scene @returns {Drawing} */
export function effects({ say, view }) {
  const asked = view.steps[0]?.die ?? null;
  return html`<ul class="sc-effects" aria-label=${say("What the die does")}>${Object.entries(EFFECTS).map(
    ([deed, { words, sign }]) => {
      const faces = /** @type {Value[]} */ ([...view.deeds.keys()].filter((face) => view.deeds[face] === deed));
      const now = asked !== null && faces.includes(asked);
      return html`<li class=${now ? "sc-now" : ""} aria-current=${now ? "true" : nothing}>
        ${faces.map((face) => die(null, face))}<span
        class="unseen">${faces.map((face) => side_name(say, face)).join(", ")}: </span>
        <svg class="sc-sign" viewBox="0 0 24 24" aria-hidden="true">${sign}</svg>
        <span class="sc-words">${say(words)}</span>
      </li>`;
    },
  )}</ul>`;
}
