// @ts-check
// The room before the game: a table with its chairs, the invitation as a slip of paper beside it, and the house rules.

/** @import { Answer, Prompt } from "#room/prompt.js" */
/** @import { Page, Schema } from "#types/room" */
import { html, nothing } from "lit-html";
import { announce } from "#kit/announce.js";
import { NO_ANSWER } from "#kit/calls.js";
import { room_link, works_only_here } from "#kit/share.js";
import { setting_in_words } from "#room/clock.js";
import { evening_links } from "#room/evening.js";
import { name_form } from "#room/name_form.js";
import { must_ask, sit_words } from "#room/people.js";
import { ready_answers, ready_in_words } from "#room/ready.js";
import { share_link, what_it_opens } from "#room/sharing.js";
import { free_seats, waiting_table } from "#room/waiting_table.js";
import { welcome } from "#room/welcome.js";
import { seat_beside } from "#state/room.js";

/** After a game, too. */
export const answers_of_the_ready = ready_answers;

/** The most house rules that are named without a press. */
const FEW = 3;

/**
 * The middle of the room before the game.
 * @param {Page} page
 */
export function gathering(page) {
  const is_invited = !page.state.table.you.host && page.boot.box !== undefined;
  return html`<div class="waiting ${is_invited ? "invited" : ""}">
    ${waiting_table(page)} ${is_invited ? welcome(page) : nothing} ${invite(page)} ${house_rules(page)}
  </div>`;
}

/** While seats are free, the link is what there is to do. @param {Page} page */
function invite(page) {
  const { say, state } = page;
  return html`<section class="invite" aria-labelledby="invite">
    <h2 id="invite">${say("Invite your friends")}</h2>
    ${
      works_only_here(page.boot)
        ? html`<p>${say("This link works on this computer only.")}</p>`
        : state.copied
          ? html`<p class="copied">${say("The link is copied. Send it to your friends.")}</p>`
          : html`<p>${what_it_opens(page)}</p>`
    }
    ${link(page)}
  </section>`;
}

/** @param {Page} page */
function link(page) {
  const { say, commands, state } = page;
  const is_first = state.table.you.seats.length > 0 && free_seats(state.table).length > 0;
  return html`<div class="link">
      <input readonly aria-label=${say("Link to this table")} .value=${room_link(page.boot)} @focus=${select} />
      <button type="button" class=${is_first ? "primary" : ""} data-focus="copy"
        @click=${commands.copy_link}>${say("Copy link")}</button>
      ${share_link(page)}
      <button type="button" data-focus="invite-code" aria-haspopup="dialog"
        @click=${commands.invite}>${works_only_here(page.boot) ? say("How friends get in…") : say("QR code")}</button>
    </div>`;
}

/** @param {FocusEvent} event */
function select({ target }) {
  /** @type {HTMLInputElement} */ (target).select();
}

// --- House rules ----------------------------------------------------------------------------------------------

/** `own`: it is not as usual. @typedef {{ title: string, value: string, own: boolean }} Rule */

/** What is played here otherwise than usual; the rest takes a press. @param {Page} page */
function house_rules(page) {
  const { say, state, commands } = page;
  const rules = [...options(page), ...manners(page)];
  const own = rules.filter((rule) => rule.own).slice(0, FEW);
  const others = rules.filter((rule) => !own.includes(rule));
  const links = evening_links(page);
  return html`<section class="house-rules" aria-labelledby="house-rules">
    ${links.length ? html`<p class="evening-links">${links}</p>` : nothing}
    <h2 id="house-rules">${say("House rules")}</h2>
    ${state.table.goes_on ? html`<p class="goes-on">${say(state.table.goes_on)}</p>` : nothing}
    <p class="chips">${
      own.length ? own.map(({ title, value }) => html`<span title=${title}>${value}</span> `) : say("The default rules")
    }</p>
    ${others.length ? html`<details><summary>${say("Options")}</summary>${in_full(others)}</details>` : nothing}
    ${
      state.table.you.host
        ? html`<button type="button" class="small" data-focus="set-table" aria-haspopup="dialog"
      @click=${commands.set_table}>${say("Table settings…")}</button> ${several_tables(page)}`
        : nothing
    }
  </section>`;
}

/** The host may have the deal played at more of them. @param {Page} page */
function several_tables(page) {
  const { say, state } = page;
  if (state.table.state !== "gathering" || state.table.goes_on || state.table.sharing?.over === false) return nothing;
  const ask = () =>
    import("#room/several_tables.js").then(
      (asking) => asking.ask(page),
      () => announce([say(NO_ANSWER)]),
    );
  return html`<button type="button" class="small" data-focus="several-tables" aria-haspopup="dialog"
    @click=${ask}>${say("Several tables, one deal…")}</button>`;
}

/** @param {Rule[]} rules */
const in_full = (rules) =>
  html`<dl class="options">${rules.map(
    ({ title, value }) => html`<div><dt>${title}</dt> <dd>${value}</dd></div>`,
  )}</dl>`;

/** The game's options, with the titles and labels of their JSON Schema. @param {Page} page @returns {Rule[]} */
function options({ say, state, boot }) {
  const fields = boot.card.options.properties ?? {};
  return Object.entries(state.table.options).map(([name, value]) => {
    /** @type {Schema} */
    const { title = name, labels, default: usual } = fields[name] ?? {};
    const own = value !== usual;
    if (typeof value !== "number")
      return { title: say(title), value: say(labels?.[String(value)] ?? String(value)), own };
    return { title: say(title), value: own ? `${say(title)} ${value}` : `${value}`, own };
  });
}

/** The room's non-default settings. @param {Page} page @returns {Rule[]} */
function manners({ say, state }) {
  const { sitting, onlookers, password, clock, best, fast_bots, hints } = state.table;
  /** @param {string} title @param {string} value */
  const rule = (title, value, own = true) => ({ title, value, own });
  return [
    ...(clock ? [rule(say("Clocks"), setting_in_words(say, clock))] : []),
    ...(sitting === "asked" ? [rule(say("Joining"), say("Host approves each player"))] : []),
    ...(hints ? [rule(say("Hints"), say("On request"))] : []),
    ...(fast_bots ? [rule(say("Bots"), say("Answer fast"))] : []),
    ...(onlookers ? [] : [rule(say("Spectators"), say("Not during the game"))]),
    ...(password ? [rule(say("Password"), say("Required"))] : []),
    ...(best.length ? [rule(say("Best team with these options"), String(best[0].score), false)] : []),
  ];
}

// --- The prompt -----------------------------------------------------------------------------------------------

/**
 * The prompt before the game.
 * @param {Page} page
 * @returns {Prompt}
 */
export function gathering_prompt(page) {
  const { say, state, commands } = page;
  const { you, host, wishes, away } = state.table;
  const wished = wishes.find(({ name }) => name === you.name);
  if (wished && you.seat === null)
    return {
      sentence: say("You asked for seat {number}. The host decides.", { number: wished.seat + 1 }),
      answers: [{ label: say("Withdraw"), press: commands.stand }],
    };
  if (seat_beside(state.beside, state.table) !== null) return beside_prompt(page);
  const free = free_seats(state.table);
  const answers = [
    ...(you.host ? [start(page, free.length), ...fill_up(page, free)] : []),
    ...ready_answers(page),
    ...(you.seat === null ? sit_down(page, free) : []),
  ];
  if (you.host) {
    const absent = free.length ? [] : away.map((seat) => ({ seat }));
    return {
      sentence: free.length
        ? say("Wait for your friends, or give the free seats to bots.")
        : say(absent.length ? "Every seat is taken. Start when you like." : "Everyone is here. Start when you like."),
      detail: [ready_in_words(page), absent.length ? say("Away: {seats}.", { seats: absent }) : ""]
        .filter(Boolean)
        .join(" · "),
      asked: !free.length,
      answers,
    };
  }
  if (you.seat !== null) {
    const name = host === null ? say("the host") : { seat: host };
    return {
      sentence: free.length
        ? say("Waiting for the others to sit down.")
        : say("Waiting for {name} to start.", { name }),
      detail: ready_in_words(page),
      answers,
    };
  }
  if (!free.length) return { sentence: say("Every seat is taken. You can watch from here."), answers };
  const extra = you.name === null ? name_form(page, say(sit_words(state.table)), state.wants_seat ?? free[0]) : nothing;
  return { sentence: say("Take a seat, or stay and watch."), asked: true, answers, extra };
}

/** A friend beside the reader says their name. @param {Page} page @returns {Prompt} */
function beside_prompt(page) {
  const { say, parts, change } = page;
  return {
    sentence: say("Who plays beside you, on this device?"),
    asked: true,
    answers: [{ label: say("Cancel"), press: () => change({ beside: null }) }],
    extra: parts.hot_seat?.beside_form(page) ?? nothing,
  };
}

/** Nobody has to be waited for. @param {Page} page @param {number[]} free @returns {Answer[]} */
const fill_up = ({ say, commands }, free) =>
  free.length
    ? [{ label: say("Fill up with bots"), press: () => free.forEach((seat) => void commands.seat_bot(seat)) }]
    : [];

/**
 * @param {Page} page
 * @param {number} free
 * @returns {Answer}
 */
const start = ({ say, state, commands }, free) => ({
  label: say("Start"),
  primary: true,
  disabled: free > 0 || state.table.starting !== undefined,
  press: commands.start,
});

/**
 * Only for readers with a name; others are asked for it first.
 * @param {Page} page
 * @param {number[]} free
 * @returns {Answer[]}
 */
function sit_down(page, free) {
  const { say, state, commands } = page;
  if (state.table.you.name === null || !free.length) return [];
  const { name, host } = state.table.you;
  const label = must_ask(state.table) ? say(sit_words(state.table)) : say("Sit down as {name}", { name });
  return [{ label, primary: !host, press: () => commands.sit(free[0]) }];
}
