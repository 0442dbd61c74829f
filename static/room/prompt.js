// @ts-check
// The prompt bar: a sentence with the question, and its buttons in fixed places. Nothing ever covers it.

/** @import { Drawing, OnButton, Page, Picture, PromptOffer } from "#types/room" */
/** @import { Choice, Text } from "#types/wire" */
import { html, nothing } from "lit-html";
import { is_asked, spelled } from "#kit/choices.js";
import { answers, picked_answer } from "#room/buttons.js";
import { time_alarm } from "#room/clock.js";
import { early_button } from "#room/early.js";
import { waiting_prompt } from "#room/lost_seats.js";
import { absent_players, paused_prompt } from "#room/pauses.js";
import { toggles, what_is_missing } from "#room/pick.js";
import { has_no_view, has_tools, is_behind_closed_doors } from "#state/room.js";

/**
 * @typedef {object} Answer  a button of the bar
 * @property {string} label
 * @property {() => void} [press]
 * @property {string} [href]  it leads somewhere instead
 * @property {Choice} [choice]  the move that it makes: what may come of it is said on the button
 * @property {Drawing} [drawing]  what is drawn on it; its label is its name then
 * @property {boolean} [primary]
 * @property {boolean} [disabled]
 * @property {string} [place]  where the focus is kept; else the button's place in the bar
 */

/**
 * @typedef {object} Prompt
 * @property {string} [lead]  what stands out before the sentence
 * @property {string} sentence
 * @property {string} [detail]  said smaller, after it
 * @property {Answer[]} answers
 * @property {boolean} [asked]  whether this reader is asked
 * @property {string} [look]  the class of the result of a game, which is no bar
 * @property {Drawing} [extra]  a form that belongs to the question, or what there is to say of an end
 */

/**
 * What the bar says and offers.
 * @param {Page} page
 * @param {PromptOffer} offer
 * @param {Picture | null} picture  of the game, if there is one
 */
export const prompt_of = (page, offer, picture) => prompt_for_one(page, prompt_now(page, offer, picture));

/** What is announced of it. @param {Prompt} prompt */
export const in_words = ({ lead, sentence }) => (lead ? `${lead} ${sentence}` : sentence);

/** @param {Page} page @param {Prompt} prompt */
export function prompt_bar(page, prompt) {
  const { refusal, why } = page.state;
  const title = page.say("Prompt");
  const lead = prompt.lead ? html`<b>${prompt.lead}</b> ` : nothing;
  const noted = why || page.parts.beforehand?.note(page);
  const [words, look] = refusal ? [page.say(refusal), "refusal"] : noted ? [noted, "why"] : [prompt.detail, ""];
  return html`<section class="${prompt.look ?? "prompt"} ${prompt.asked ? "asked" : ""} ${page.state.table.state}"
    aria-label=${title}>
    <h2 class="unseen">${title}</h2>
    ${page.state.table.state === "playing" ? nothing : (page.parts.slips?.asks(page) ?? nothing)}
    <div class="said">
      <p class="sentence" id="prompt" tabindex="-1">${lead}${prompt.sentence}</p>
      <p class="alarm" role="alert">${alarm(page)}</p>
      ${words ? html`<p class="detail ${look}">${words}</p>` : nothing}
      ${tools(page)}
    </div>
    ${prompt.extra ?? nothing}
    <div class="answers">${prompt.answers.map((answer, nth) => button(page, answer, nth))}</div>
  </section>`;
}

/**
 * With several seats on this device the first question is who sits in front of it.
 * @param {Page} page
 * @param {Prompt} prompt
 */
const prompt_for_one = (page, prompt) =>
  (page.state.table.you.seats.length > 1 && page.parts.hot_seat?.with_curtain(page, prompt)) || prompt;

/** What there is beside the sentence. @param {Page} page */
function tools(page) {
  const buttons = [...((has_tools(page.state) && page.parts.aids?.tools(page)) || []), early_button(page)];
  const some = buttons.filter((button) => button !== nothing);
  return some.length ? html`<span class="aids">${some}</span>` : nothing;
}

/** A warning: no connection, what the server's keeper says, or time nearly up. @param {Page} page */
function alarm(page) {
  if (page.state.connection === "lost") return page.say(page.state.trouble ?? "Connection lost. Trying again…");
  const { announced } = page.state;
  if (announced) return page.say("From this server: {text}", { text: announced.text });
  return (page.state.frame?.clocks && time_alarm(page)) || nothing;
}

/**
 * @param {Page} page
 * @param {Answer} answer
 * @param {number} nth
 */
function button(page, { label, press, href, choice, drawing, primary, disabled, place }, nth) {
  const { state } = page;
  if (href)
    return html`<a class="answer button" href=${href} data-focus=${place ?? nothing}
    aria-label=${drawing ? label : nothing}>${drawing ?? label}</a>`;
  const deaf = disabled || state.settling || state.answered !== null || state.connection !== "open";
  /** @type {OnButton} */
  const more = (choice && !disabled && page.consequences.on_button(page, choice)) || {};
  return html`<button type="button" class="answer ${primary ? "primary" : ""} ${disabled ? "off" : ""}"
    data-focus=${place ?? `answer-${nth}`} data-does=${choice?.move.do ?? nothing}
    data-move=${choice ? spelled(choice.move) : nothing}
    aria-disabled=${deaf ? "true" : nothing} aria-label=${drawing || more.label || more.stake ? label : nothing}
    aria-describedby=${more.stake ? `stake-${nth}` : nothing} data-stake=${more.stake ?? nothing}
    @click=${() => deaf || press?.()}>${drawing ?? more.label ?? label}${
      more.stake ? html`<span id="stake-${nth}" hidden>${more.stake}</span>` : nothing
    }</button>`;
}

/**
 * @param {Page} page
 * @param {PromptOffer} offer
 * @param {Picture | null} picture  of the game, if there is one
 * @returns {Prompt}
 */
function prompt_now(page, offer, picture) {
  const { state, wishes, heirs } = page.state.table;
  const waits = wishes[0] || heirs[0] || has_no_view(page.state.table);
  const waiting = waits && waiting_prompt(page);
  if (waiting) return waiting;
  if (state === "gathering") return page.parts.gathering?.gathering_prompt(page) ?? plain(page);
  if (page.state.table.paused) return paused_prompt(page);
  if (state !== "over") return playing(page, offer, picture);
  return page.parts.ending?.prompt(page) ?? plain(page, page.state.frame?.outcome?.why ?? "The game is over.");
}

/**
 * @param {Page} page
 * @param {PromptOffer} offer
 * @param {Picture | null} picture  of the game, if there is one
 * @returns {Prompt}
 */
function playing(page, offer, picture) {
  const { say, state } = page;
  const { frame, table } = state;
  if (is_behind_closed_doors(table)) return plain(page, "This game is closed to spectators.");
  if (!frame || !picture) return plain(page);
  const sentence = say(frame.prompt);
  if (!is_asked(page)) return { lead: lead(page), sentence, ...while_waiting(page, offer, picture) };
  const { picking } = offer;
  const missing = picking && !picture.set_label && !picked_answer(offer, picture) ? what_is_missing(say, picking) : "";
  const detail = state.answered === null ? missing || picture.note || came_of_it(page) : say("Sending…");
  const extra = picking && !picture.set_label ? toggles(say, picking) : (picture.plan?.extra ?? nothing);
  return { lead: say("Your turn."), sentence, detail, extra, asked: true, answers: answers(page, offer, picture) };
}

/** @param {Page} page */
const lead = (page) =>
  page.state.table.you.seat === null
    ? (page.parts.open_hands?.lead_of_spectator(page) ?? page.say("Watching."))
    : page.consequences.lead(page);

/** @param {Page} page */
const came_of_it = (page) => page.consequences.came_of_it(page);

/** Shown until a part is loaded. @param {Page} page @param {string | Text} sentence @returns {Prompt} */
const plain = ({ say }, sentence = "The table is being prepared.") => ({
  sentence: say(sentence),
  answers: [],
});

/**
 * The player who lifted continues when they have seen enough. Nobody waits for a player who has left: the host may let
 * a bot play. Nor does a player who makes a free move.
 * @param {Page} page
 * @param {PromptOffer} offer
 * @param {Picture} picture
 * @returns {{ detail: string, answers: Answer[] }}
 */
function while_waiting(page, offer, picture) {
  const { say, state, commands } = page;
  if (picked_answer(offer, picture)) return { detail: "", answers: answers(page, offer, picture) };
  const { seats } = state.table;
  const { frame } = state;
  const away = frame?.asked.filter((seat) => !seats[seat].here && !seats[seat].bot) ?? [];
  const go_on = commands.carry_on ? [{ label: say("Continue"), press: commands.carry_on }] : [];
  const absent = away.length ? absent_players(page, away) : null;
  return {
    detail: absent?.detail ?? [!frame?.delayed && picture.note, came_of_it(page)].filter(Boolean).join(" "),
    answers: [...go_on, ...(absent?.answers ?? [])],
  };
}
