// @ts-check
// The prompt bar: one sentence that says what is asked, and its buttons in fixed places. It is never covered.

/** @import { Drawing, Offer, Page, Say } from "#types/room" */
/** @import { Choice } from "#types/wire" */
import { html, nothing } from "lit-html";
import { gathering_prompt } from "#kit/gathering.js";
import { commit_button, toggles, what_is_missing } from "#kit/pick.js";
import { name_of } from "#kit/seats.js";

/**
 * @typedef {object} Answer  a button of the bar
 * @property {string} label
 * @property {() => void} press
 * @property {Drawing} [drawing]  what is drawn on it; its label is its name then
 * @property {boolean} [primary]
 * @property {boolean} [disabled]
 */

/**
 * @typedef {object} Prompt
 * @property {string} [lead]  what stands out before the sentence
 * @property {string} sentence
 * @property {string} [detail]  said smaller, after it
 * @property {Answer[]} answers
 * @property {boolean} [asked]  whether this reader is asked
 * @property {Drawing} [extra]  a form that belongs to the question
 */

/**
 * @param {Page} page
 * @param {Offer} offer
 */
export function prompt_bar(page, offer) {
  const prompt = prompt_now(page, offer);
  const { refusal } = page.known;
  const title = page.say("What is asked");
  const lead = prompt.lead ? html`<b>${prompt.lead}</b> ` : nothing;
  const detail = prompt.detail ? html`<p class="detail">${prompt.detail}</p>` : nothing;
  return html`<section class="prompt ${prompt.asked ? "asked" : ""} ${page.known.table.state}" aria-label=${title}>
    <h2 class="unseen">${title}</h2>
    <div class="said">
      <p class="sentence" id="prompt" tabindex="-1">${lead}${prompt.sentence}</p>
      <p class="alarm" role="alert">${alarm(page)}</p>
      ${refusal ? html`<p class="detail refusal">${page.say(refusal)}</p>` : detail}
    </div>
    ${prompt.extra ?? nothing}
    <div class="answers">${prompt.answers.map((answer, nth) => button(page, answer, nth))}</div>
  </section>`;
}

/** What is wrong with the line to the server. @param {Page} page */
function alarm({ known, say }) {
  if (known.connection === "lost") return say("Connection lost. Trying again…");
  return known.connection === "closed" ? say("This table has been closed.") : nothing;
}

/**
 * @param {Page} page
 * @param {Answer} answer
 * @param {number} nth
 */
function button({ reading, known }, { label, press, drawing, primary, disabled }, nth) {
  const deaf = disabled || reading.settling || known.answered !== null || known.connection !== "open";
  return html`<button type="button" class="answer ${primary ? "primary" : ""} ${disabled ? "off" : ""}" data-focus="answer-${nth}"
    aria-disabled=${deaf ? "true" : nothing}
    @click=${() => deaf || press()}>${drawing ? html`<span aria-hidden="true">${drawing}</span><span class="unseen">${label}</span>` : label}</button>`;
}

/**
 * @param {Page} page
 * @param {Offer} offer
 * @returns {Prompt}
 */
function prompt_now(page, offer) {
  const { state } = page.known.table;
  if (state === "gathering") return gathering_prompt(page);
  return state === "over" ? over(page) : playing(page, offer);
}

/**
 * @param {Page} page
 * @param {Offer} offer
 * @returns {Prompt}
 */
function playing(page, offer) {
  const { say, known } = page;
  const { frame, table } = known;
  if (!frame) return { sentence: say("The table is being set."), answers: [] };
  const sentence = say(frame.prompt);
  if (!is_asked(page))
    return { lead: table.you.seat === null ? say("Watching.") : "", sentence, ...while_waiting(page, offer) };
  const { picking } = offer;
  const missing = picking && !picking.label() && !offer.picked() ? what_is_missing(say, picking) : "";
  const detail = known.answered === null ? missing : say("Sending…");
  const extra = picking ? toggles(say, picking) : nothing;
  return { lead: say("Your turn."), sentence, detail, extra, asked: true, answers: answers(page, offer) };
}

/** @param {Page} page */
export const is_asked = ({ known }) =>
  known.frame !== null && known.frame.you !== null && known.frame.asked.includes(known.frame.you);

/**
 * The picked piece's own move, named in full, or what no piece stands for.
 * @param {Page} page
 * @param {Offer} offer
 * @returns {Answer[]}
 */
function answers({ say, wish }, offer) {
  const picked = offer.picked();
  if (!picked)
    return [
      ...(offer.picking ? [commit_button(say, offer.picking)] : []),
      ...offer.rest().map((choice) => its_button(say, offer, choice)),
    ];
  return [
    { label: offer.label(picked) ?? say(picked.label), primary: true, press: () => offer.answer(picked) },
    { label: say("Cancel"), press: wish.step_back },
  ];
}

/**
 * @param {Say} say
 * @param {Offer} offer
 * @param {Choice} choice
 * @returns {Answer}
 */
function its_button(say, offer, choice) {
  const drawing = offer.drawing(choice);
  return { label: say(choice.label), press: () => offer.answer(choice), ...(drawing && { drawing }) };
}

/**
 * Whoever lifted goes on when he has seen enough. Nobody waits for a player who has left: the host may let a bot play.
 * Nor does whoever makes a move that is always open.
 * @param {Page} page
 * @param {Offer} offer
 * @returns {{ detail: string, answers: Answer[] }}
 */
function while_waiting(page, offer) {
  const { say, known, wish } = page;
  if (offer.picked()) return { detail: "", answers: answers(page, offer) };
  const { seats, you } = known.table;
  const away = known.frame?.asked.filter((seat) => !seats[seat].here && !seats[seat].bot) ?? [];
  const go_on = wish.carry_on ? [{ label: say("Continue"), press: wish.carry_on }] : [];
  const replace = away.map((seat) => ({
    label: say("Let a bot play for {seat}", { seat: { seat } }),
    press: () => wish.seat_bot(seat),
  }));
  return {
    detail: away.length ? say("{seats} is away.", { seats: away.map((seat) => ({ seat })) }) : "",
    answers: [...go_on, ...(you.host ? replace : [])],
  };
}

/**
 * @param {Page} page
 * @returns {Prompt}
 */
function over(page) {
  const { say, known, wish } = page;
  const { outcome } = known.frame ?? {};
  const { seat } = known.table.you;
  if (!outcome) return { sentence: say("The game is over."), answers: [] };
  return {
    lead: winner(page, outcome.winners),
    sentence: say(outcome.why),
    detail: seat === null ? say("The link stays the same for the next game.") : "",
    answers: seat === null ? [] : [{ label: say("Rematch"), primary: true, press: wish.rematch }],
  };
}

/**
 * @param {Page} page
 * @param {number[]} winners
 */
function winner(page, winners) {
  const { say, known } = page;
  const names = winners.map((seat) => name_of(page, seat));
  if (winners.length !== 1) return say("{names} share the win.", { names });
  return winners[0] === known.table.you.seat ? say("You win.") : say("{name} wins.", { name: names[0] });
}
