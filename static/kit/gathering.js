// @ts-check
// Before the game: the link to send, the seats to take, the bots to put on them.

/** @import { Answer, Prompt } from "#kit/prompt.js" */
/** @import { Page, Say } from "#types/room" */
import { html, nothing } from "lit-html";
import { name_form, seat_rows } from "#kit/people.js";
import { can_share } from "#kit/share.js";

/**
 * The middle of the table while people gather.
 * @param {Page} page
 */
export function gathering(page) {
  const { say } = page;
  return html`<div class="invitation">
    <section class="invite" aria-labelledby="invite">
      <h2 id="invite">${say("Invite your friends")}</h2>
      ${
        page.reading.copied
          ? html`<p class="copied">${say("The link is copied. Send it to your friends.")}</p>`
          : html`<p>${say("Whoever has this link can sit down or watch.")}</p>`
      }
      ${link(page)}
    </section>
    <section class="seating" aria-labelledby="seating">
      <h2 id="seating">${say("Seats")}</h2>
      ${seat_rows(page, true)}
      ${option_words(page)}
    </section>
  </div>`;
}

/** @param {Page} page */
function link({ say, wish }) {
  return html`<div class="link">
      <input readonly aria-label=${say("Link to this table")} .value=${location.href} @focus=${select} />
      <button type="button" data-focus="copy" @click=${wish.copy_link}>${say("Copy link")}</button>
      ${can_share() ? html`<button type="button" @click=${wish.share_link}>${say("Share…")}</button>` : nothing}
    </div>`;
}

/** @param {FocusEvent} event */
function select({ target }) {
  /** @type {HTMLInputElement} */ (target).select();
}

/** How the table is set, by the titles and labels of the options' JSON Schema. @param {Page} page */
function option_words({ say, known, boot }) {
  const fields = boot.card.options.properties ?? {};
  return html`<dl class="options">${Object.entries(known.table.options).map(([name, value]) => {
    const { title = name, labels } = fields[name] ?? {};
    const words = typeof value === "number" ? value : say(labels?.[String(value)] ?? String(value));
    return html`<div><dt>${say(title)}</dt> <dd>${words}</dd></div>`;
  })}</dl>`;
}

/**
 * What the prompt bar says while people gather.
 * @param {Page} page
 * @returns {Prompt}
 */
export function gathering_prompt(page) {
  const { say, known, reading } = page;
  const { you, host, seats } = known.table;
  const free = seats.flatMap(({ name, bot }, seat) => (name === null && bot === null ? [seat] : []));
  const answers = [
    ...(you.host ? [start(page, free.length)] : []),
    ...(you.seat === null ? sit_down(page, free) : []),
  ];
  if (you.host)
    return {
      sentence: free.length ? still_free(say, free.length) : say("Everybody is here. Start when you like."),
      asked: !free.length,
      answers,
    };
  if (you.seat !== null) {
    const name = host === null ? say("the host") : { seat: host };
    return {
      sentence: free.length
        ? say("Waiting for the others to sit down.")
        : say("Waiting for {name} to start.", { name }),
      answers,
    };
  }
  if (!free.length) return { sentence: say("Every seat is taken. You can watch from here."), answers };
  const extra = you.name === null ? name_form(page, say("Sit down"), reading.wants_seat ?? free[0]) : nothing;
  return { sentence: say("Take a seat, or stay and watch."), asked: true, answers, extra };
}

/**
 * @param {Page} page
 * @param {number} free
 * @returns {Answer}
 */
const start = ({ say, wish }, free) => ({
  label: say("Start"),
  primary: true,
  disabled: free > 0,
  press: wish.start,
});

/**
 * For those whose name is known: the others are asked for it first.
 * @param {Page} page
 * @param {number[]} free
 * @returns {Answer[]}
 */
function sit_down({ say, known, wish }, free) {
  if (known.table.you.name === null || !free.length) return [];
  return [{ label: say("Sit down"), primary: !known.table.you.host, press: () => wish.sit(free[0]) }];
}

/**
 * @param {Say} say
 * @param {number} free
 */
function still_free(say, free) {
  return free === 1
    ? say("One seat is still free. Wait for a friend or give it to a bot, then start.")
    : say("{free} seats are still free. Wait for friends or give them to bots, then start.", { free });
}
