// @ts-check
// Answers that are a set: pressing a piece adds or removes it, and one button of the prompt says what the whole set
// does. Nothing is sent before that button is pressed.

/** @import { Pick } from "#types/wire" */
/** @import { Drawing, Offer, Picking, Say } from "#types/room" */
/** @import { Answer } from "#room/prompt.js" */
import { html, nothing } from "lit-html";

/**
 * The state of the requested set during one drawing of the page.
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
  const enough = set.size >= pick.least && set.size <= pick.most;
  /** @type {Set<number>} */
  const stood_for = new Set();
  /** @type {string | undefined} */
  let label;

  /** @param {number} item */
  function turn(item) {
    if (ready) choose(set.has(item) ? sorted.filter((other) => other !== item) : [...sorted, item]);
  }

  /** @type {Picking["stand_for"]} */
  function stand_for(item, named, { place = `pick-${item}`, digit, words = nothing } = {}) {
    if (!among.has(item)) return html`<span class="unseen">${named}</span>`;
    stood_for.add(item);
    return html`<button type="button" class=${words === nothing ? "stand" : ""} data-focus=${place}
      data-digit=${digit ?? nothing} aria-label=${named} aria-pressed=${String(set.has(item))}
      aria-disabled=${ready ? nothing : "true"} @click=${() => turn(item)}>${words}</button>`;
  }

  return {
    do: pick.do,
    least: pick.least,
    most: pick.most,
    chosen: sorted,
    enough,
    may: (item) => among.has(item),
    has: (item) => set.has(item),
    stand_for,
    rest: () => pick.among.filter((item) => !stood_for.has(item)),
    call(words) {
      label = words;
    },
    label: () => label,
    move: () => ({ do: pick.do, [pick.field]: sorted }),
  };
}

/**
 * The button that sends the set.
 * @param {Say} say
 * @param {Offer} offer
 * @param {Picking} picking
 * @returns {Answer}
 */
export const commit_button = (say, { commit }, picking) => ({
  choice: { move: picking.move(), label: { text: "" } },
  label: picking.label() ?? say("Choose these: {count}", { count: picking.chosen.length }),
  primary: true,
  disabled: !picking.enough,
  press: commit,
});

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
 * Elements without a piece, as numbered buttons.
 * @param {Say} say
 * @param {Picking} picking
 * @returns {Drawing}
 */
export function toggles(say, picking) {
  const rest = picking.rest();
  if (!rest.length) return nothing;
  return html`<div class="toggles" role="group" aria-label=${say("Choices")} data-roving>
    ${rest.map((item) => picking.stand_for(item, String(item + 1), { words: String(item + 1) }))}
  </div>`;
}
