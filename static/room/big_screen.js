// @ts-check
// The room on a big screen, to be read from three metres: the table, whose turn it is in words, what has just happened,
// and in a corner the way in. It only watches, and has nothing to press but full screen,
// and a choice of eyes while hands are open.

/** @import { Drawing, Page, Parts } from "#types/room" */
/** @import { Prompt } from "#room/prompt.js" */
/** @import { Table } from "#types/wire" */
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { settings } from "#kit/preferences.js";
import { qr_drawing } from "#kit/qr.js";
import { room_link, works_only_here } from "#kit/share.js";
import { isolated } from "#kit/text.js";
import { date_line } from "#room/evening.js";
import { latest_line } from "#room/log.js";
import { choice_of_eyes } from "#room/open_hands.js";
import { prompt_bar } from "#room/prompt.js";
import { ASKS } from "#room/proposals.js";
import { ready_in_words } from "#room/ready.js";
import { name_of, ready_words, standing } from "#room/seats.js";
import { is_behind_closed_doors } from "#state/room.js";

/** Without being moved for so long, the pointer is in the way. */
const STILL_MS = 3000;

/**
 * @typedef {object} Scene
 * @property {Drawing | null} felt  the players and the table; null before the game
 * @property {Parts["ending"]} end
 * @property {Prompt} prompt
 */

/** @typedef {{ seats: number[], words: string, more?: string }} Told  in large words, and smaller, about these seats */

/** @param {Page} page @param {Scene} scene @returns {Drawing} */
export function big_screen(page, { felt, end, prompt }) {
  const { table } = page.state;
  const is_over = prompt.look === "result";
  return html`<main id="main" data-state=${table.state} data-game=${table.game}>
    <div class="felt">${felt ?? waiting_room(page)}</div>
    ${end?.scene(page)}${is_over ? prompt_bar(page, { ...prompt, answers: [] }) : nothing}
    ${telling(page, prompt, felt !== null)} ${to_full_screen(page)}
    ${page.parts.bubbles?.bubbles(from_players(page)) ?? nothing}
  </main>`;
}

/** What onlookers say apart is not for the players, who see this screen, too. @param {Page} page @returns {Page} */
function from_players(page) {
  const { reactions, spoken } = page.state;
  const of_players = {
    reactions: reactions.filter(({ from }) => from.seat !== null),
    spoken: spoken.filter(({ from }) => from.seat !== null),
  };
  return { ...page, state: { ...page.state, ...of_players } };
}

// --- What is said -------------------------------------------------------------------------------------------

/** @param {Page} page @param {Prompt} prompt @param {boolean} is_on  a game */
function telling(page, prompt, is_on) {
  const { seats, words, more } = told(page, prompt);
  return html`<section class="telling" aria-label=${page.say("What is happening")}>
    <span class="those">${seats.slice(0, 3).map((seat) => standing(page, seat))}</span>
    <p class="turn" data-asked=${seats.length > 0} role="status">${words}</p>
    ${more ? html`<p class="more">${more}</p>` : is_on && seats.length ? caption(page) : nothing}
    ${is_open(page) ? nothing : way_in(page)}
    ${page.state.table.hands?.open ? hands_are_open(page) : nothing}
  </section>`;
}

/** In words what the frame around the screen means. @param {Page} page */
const hands_are_open = (page) => html`<div class="hands-open">
  <b>${page.say("Spectators see the hands")}</b> ${choice_of_eyes(page)}
</div>`;

/** @param {Page} page @param {Prompt} prompt @returns {Told} */
function told(page, prompt) {
  const { say, state } = page;
  const { table, frame, connection, trouble } = state;
  if (connection === "lost") return { seats: [], words: say(trouble ?? "Connection lost. Trying again…") };
  if (table.proposal) return proposed(page, table.proposal);
  if (table.state === "gathering") return gathered(page);
  if (frame?.outcome) return { seats: [], words: prompt.sentence }; // the result says who wins
  if (table.paused || is_behind_closed_doors(table) || !frame)
    return { seats: [], words: prompt.lead || prompt.sentence, more: prompt.lead && prompt.sentence };
  return whose_turn(page, frame.asked);
}

/** @param {Page} page @param {number[]} asked @returns {Told} */
function whose_turn(page, asked) {
  const { say } = page;
  const names = asked.map((seat) => name_of(page, seat));
  const words = asked.length === 1 ? say("{name}’s turn", { name: names[0] }) : say("Choosing: {names}", { names });
  return { seats: asked, words };
}

/** @param {Page} page @param {NonNullable<Page["state"]["table"]["proposal"]>} proposal @returns {Told} */
function proposed(page, { matter, seat, waiting }) {
  const { say } = page;
  const players = waiting.map((other) => name_of(page, other));
  return {
    seats: [seat],
    words: say(ASKS[matter], { name: name_of(page, seat) }),
    more: say("Waiting for {players}", { players }),
  };
}

/** @param {Page} page @returns {Told} */
function gathered(page) {
  const { say, state } = page;
  const { seats, host } = state.table;
  const free = seats.filter(is_free).length;
  const name = host === null ? say("the host") : { seat: host };
  const more = [ready_in_words(page), tip(say)].filter(Boolean).join(" · ");
  if (!free) return { seats: [], words: say("Waiting for {name} to start.", { name }), more };
  const words = say("{free} of {seats} seats free", { free, seats: seats.length });
  return { seats: [], words, more: say("Waiting for the others to sit down.") };
}

/** Phones beside this screen need not show the table, too. @param {Page["say"]} say */
const tip = (say) => say("On a phone, the menu has “{hand}”.", { hand: say("Only my hand, beside a big screen") });

/** @param {Table["seats"][number]} seat */
const is_free = ({ name, bot }) => name === null && bot === null;

/** What has just happened: large at first. @param {Page} page */
function caption(page) {
  const line = latest_line(page);
  const lines = line ? [line] : [];
  return repeat(
    lines,
    ({ seq, text }) => `${seq} ${page.say(text)}`,
    ({ text }) => html`<p class="latest"><span>${page.say(text)}</span></p>`,
  );
}

// --- Before the game ----------------------------------------------------------------------------------------

/** @param {Page} page */
function waiting_room(page) {
  const { say, state, boot } = page;
  return html`<section class="gathered" aria-label=${say("Players")}>
    <header><h1>${say(boot.card.title)}</h1>${date_line(page)}</header>
    <ul>${state.table.seats.map((seat, nth) =>
      is_free(seat)
        ? html`<li class="free">${CHAIR}<b class="name">${say("Free seat")}</b></li>`
        : html`<li class=${page.state.nudges.some(({ to }) => to.seat === nth) ? "nudged" : ""}>${standing(page, nth)}<b
            class="name">${isolated(name_of(page, nth))} ${ready_words(page, nth).map(
              (word) => html`<span class="word">${word}</span>`,
            )}</b></li>`,
    )}</ul>
    ${is_open(page) ? way_in(page) : nothing}
  </section>`;
}

/** Seen from the front. */
const CHAIR = html`<svg class="chair" viewBox="0 0 120 140" aria-hidden="true">
  <path class="back" d="M20 140V46Q20 14 60 14T100 46V140H86V118H34V140Z"></path>
  <path class="gap" d="M34 104V50Q36 29 54 28V104ZM86 104V50Q84 29 66 28V104Z"></path>
</svg>`;

// --- The way in ---------------------------------------------------------------------------------------------

/** @param {Page} page @returns {Drawing} */
function way_in(page) {
  const { say, boot, state } = page;
  const joins = is_open(page);
  if (works_only_here(boot) || !(joins || state.table.onlookers)) return nothing;
  const { invitation } = state;
  const { host, pathname } = new URL(room_link(boot));
  return html`<aside class="way-in" aria-label=${say("Link to this table")}>
    ${invitation && "qr" in invitation ? qr_drawing(invitation, say("The link as a QR code")) : nothing}
    <p><b>${say(joins ? "Scan to join" : "Scan to watch")}</b><span>${host}</span><span>${pathname}</span></p>
  </aside>`;
}

/** Whether somebody may still sit down. @param {Page} page */
const is_open = ({ state: { table } }) => table.state === "gathering" && table.seats.some(is_free);

// --- Full screen --------------------------------------------------------------------------------------------

/** @param {Page} page @returns {Drawing} */
function to_full_screen({ say }) {
  if (!document.fullscreenEnabled) return nothing;
  return html`<button type="button" class="to-full-screen" aria-keyshortcuts="f"
    @click=${toggle}>${say("Full screen")} <kbd>F</kbd></button>`;
}

/** Refused by a browser without a press: then nothing changes. */
const toggle = () =>
  (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
    () => undefined,
  );

/** The key for full screen; and the pointer, which leaves with the button. */
export function listen() {
  let timer = 0;
  function stir() {
    clearTimeout(timer);
    delete document.documentElement.dataset.idle;
    timer = window.setTimeout(() => {
      document.documentElement.dataset.idle = "";
    }, STILL_MS);
  }
  stir();
  for (const what of ["pointermove", "pointerdown", "keydown"]) addEventListener(what, stir);
  addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
    if (key.toLowerCase() === "f" && !ctrlKey && !metaKey && !altKey && !settings().no_shortcuts) toggle();
  });
}
