// @ts-check
// Several seats on one device (hot seat): a curtain hides every view between turns, until the next player confirms
// being there. Nothing is merely covered: the page requests a spectator's frame and forgets the rest.

/** @import { Answer, Prompt } from "#room/prompt.js" */
/** @import { Drawing, Page } from "#types/room" */
import { html, nothing, svg } from "lit-html";
import { name_of } from "#room/seats.js";
import { seat_beside } from "#state/room.js";
import { asked_here, is_curtain_down } from "#state/sides.js";

/**
 * The prompt with a curtain: who takes the device, and how players who are not asked look at their side, such as to
 * take a move back.
 * @param {Page} page
 * @param {Prompt} prompt  what it says to those who have one seat
 * @returns {Prompt}
 */
export function with_curtain(page, prompt) {
  const { say, state, commands } = page;
  const { table, frame } = state;
  if (table.state !== "playing") return prompt;
  if (!is_curtain_down(table)) return { ...prompt, answers: [...prompt.answers, ...hide_button(page)] };
  const seat = asked_here(table, frame);
  const idle = frame ? table.you.seats.filter((other) => !frame.asked.includes(other)) : [];
  if (seat === null || table.paused)
    return { ...prompt, lead: "", answers: [...prompt.answers, ...idle.map(show_button)] };
  const words = { name: name_of(page, seat) };
  return {
    sentence: say("Hand the device to {name}.", words),
    detail: say("No one else should look at it now."),
    asked: true,
    answers: [
      { label: say("I am {name}", words), primary: true, place: `look-${seat}`, press: () => commands.look(seat) },
      ...idle.map(show_button),
    ],
  };

  /** @param {number} seat @returns {Answer} */
  function show_button(seat) {
    const label = say("Show {name}’s side", { name: name_of(page, seat) });
    return { label, place: `look-${seat}`, press: () => commands.look(seat) };
  }
}

/** Nothing while they are asked: they continue instead. @param {Page} page @returns {Answer[]} */
function hide_button(page) {
  const { say, state, commands } = page;
  const { you } = state.table;
  if (you.seat === null || state.frame?.asked.includes(you.seat)) return [];
  const label = say("Hide {name}’s side", { name: name_of(page, you.seat) });
  return [{ label, place: "look-nowhere", press: () => commands.look(null) }];
}

/** The curtain, in place of the reader's own seat. @param {Page} page @returns {Drawing} */
export function curtain(page) {
  const { say, state } = page;
  if (!is_curtain_down(state.table)) return nothing;
  const names = state.table.you.seats.map((seat) => name_of(page, seat));
  return html`<section class="place curtain" aria-label=${say("Your place")}>
    <h2 class="unseen">${say("Your place")}</h2>
    ${CLOTH}
    <p>${say("The sides of {names} are hidden.", { names })}</p>
  </section>`;
}

const FOLDS = [24, 61, 103, 142, 178, 221, 259, 296, 338, 377];
const CLOTH = svg`<svg class="folds" viewBox="0 0 400 60" preserveAspectRatio="none" aria-hidden="true">
  <path class="rod" d="M0 3H400"></path>
  ${FOLDS.map(
    (x, nth) => svg`<path
    d="M${x} 5C${x + (nth % 2 ? 5 : -6)} 22 ${x + (nth % 3) * 3 - 4} 40 ${x + (nth % 2 ? -3 : 4)} 57"></path>`,
  )}
</svg>`;

/**
 * Gives a free seat to somebody beside the reader.
 * @param {Page} page
 */
export function beside_form({ say, state, commands, change, boot }) {
  const seat = seat_beside(state.beside, state.table) ?? 0;
  const refused = state.refusal && state.named_beside?.seat === seat ? state.named_beside.also : "";
  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const also = String(new FormData(form).get("name")).trim();
    if (state.connection !== "open" || !also) return;
    change({ named_beside: { seat, also } });
    commands.ask({ type: "sit", seat, also });
    form.reset();
  }
  return html`<form class="name-form" @submit=${submit}>
    <input name="name" aria-labelledby="prompt" dir="auto" data-focus="beside" required maxlength=${boot.longest_name}
      autocomplete="off" enterkeyhint="done" .value=${refused} />
    <button class="primary">${say("Take seat {number}", { number: seat + 1 })}</button>
  </form>`;
}
