// @ts-check
// The tools beside the question that most questions do not have: taking back a move, and asking for a hint, which then
// lies on the table (effects/hint.js).

/** @import { Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { is_asked } from "#kit/choices.js";
import { skip_button } from "#room/skipping.js";
import { hint_now } from "#state/room.js";

/** @param {Page} page */
export const tools = (page) => [hint_button(page), skip_button(page), take_back(page)];

/** Whether a press may be the second of two quick ones. @param {Page} page */
const may_be_pressed_twice = ({ state }) => state.settling || state.undo_asked === state.frame?.seq;

/** Takes back the reader's last move, or asks the others. A double press counts once. @param {Page} page */
export function ask_back(page) {
  const { state, commands, change } = page;
  if (!state.frame || may_be_pressed_twice(page)) return;
  commands.ask({ type: "propose", matter: "undo" });
  change({ undo_asked: state.frame.seq });
}

/** If undo is impossible, the list of people says why. @param {Page} page */
function take_back(page) {
  const { state, say } = page;
  const { table, frame, connection } = state;
  const can = frame?.undo?.can ?? "no";
  if (can === "no" || table.paused || table.proposal) return nothing;
  const off = connection !== "open" || state.answered !== null || may_be_pressed_twice(page);
  return html`<button type="button" class="plain take-back" data-focus="take-back"
    aria-disabled=${off ? "true" : nothing}
    @click=${() => off || ask_back(page)}>${say(can === "ask" ? "Ask to take back" : "Take back")}</button>`;
}

/** Asks for a hint, once per question; then shows it, or puts it away. @param {Page} page */
function hint_button(page) {
  const { state, say, commands, change } = page;
  const { table, frame, connection, hint_asked, is_hint_away } = state;
  if (!frame || frame.question === null || !is_asked(page) || table.paused) return nothing;
  if (page.state.guide.is_shown || !(table.hints || table.practice)) return nothing; // a guide says more
  const { question, you } = frame;
  const is_told = hint_now(state) !== null;
  const is_waiting = !is_told && hint_asked?.question === question && hint_asked.seat === you;
  const off = connection !== "open" || state.answered !== null || is_waiting;
  function press() {
    if (is_told) return change({ is_hint_away: !is_hint_away });
    commands.ask({ type: "hint", question, seat: you });
    change({ hint_asked: { question: Number(question), seat: Number(you) } });
  }
  return html`<button type="button" class="plain ask-hint" data-focus="hint" aria-disabled=${off ? "true" : nothing}
    aria-expanded=${is_told ? String(!is_hint_away) : nothing}
    @click=${() => off || press()}>${say(is_waiting ? "Thinking…" : "Hint")}</button>`;
}
