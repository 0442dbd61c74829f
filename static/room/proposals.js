// @ts-check
// Requests that others decide, in the prompt bar: a seat (by the host), an undo or an early end (by the players); the
// bar's text while the host has paused the game or those asked are absent; and the tools beside the question: taking
// back a move, asking for a hint.

/** @import { Prompt } from "#room/prompt.js" */
/** @import { Drawing, Page, Say } from "#types/room" */
/** @import { Advice, HintView, Matter } from "#types/wire" */
import { html, nothing } from "lit-html";
import { is_asked } from "#kit/choices.js";
import { lost_seats, waiting } from "#room/lost_seats.js";
import { name_of } from "#room/seats.js";
import { skip_button } from "#room/skipping.js";

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

/** The prompt of a reader who waits for a seat, or for the next game in it. @param {Page} page */
export const waiting_prompt = (page) => waiting(page);

/**
 * @typedef {object} Request  beside the prompt, with its buttons
 * @property {string} id
 * @property {string} sentence
 * @property {[label: string, press: () => void, full_label?: string][]} answers
 */

/** @param {Page} page @returns {Drawing} */
export function proposals(page) {
  const { you, state } = page.state.table;
  const requests = [
    proposal(page),
    you.host && state !== "playing" ? seat_wishes(page) : [],
    state === "gathering" ? [] : own_wish(page),
    lost_seats(page),
  ].flat();
  const deaf = page.state.connection !== "open" || page.state.has_new_requests;
  return requests.map((request) => drawn(request, deaf));
}

/** @param {Page} page @returns {Request[]} */
function proposal(page) {
  const { say, state, commands } = page;
  const { proposal: proposed, you } = state.table;
  if (!proposed) return [];
  const { matter, seat, waiting } = proposed;
  if (you.seats.includes(seat)) {
    const names = waiting.map((other) => name_of(page, other));
    const withdraw = () => commands.ask({ type: "agree", yes: false, matter, ...as(page, seat) });
    return [{ id: "proposal", sentence: say(WAITS[matter], { names }), answers: [[say("Withdraw"), withdraw]] }];
  }
  const own = waiting.filter((other) => you.seats.includes(other));
  if (!own.length) return [];
  /** @param {boolean} yes */
  const answer = (yes) => {
    for (const other of yes ? own : own.slice(0, 1)) commands.ask({ type: "agree", yes, matter, ...as(page, other) });
  };
  const sentence = say(ASKS[matter], { name: name_of(page, seat) });
  return [
    {
      id: "proposal",
      sentence,
      answers: [
        [say("Agree"), () => answer(true)],
        [say("No, keep playing"), () => answer(false)],
      ],
    },
  ];
}

/** The seat that agrees, named only if several are played on this device. @param {Page} page @param {number} seat */
export const as = ({ state }, seat) => (state.table.you.seats.length > 1 ? { seat } : {});

/** @param {Page} page @returns {Request[]} */
function seat_wishes(page) {
  const { say, state, commands } = page;
  return state.table.wishes
    .filter(({ back }) => !back)
    .map(({ name, seat, person }) => ({
      id: `wish-${person}`,
      sentence: say("{name} would like to sit on seat {number}.", { name, number: seat + 1 }),
      answers: [
        [say("Admit"), () => commands.ask({ type: "admit", person, yes: true }), say("Admit: {name}", { name })],
        [say("Decline"), () => commands.ask({ type: "admit", person, yes: false }), say("Decline: {name}", { name })],
      ],
    }));
}

/** What this reader has asked for; before a game the prompt says it. @param {Page} page @returns {Request[]} */
function own_wish({ say, state: { table }, commands }) {
  const wished = table.wishes.find(({ back, person }) => !back && person === table.you.person);
  if (!wished) return [];
  const sentence = say("You asked for seat {number}. The host decides.", { number: wished.seat + 1 });
  return [{ id: "own-wish", sentence, answers: [[say("Withdraw"), commands.stand]] }];
}

/** @param {Request} request @param {boolean} deaf */
const drawn = ({ id, sentence, answers }, deaf) => html`<div class="ask" role="group" aria-label=${sentence}>
  <p>${sentence}</p>
  <div class="buttons">
    ${answers.map(
      ([label, press, full_label], nth) => html`<button type="button" data-focus="${id}-${nth}"
        aria-label=${full_label ?? nothing} aria-disabled=${deaf ? "true" : nothing}
        @click=${() => deaf || press()}>${label}</button>`,
    )}
  </div>
</div>`;

/** The prompt of a paused game, which the host resumes. @param {Page} page @returns {Prompt} */
export function paused_prompt({ say, state, commands }) {
  const { you, host } = state.table;
  const name = host === null ? say("the host") : { seat: host };
  return {
    lead: say("Paused."),
    sentence: you.host
      ? say("The game and its clocks are paused.")
      : say("The game continues when {name} resumes it.", { name }),
    answers: you.host ? [{ label: say("Go on"), primary: true, press: () => commands.ask({ type: "resume" }) }] : [],
  };
}

/** The host may let bots play for absent players who are asked. @param {Page} page @param {number[]} away */
export function absent_players({ say, state: { table, frame }, commands }, away) {
  const is_away = frame?.clocks ? "Away: {seats}. They get one more minute." : "Away: {seats}.";
  const replace = away.map((seat) => ({
    label: say("Let a bot play for {seat}", { seat: { seat } }),
    press: () => commands.seat_bot(seat),
  }));
  return { detail: say(is_away, { seats: away.map((seat) => ({ seat })) }), answers: table.you.host ? replace : [] };
}

// --- Beside the question ------------------------------------------------------------------------------------

/** @param {Page} page */
export function prompt_tools(page) {
  const buttons = [ask_for_hint(page), skip_button(page), take_back(page)].filter((button) => button !== nothing);
  return html`${buttons.length ? html`<span class="aids">${buttons}</span>` : nothing} ${what_it_says(page)}`;
}

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

/** The button for a hint, once per question. It stays in place, so the focus does, too. @param {Page} page */
function ask_for_hint(page) {
  const { state, say, commands, change } = page;
  const { table, frame, connection, hint_asked } = state;
  if (!frame || frame.question === null || !is_asked(page) || table.paused) return nothing;
  if (page.state.guide.is_shown || !(table.hints || table.practice)) return nothing; // a guide says more
  const { question, you } = frame;
  const is_told = hint_now(state) !== null;
  const is_waiting = hint_asked?.question === question && hint_asked.seat === you;
  const off = connection !== "open" || state.answered !== null || is_waiting || is_told;
  const press = () => {
    commands.ask({ type: "hint", question, seat: you });
    change({ hint_asked: { question, seat: Number(you) } });
  };
  return html`<button type="button" class="plain ask-hint" data-focus="hint" aria-disabled=${off ? "true" : nothing}
    @click=${() => off || press()}>${say(is_waiting && !is_told ? "Thinking…" : "Hint")}</button>`;
}

/** The hint for this seat's present question. @param {Pick<Page["state"], "hint" | "frame">} known */
export function hint_now({ hint, frame }) {
  return hint && hint.question === frame?.question && hint.seat === frame.you ? hint : null;
}

/** @param {Page} page @returns {Drawing} */
function what_it_says(page) {
  const hint = hint_now(page.state);
  if (!hint || !is_asked(page)) return nothing;
  const [best, ...others] = hint_in_words(page.say, hint);
  return html`<div class="detail advice">
    <p><b>${best}</b>${hint.reason ? ` ${others.shift()}` : nothing}</p>
    ${others.map((sentence) => html`<p>${sentence}</p>`)}
  </div>`;
}

/** @param {Say} say @param {HintView} hint @returns {string[]} */
export function hint_in_words(say, { answers: [best, ...others], reason, counted }) {
  const equal = others.filter(({ behind }) => !behind).map(({ label }) => label);
  const first = counted ? "Best: {answer}." : "A careful player would choose: {answer}.";
  return [
    say(first, { answer: best.label }),
    ...(reason ? [say(reason)] : []),
    ...(equal.length ? [say("About equal: {answers}.", { answers: equal })] : []),
    ...others.filter(({ behind }) => behind).map((advice) => worse(say, advice)),
  ];
}

/** @param {Say} say @param {Advice} advice */
const worse = (say, { label, behind }) =>
  say("{answer}: {percent}% less chance to win.", { answer: label, percent: behind });
