// @ts-check
// The table before the game: the link to share, the seats to take, the bots to add.

/** @import { Answer, Prompt } from "#room/prompt.js" */
/** @import { Drawing, Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { room_link, works_only_here } from "#kit/share.js";
import { setting_in_words } from "#room/clock.js";
import { name_form } from "#room/name_form.js";
import { levels_explained, must_ask, seat_rows, sit_words } from "#room/people.js";
import { share_button, what_it_opens } from "#room/sharing.js";
import { welcome } from "#room/welcome.js";

/**
 * The middle of the table before the game.
 * @param {Page} page
 */
export function gathering(page) {
  return page.state.table.you.host
    ? html`<div class="invitation host">${invite(page)}${seating(page)}</div>`
    : html`<div class="invitation">${welcome(page)}${seating(page)}${invite(page)}</div>`;
}

/** @param {Page} page */
function invite(page) {
  const { say } = page;
  return html`<section class="invite" aria-labelledby="invite">
    <h2 id="invite">${say("Invite your friends")}</h2>
    ${
      works_only_here(page.boot)
        ? html`<p>${say("This link works on this computer only.")}</p>`
        : page.state.copied
          ? html`<p class="copied">${say("The link is copied. Send it to your friends.")}</p>`
          : html`<p>${what_it_opens(page)}</p>`
    }
    ${link(page)}
  </section>`;
}

/** @param {Page} page */
function seating(page) {
  const { say } = page;
  return html`<section class="seating" aria-labelledby="seating">
    <h2 id="seating">${say("Seats")}</h2>
    ${seat_rows(page, true)}
    ${levels_explained(page)}
    ${somebody_beside(page)}
    ${option_words(page)}
    ${
      page.state.table.you.host
        ? html`<p class="set"><button type="button" data-focus="set-table"
      @click=${page.commands.set_table}>${say("Table settings…")}</button></p>`
        : nothing
    }
  </section>`;
}

/** @param {Page} page */
function link(page) {
  const { say, commands } = page;
  return html`<div class="link">
      <input readonly aria-label=${say("Link to this table")} .value=${room_link(page.boot)} @focus=${select} />
      <button type="button" data-focus="copy" @click=${commands.copy_link}>${say("Copy link")}</button>
      ${share_button(page)}
      <button type="button" data-focus="invite-code" aria-haspopup="dialog"
        @click=${commands.invite}>${works_only_here(page.boot) ? say("How friends get in…") : say("QR code")}</button>
    </div>`;
}

/** @param {FocusEvent} event */
function select({ target }) {
  /** @type {HTMLInputElement} */ (target).select();
}

/** Friends at one screen take their seats on the same device. @param {Page} page */
function somebody_beside(page) {
  const { say, state, parts, change } = page;
  const { seats, you } = state.table;
  if (!you.seats.length || seats.every(({ name, bot }) => name !== null || bot !== null)) return nothing;
  if (state.beside) return parts.hot_seat?.beside_form(page) ?? nothing;
  const open = () => change({ beside: true });
  return html`<p class="beside"><button type="button" class="small" data-focus="beside"
    @click=${open}>${say("Add a player on this device")}</button></p>`;
}

/** The game's options, with the titles and labels of their JSON Schema. @param {Page} page */
function option_words(page) {
  const { say, state, boot } = page;
  const fields = boot.card.options.properties ?? {};
  const words = Object.entries(state.table.options).map(([name, value]) => {
    const { title = name, labels } = fields[name] ?? {};
    return [say(title), typeof value === "number" ? value : say(labels?.[String(value)] ?? String(value))];
  });
  const rows = [...words, ...manners(page)];
  return html`<dl
    class="options">${rows.map(([title, value]) => html`<div><dt>${title}</dt> <dd>${value}</dd></div>`)}</dl>`;
}

/** The room's non-default settings. @param {Page} page @returns {Drawing[][]} */
function manners({ say, state }) {
  const { sitting, onlookers, password, clock, best, fast_bots, hints } = state.table;
  return [
    ...(sitting === "asked" ? [[say("Joining"), say("Host approves each player")]] : []),
    ...(onlookers ? [] : [[say("Spectators"), say("Not during the game")]]),
    ...(password ? [[say("Password"), say("Required")]] : []),
    ...(clock ? [[say("Clocks"), setting_in_words(say, clock)]] : []),
    ...(fast_bots ? [[say("Bots"), say("Answer fast")]] : []),
    ...(hints ? [[say("Hints"), say("On request")]] : []),
    ...(best.length ? [[say("Best team with these options"), String(best[0].score)]] : []),
  ];
}

/**
 * The prompt before the game.
 * @param {Page} page
 * @returns {Prompt}
 */
export function gathering_prompt(page) {
  const { say, state, commands } = page;
  const { you, host, seats, wishes, away } = state.table;
  const wished = wishes.find(({ name }) => name === you.name);
  if (wished && you.seat === null)
    return {
      sentence: say("You asked for seat {number}. The host decides.", { number: wished.seat + 1 }),
      answers: [{ label: say("Withdraw"), press: commands.stand }],
    };
  const free = seats.flatMap(({ name, bot }, seat) => (name === null && bot === null ? [seat] : []));
  const answers = [...(you.host ? [start(page, free.length)] : []), ...(you.seat === null ? sit_down(page, free) : [])];
  if (you.host) {
    const absent = free.length ? [] : away.map((seat) => ({ seat }));
    return {
      sentence: free.length
        ? say("{free} seats are free. Wait for friends, or fill the seats with bots, then start.", {
            free: free.length,
          })
        : say(absent.length ? "Every seat is taken. Start when you like." : "Everyone is here. Start when you like."),
      detail: absent.length ? say("Away: {seats}.", { seats: absent }) : "",
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
      answers,
    };
  }
  if (!free.length) return { sentence: say("Every seat is taken. You can watch from here."), answers };
  const extra = you.name === null ? name_form(page, say(sit_words(state.table)), state.wants_seat ?? free[0]) : nothing;
  return { sentence: say("Take a seat, or stay and watch."), asked: true, answers, extra };
}

/**
 * @param {Page} page
 * @param {number} free
 * @returns {Answer}
 */
const start = ({ say, commands }, free) => ({
  label: say("Start"),
  primary: true,
  disabled: free > 0,
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
