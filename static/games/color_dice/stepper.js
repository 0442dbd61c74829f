// @ts-check
// A number field with − and +. Each button is labelled with the number it leads to.

/** @import { Drawing } from "#types/room" */
import { html } from "lit-html";

/**
 * @typedef {object} Step
 * @property {string} name  what it would become, in words
 * @property {() => void} press
 */

/**
 * @param {object} stepper
 * @param {string} stepper.key  its name among all that can have the focus
 * @param {string} stepper.title
 * @param {Drawing} stepper.drawing  what is counted, as a picture
 * @param {number} stepper.count
 * @param {Step | null} stepper.less  null: it cannot be less
 * @param {Step | null} stepper.more
 */
export const stepper = ({
  key,
  title,
  drawing,
  count,
  less,
  more,
}) => html`<div class="cd-stepper" role="group" aria-label=${title}>
  <span class="cd-counted" aria-hidden="true">${drawing}<span>${title}</span></span>
  ${button(`${key}-less`, "−", less, title)}
  <b class="cd-count-of">${count}</b>
  ${button(`${key}-more`, "+", more, title)}
</div>`;

/**
 * @param {string} place
 * @param {string} sign
 * @param {Step | null} step
 * @param {string} title
 */
const button = (place, sign, step, title) => html`<button type="button" class=${step ? "" : "off"} data-focus=${place}
  aria-label=${step ? step.name : `${title} ${sign}`} aria-disabled=${step ? "false" : "true"}
  @click=${() => step?.press()}>${sign}</button>`;
