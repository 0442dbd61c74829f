// @ts-check
// What somebody asks of the others, in the prompt bar: a seat of the host, a move back or the game's end of the players.

/** @import { Drawing, Page } from "#types/room" */
/** @import { Matter } from "#types/wire" */
import { html, nothing } from "lit-html";
import { name_of } from "#kit/seats.js";

/** @type {Record<Matter, string>} */
const ASKS = {
  undo: "{name} would like to take a move back.",
  end: "{name} would like to end this game.",
};
/** @type {Record<Matter, string>} */
const WAITS = {
  undo: "You asked to take your move back. Waiting for {names}.",
  end: "You proposed to end this game. Waiting for {names}.",
};

/** @param {Page} page */
export function together(page) {
  const { you, state } = page.known.table;
  return [proposal(page), you.host && state !== "playing" ? seat_wishes(page) : nothing];
}

/** @param {Page} page @returns {Drawing} */
function proposal(page) {
  const { say, known, wish } = page;
  const { proposal: proposed, you } = known.table;
  if (!proposed) return nothing;
  const { matter, seat, waiting } = proposed;
  if (you.seats.includes(seat)) {
    const names = waiting.map((other) => name_of(page, other));
    return ask(page, "proposal", say(WAITS[matter], { names }), [
      [say("Withdraw"), () => wish.ask({ type: "agree", yes: false, ...as(page, seat) })],
    ]);
  }
  const own = waiting.filter((other) => you.seats.includes(other));
  if (!own.length) return nothing;
  /** @param {boolean} yes */
  const answer = (yes) => {
    for (const other of yes ? own : own.slice(0, 1)) wish.ask({ type: "agree", yes, ...as(page, other) });
  };
  return ask(page, "proposal", say(ASKS[matter], { name: name_of(page, seat) }), [
    [say("Agree"), () => answer(true)],
    [say("No, play on"), () => answer(false)],
  ]);
}

/** Said only by who has several seats on this device. @param {Page} page @param {number} seat */
export const as = ({ known }, seat) => (known.table.you.seats.length > 1 ? { seat } : {});

/** @param {Page} page @returns {Drawing} */
function seat_wishes(page) {
  const { say, known, wish } = page;
  return known.table.wishes.map(({ name, seat }, nth) =>
    ask(page, `wish-${nth}`, say("{name} would like to sit on seat {number}.", { name, number: seat + 1 }), [
      [say("Let sit"), () => wish.ask({ type: "admit", name, yes: true }), say("Let sit: {name}", { name })],
      [say("No"), () => wish.ask({ type: "admit", name, yes: false }), say("No: {name}", { name })],
    ]),
  );
}

/**
 * @param {Page} page
 * @param {string} id
 * @param {string} sentence
 * @param {[label: string, press: () => void, full_label?: string][]} answers
 * @returns {Drawing}
 */
function ask({ known }, id, sentence, answers) {
  const off = known.connection !== "open";
  return html`<div class="ask" role="group" aria-label=${sentence}>
    <p>${sentence}</p>
    <div class="buttons">
      ${answers.map(
        ([label, press, full_label], nth) => html`<button type="button" data-focus="${id}-${nth}"
          aria-label=${full_label ?? nothing} aria-disabled=${off ? "true" : nothing} @click=${() => off || press()}>${label}</button>`,
      )}
    </div>
  </div>`;
}
