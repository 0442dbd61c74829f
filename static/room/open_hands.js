// @ts-check
// Hands that the players open to spectators: the question to the players, and who has agreed. While they are open a
// frame is around every page, and the bar says what it means, with a button to hide them, or a choice of eyes.

/** @import { Drawing, Page } from "#types/room" */
/** @import { Request } from "#room/proposals.js" */
/** @import { State } from "#state/state.js" */
/** @import { HandsView } from "#types/wire" */
import { html, nothing } from "lit-html";
import { name_of } from "#room/seats.js";

/** For players: some have agreed, and others have yet to. @param {Page} page @returns {Request[]} */
export function hands_request(page) {
  const { hands, you } = page.state.table;
  return hands && !hands.open && hands.agreed.length && you.seats.length ? [asked(page, hands)] : [];
}

/** @param {Page} page @param {HandsView} hands @returns {Request} */
function asked(page, hands) {
  const { say, state } = page;
  const { agreed, waiting } = hands;
  const own = waiting.filter((seat) => state.table.you.seats.includes(seat));
  /** @param {number[]} some */
  const names = (some) => some.map((seat) => name_of(page, seat));
  return {
    id: "hands",
    sentence: say(own.length ? "Shall spectators see the hands of all?" : "You would let spectators see all hands."),
    seat: agreed[0],
    answered: [
      late(page, hands),
      say("Agreed: {names}.", { names: names(agreed) }),
      say("Still to answer: {names}.", { names: names(waiting) }),
    ],
    answers: own.length
      ? [
          [say("Agree"), () => show_hands(page, own)],
          [say("No"), () => hide_hands(page)],
        ]
      : [[say("Withdraw"), () => hide_hands(page)]],
  };
}

/** @param {Page} page @param {HandsView} hands */
const late = ({ say }, { moves, seconds }) =>
  say("They see them late, by {moves} moves and {seconds} s at least.", { moves, seconds });

/** @param {Page} page @param {number[]} seats */
function show_hands(page, seats) {
  for (const seat of seats) page.commands.ask({ type: "open_hands", yes: true, ...as(page, seat) });
}

/** Any seat may, and one is enough. @param {Page} page */
const hide_hands = (page) =>
  page.commands.ask({ type: "open_hands", yes: false, ...as(page, page.state.table.you.seats[0]) });

/** The seat, named only if several are played on this device. @param {Page} page @param {number} seat */
const as = ({ state }, seat) => (state.table.you.seats.length > 1 ? { seat } : {});

// --- While they are open -------------------------------------------------------------------------------------

/**
 * In words what the frame around the page means, and what this reader may do about it.
 * @param {Page} page
 * @returns {Drawing}
 */
export function hands_strip(page) {
  const { say, state } = page;
  if (!state.table.hands?.open) return nothing;
  const words = say("Spectators see the hands");
  return html`<div class="hands-strip" role="group" aria-label=${words}>
    <b>${words}</b>
    ${
      state.table.you.seats.length
        ? html`<button type="button" data-focus="hide-hands"
            @click=${() => hide_hands(page)}>${say("Hide our hands")}</button>`
        : choice_of_eyes(page)
    }
  </div>`;
}

/** For spectators: with whose eyes they look. @param {Page} page @returns {Drawing} */
export function choice_of_eyes(page) {
  const { say, state } = page;
  if (!state.table.you.sees_hands) return nothing;
  const choose = (/** @type {Event} */ event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    look_with(value === "" ? null : Number(value), page.dispatch);
  };
  /** @param {number | null} eyes @param {string} words */
  const option = (eyes, words) => html`<option value=${eyes ?? ""} .selected=${eyes === state.eyes}>${words}</option>`;
  return html`<select aria-label=${say("Whose eyes?")} data-focus="eyes" @change=${choose}>
    ${option(null, say("As a spectator"))}
    ${state.table.seats.map((_, seat) => option(seat, say("With {name}’s eyes", { name: name_of(page, seat) })))}
  </select>`;
}

/** @param {number | null} eyes @param {Page["dispatch"]} dispatch */
function look_with(eyes, dispatch) {
  dispatch({ type: "change", fields: { eyes, eyes_asked: true } });
  dispatch({ type: "say", message: { type: "look", seat: eyes } });
}

/**
 * The frame around the page. Each connection begins without the choice of the one before; where hands are not open any
 * more, it is void.
 * @param {State} state
 * @param {Page["dispatch"]} dispatch
 */
export function follow_drawing({ table, eyes, eyes_asked, connection }, dispatch) {
  document.documentElement.toggleAttribute("data-hands-open", !!table?.hands?.open);
  if (eyes === null || connection !== "open") return;
  if (!table?.you.sees_hands) dispatch({ type: "change", fields: { eyes: null } });
  else if (table.you.eyes === undefined && !eyes_asked) look_with(eyes, dispatch);
}

/** What is said of a spectator before the question: with whose eyes they watch. @param {Page} page */
export function lead_of_spectator({ say, state }) {
  const { eyes, frame, table } = state;
  if (eyes === null || !table.hands) return say("Watching.");
  const { moves, seconds } = table.hands;
  const name = name_of({ state, say }, eyes);
  if (frame?.delayed) return say("Watching with {name}’s eyes, with a delay.", { name });
  return say("Watching. {name}’s hand comes later, after {moves} moves and {seconds} s.", { name, moves, seconds });
}

/** For the menu: a player proposes it. @param {Page} page @returns {Drawing} */
export function show_hands_button(page) {
  const { say, state, change } = page;
  const { hands, you } = state.table;
  const own = hands?.waiting.filter((seat) => you.seats.includes(seat)) ?? [];
  if (!own.length) return nothing;
  const press = () => {
    change({ menu: false });
    show_hands(page, own);
  };
  return html`<button type="button" @click=${press}>${say("Show our hands to spectators")}</button>`;
}
