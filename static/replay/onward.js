// @ts-check
// Playing on from this moment in one of the seats: the dialog that opens a new table for it.

/** @import { Level } from "#types/wire" */
/** @import { PlayOn, RoomOpened } from "#types/api" */
/** @template Answer @typedef {import("#kit/calls.js").Said<Answer>} Said */
/** @import { Viewing } from "#types/replay" */
import { html, nothing, render } from "lit-html";
import { call } from "#kit/calls.js";
import { isolated } from "#kit/text.js";
import { onward_address } from "#replay/address.js";

/** `friends`: on the other seats, in place of bots.
 * @typedef {{ seat: number, level: Level, friends: boolean, problem: string, sent: boolean }} Draft */

const WHAT_HAPPENS = "A new table opens at this moment. What this player could not know is dealt anew.";
const FOR_FRIENDS = "The other seats are free: send the link, and start when your friends have sat down.";
const THEY_ARE_TOLD = "Everyone who is looking back with you is told.";
const COUNTS_FOR_NOTHING = "The game there counts neither among wins nor among the best scores.";
/** @type {Level[]} */
const LEVELS = ["easy", "medium", "good", "strong"];

/** @param {Viewing} viewing */
export function ask(viewing) {
  if (document.getElementById("play-on")) return; // pressed twice before this was loaded
  const place = document.body.appendChild(document.createElement("div"));
  const { seq, frame } = viewing.replay.steps[viewing.step];
  const seat = typeof viewing.eyes === "number" ? viewing.eyes : (frame.asked[0] ?? 0);
  /** @type {Draft} */
  const draft = { seat, level: "medium", friends: viewing.company?.line === "open", problem: "", sent: false };
  const redraw = () => render(dialog(viewing, draft, { redraw, send, close: () => place.remove() }), place);

  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    if (draft.sent) return;
    Object.assign(draft, { sent: true, problem: "" });
    redraw();
    const room = await opened(viewing, seq, draft);
    if (room) location.assign(`/t/${room}`);
    else draft.sent = false;
    redraw();
  }

  redraw();
  place.querySelector("dialog")?.showModal();
}

/**
 * The code of the new room; null after an error.
 * @param {Viewing} viewing
 * @param {number} seq
 * @param {Draft} draft
 * @returns {Promise<string | null>}
 */
async function opened({ boot, say }, seq, draft) {
  /** @type {PlayOn} */
  const wish = { game: boot.number, seq, ...chosen(draft), name: say("Guest") };
  /** @type {Said<RoomOpened>} */
  const { room, text } = await call("POST", onward_address(boot), wish);
  draft.problem = room ? "" : say(text ?? "The server could not open a table. Try again in a moment.");
  return room ?? null;
}

/** @param {Draft} draft */
const chosen = ({ seat, level, friends }) => ({ seat, level, friends });

/**
 * @param {Viewing} viewing
 * @param {Draft} draft
 * @param {{ redraw: () => void, send: (event: SubmitEvent) => void, close: () => void }} act
 */
function dialog(viewing, draft, { redraw, send, close }) {
  const { say, name, boot } = viewing;
  /** @param {Partial<Draft>} changes */
  const change = (changes) => {
    Object.assign(draft, changes);
    redraw();
  };
  return html`<dialog id="play-on" aria-labelledby="play-on-title" @close=${close}>
    <h2 id="play-on-title">${say("Play on from here")}</h2>
    <form class="whole" @submit=${send}>
      <p>${say(WHAT_HAPPENS)} ${say(COUNTS_FOR_NOTHING)}</p>
      <fieldset>
        <legend>${say("Play as")}</legend>
        ${boot.names.map(
          (_, seat) => html`<label><input type="radio" name="seat" .checked=${draft.seat === seat}
            @change=${() => change({ seat })} /> ${isolated(name(seat))}</label>`,
        )}
      </fieldset>
      <fieldset class="in-a-row">
        <legend>${say("On the other seats")}</legend>
        ${[false, true].map(
          (friends) => html`<label><input type="radio" name="friends" .checked=${draft.friends === friends}
            @change=${() => change({ friends })} /> ${friends ? say("Friends") : say("Bots")}</label>`,
        )}
      </fieldset>
      ${draft.friends ? for_friends(viewing) : levels(viewing, draft, change)}
      <p class="problem" role="alert">${draft.problem || nothing}</p>
      <div class="end">
        <button type="button" @click=${(/** @type {MouseEvent} */ { target }) =>
          /** @type {HTMLElement} */ (target).closest("dialog")?.close()}>${say("Cancel")}</button>
        <button class="primary" aria-disabled=${draft.sent ? "true" : nothing}>${
          draft.sent ? say("One moment…") : say("Play on")
        }</button>
      </div>
    </form>
  </dialog>`;
}

/** @param {Viewing} viewing */
const for_friends = ({ say, company }) =>
  html`<p>${say(FOR_FRIENDS)} ${company?.line === "open" ? say(THEY_ARE_TOLD) : nothing}</p>`;

/** @param {Viewing} viewing @param {Draft} draft @param {(changes: Partial<Draft>) => void} change */
const levels = ({ say }, draft, change) => html`<fieldset class="in-a-row">
  <legend>${say("Bots")}</legend>
  ${LEVELS.map(
    (level) => html`<label><input type="radio" name="level" .checked=${draft.level === level}
      @change=${() => change({ level })} /> ${say(level)}</label>`,
  )}
</fieldset>`;
