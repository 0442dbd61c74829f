// @ts-check
// Answers that are a set: pressing a piece adds or removes it, and one button of the prompt says what the whole set
// does. Nothing is sent before that button is pressed.

/** @import { Choice, Pick } from "#types/wire" */
/** @import { Drawing, Picking, Picture, PromptOffer, Say } from "#types/room" */
/** @import { Answer } from "#room/prompt.js" */
import { html, nothing } from "lit-html";

/**
 * The requested set, as chosen so far.
 * @param {object} now
 * @param {Pick} now.pick  what may be chosen, and how many
 * @param {number[]} now.chosen
 * @param {boolean} now.ready  whether an answer would be taken: connected, and none on its way
 * @param {(chosen: number[]) => void} now.choose
 * @returns {Picking}
 */
export function make_picking({ pick, chosen, ready, choose }) {
  const among = new Set(pick.among);
  const set = new Set(chosen.filter((item) => among.has(item)));
  const sorted = [...set].sort((a, b) => a - b);

  /** @param {number} item */
  function turn(item) {
    if (ready) choose(set.has(item) ? sorted.filter((other) => other !== item) : [...sorted, item]);
  }

  /** @type {Picking["stand_for"]} */
  function stand_for(item, named, { place = `pick-${item}`, digit, words = nothing } = {}) {
    if (!among.has(item)) return html`<span class="unseen">${named}</span>`;
    return html`<button type="button" class=${words === nothing ? "stand" : ""} data-focus=${place}
      data-digit=${digit ?? nothing} data-item=${item} aria-label=${named} aria-pressed=${String(set.has(item))}
      aria-disabled=${ready ? nothing : "true"} @click=${() => turn(item)}>${words}</button>`;
  }

  return {
    do: pick.do,
    least: pick.least,
    most: pick.most,
    among: pick.among,
    chosen: sorted,
    enough: set.size >= pick.least && set.size <= pick.most,
    move: { do: pick.do, [pick.field]: sorted },
    may: (item) => among.has(item),
    has: (item) => set.has(item),
    stand_for,
  };
}

/**
 * The set as an answer; none while too few or too many are chosen.
 * @param {Picking | null} picking
 * @returns {Choice[]}
 */
export const chosen_set = (picking) =>
  picking?.enough
    ? [{ move: picking.move, label: { text: "Choose these: {count}", with: { count: picking.chosen.length } } }]
    : [];

/**
 * The button that sends the set.
 * @param {Say} say
 * @param {PromptOffer} offer
 * @param {Picture} picture
 * @returns {Answer[]}
 */
export function set_button(say, { picking, press }, { set_label }) {
  if (!picking) return [];
  const [set] = chosen_set(picking);
  const count = picking.chosen.length;
  return [
    {
      choice: { move: picking.move, label: { text: "" } },
      label: set_label ?? say("Choose these: {count}", { count }),
      primary: true,
      disabled: !set,
      press: () => set && press(set, { put_together: count > 0 }),
    },
  ];
}

/**
 * Why the set cannot be sent yet, unless the board says so on the button; empty if it can.
 * @param {Say} say
 * @param {Picking} picking
 */
export function what_is_missing(say, { chosen, least, most, enough }) {
  if (enough) return "";
  if (chosen.length > most) return say("Chosen: {count}. At most {most}.", { count: chosen.length, most });
  return say("Chosen: {count}. At least {least}.", { count: chosen.length, least });
}

/**
 * Numbered buttons for the items, where no pieces stand for them.
 * @param {Say} say
 * @param {Picking} picking
 * @returns {Drawing}
 */
export const toggles = (say, { among, stand_for }) =>
  html`<div class="toggles" role="group" aria-label=${say("Choices")} data-roving>
    ${among.map((item) => stand_for(item, String(item + 1), { words: String(item + 1) }))}
  </div>`;
