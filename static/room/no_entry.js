// @ts-check
// The page without a table: a locked room's password prompt, a farewell, a game closed to spectators.

/** @import { Boot, Drawing, Page, Say } from "#types/room" */
/** @import { State } from "#state/state.js" */
import { html, nothing, svg } from "lit-html";
import { person } from "#kit/person.js";
import { seat_rows } from "#room/people.js";

/**
 * @typedef {object} Hall  what is known before the table is
 * @property {State} state
 * @property {Say} say
 * @property {(password: string) => void} enter
 * @property {Boot} boot
 */

/** The whole page for somebody outside. @param {Hall} hall */
export const door = (hall) => (hall.state.connection === "closed" ? farewell(hall) : locked(hall));

/** What there is to say first. @param {Pick<Hall, "state" | "say">} hall */
export const door_in_words = ({ state, say }) =>
  say(
    state.connection === "closed"
      ? (state.farewell ?? state.refusal ?? "This table has been closed.")
      : "Enter the password to join.",
  );

/** Whether others play the deal of this table, too: it is closed to all but its players. @param {Hall} hall */
const shares_a_deal = ({ state, boot }) => boot.shares || state.table?.sharing?.over === false;

/** @param {Hall} hall */
function farewell(hall) {
  const { say } = hall;
  return html`<main id="main" data-state="left">
    ${panel(
      say("Goodbye"),
      html`<p id="prompt" tabindex="-1">${door_in_words(hall)}</p>
        ${
          shares_a_deal(hall)
            ? html`<p><a class="button primary" href="/t/${hall.boot.room}/tables">${say("To all tables")}</a></p>
              <p><a class="button" href="/">${say("To the start page")}</a></p>`
            : html`<p><a class="button primary" href="/">${say("To the start page")}</a></p>`
        }`,
    )}
  </main>`;
}

/** @param {Hall} hall */
function locked(hall) {
  const { state, say } = hall;
  const lost = state.connection === "lost" ? say(state.trouble ?? "Connection lost. Trying again…") : nothing;
  // Server messages are read aloud as they come.
  const alarm =
    state.has_knocked && state.refusal
      ? html`<p class="alarm">${say(state.refusal)}</p>`
      : html`<p class="alarm" role="alert">${lost}</p>`;
  return html`<main id="main" data-state="locked">
    ${panel(say("A table with a password"), html`<p>${say("Ask for the password where you got the link.")}</p>`)}
    <section class="prompt asked" aria-label=${say("Prompt")}>
      <h2 class="unseen">${say("Prompt")}</h2>
      <div class="said">
        <p class="sentence" id="prompt" tabindex="-1">${door_in_words(hall)}</p>
        ${alarm}
      </div>
      ${password_form(hall)}
    </section>
  </main>`;
}

/** @param {Hall} hall */
function password_form({ state, say, enter }) {
  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const password = String(new FormData(form).get("password"));
    if (!password || state.connection === "lost") return;
    enter(password);
    /** @type {HTMLInputElement} */ (form.elements.namedItem("password")).select();
  }
  return html`<form class="name-form" @submit=${submit}>
    <label
      >${say("Password")}
      <input name="password" type="password" data-focus="password" required maxlength="100" autocomplete="off"
        enterkeyhint="go"
        aria-invalid=${state.has_knocked && state.refusal ? "true" : nothing} />
    </label>
    <button class="primary">${say("Join")}</button>
  </form>`;
}

/** The middle of the table for a spectator of a game closed to them. @param {Page} page */
export function closed_doors(page) {
  const { say } = page;
  return html`<div class="invitation">
    <section class="invite" aria-labelledby="closed-doors">
      <h2 id="closed-doors">${say("Closed to spectators")}</h2>
      <p>${say("This game is closed to spectators: only the players see it.")}</p>
    </section>
    <section class="seating" aria-labelledby="seating">
      <h2 id="seating">${say("Seats")}</h2>
      ${seat_rows(page, false)}
    </section>
  </div>`;
}

/** A door that is shut, with light behind it; somebody waits before it. */
const SHUT = svg`<svg class="shut" viewBox="0 0 200 190" aria-hidden="true" stroke-linejoin="round">
  <ellipse class="light" cx="100" cy="178" rx="92" ry="12"></ellipse>
  <path class="frame" d="M34 178V62A66 56 0 0 1 166 62V178Z"></path>
  <path class="glow" d="M44 178V64A56 47 0 0 1 156 64V178Z"></path>
  <path class="leaf" d="M48 174V65A52 43 0 0 1 98 22V174Z"></path>
  <path class="leaf" d="M152 174V65A52 43 0 0 0 102 22V174Z"></path>
  <path class="inset" d="M57 98V68A43 36 0 0 1 89 35V98ZM143 98V68A43 36 0 0 0 111 35V98Z"></path>
  <path class="inset" d="M57 110H89V164H57ZM143 110H111V164H143Z"></path>
  <circle class="brass" cx="93" cy="108" r="4.5"></circle><circle class="brass" cx="107" cy="108" r="4.5"></circle>
  <path class="keyhole" d="M89 135l2-8a4 4 0 1 1 4 0l2 8z"></path>
</svg>`;

/** @param {string} title @param {Drawing} words */
const panel = (title, words) => html`<div class="felt">
  <section class="table" aria-labelledby="door">
    <div class="invitation">
      <div class="invite door">
        <div class="doorstep" aria-hidden="true">${SHUT}${person(4, "cat", "thinking")}</div>
        <h2 id="door">${title}</h2>
        ${words}
      </div>
    </div>
  </section>
</div>`;
