// @ts-check
// What a chair offers before the game, on a slip beside it: whom to give it to, and what to do with whoever sits there.

/** @import { Drawing, Page } from "#types/room" */
import { html, nothing } from "lit-html";
import { isolated } from "#kit/text.js";
import { close_dialog, close_outside } from "#room/dialogs.js";
import { LEVELS, must_ask, onward_button } from "#room/people.js";
import { character, name_of } from "#room/seats.js";
import { may_nudge } from "#state/gathered.js";

/** @param {Page} page */
export function chair_menu(page) {
  const { say, state, change, commands } = page;
  const { seat, x, y } = state.at_chair ?? { seat: 0, x: 0, y: 0 };
  const { name, bot, person } = state.table.seats[seat] ?? {};
  const is_free = name === null && bot === null;
  function put_away() {
    commands.confirm(null);
    change({ at_chair: null });
  }
  return html`<dialog id="chair-menu" aria-labelledby="chair-title" @click=${close_outside}
    @close=${put_away} .style=${`--x:${x}px;--y:${y}px`}>
    <h2 id="chair-title" tabindex="-1" autofocus>${
      is_free ? say("Free seat {number}", { number: seat + 1 }) : isolated(name ?? "")
    }</h2>
    ${bot && !person ? html`<p class="hint">${character(page, seat)}</p>` : nothing}
    ${take_it(page, seat)}
    ${is_free ? for_somebody(page, seat) : person ? of_a_player(page, seat) : nothing}
    ${state.table.you.host && (is_free || (bot && !person)) ? levels(page, seat) : nothing}
    ${state.table.you.host && !is_free ? change_places(page, seat) : nothing}
    <p class="leave"><button type="button" class="small" data-focus="chair-close"
      @click=${close}>${say("Close")}</button></p>
  </dialog>`;
}

const close = () => close_dialog("chair-menu");

/**
 * A button that closes the slip, and then does it.
 * @param {Page} page
 * @param {string} key
 * @param {string} label
 * @param {() => void} act
 * @param {string} [full_label]
 */
function button({ state }, key, label, act, full_label) {
  const off = state.connection !== "open";
  function press() {
    if (off) return;
    close();
    act();
  }
  return html`<button type="button" class="small" data-focus="chair-${key}" aria-label=${full_label ?? nothing}
    aria-disabled=${off ? "true" : nothing} @click=${press}>${label}</button>`;
}

/** The reader sits down on it, or moves there. @param {Page} page @param {number} seat @returns {Drawing} */
function take_it(page, seat) {
  const { say, state, commands } = page;
  const { you, seats, wishes } = state.table;
  if (seats[seat].person !== null || wishes.some(({ person }) => person === you.person)) return nothing;
  if (you.seats.length > 1) return nothing;
  const number = seat + 1;
  if (you.seats.length)
    return button(page, "move", say("Move to this seat"), () => commands.ask({ type: "sit", seat }));
  return must_ask(state.table)
    ? button(
        page,
        "sit",
        say("Ask for this seat"),
        () => commands.sit(seat),
        say("Ask for this seat, seat {number}", { number }),
      )
    : button(page, "sit", say("Sit here"), () => commands.sit(seat), say("Sit here, seat {number}", { number }));
}

/** @param {Page} page @param {number} seat */
function for_somebody(page, seat) {
  const { say, state, commands, change } = page;
  const beside = () => change({ beside: seat });
  return [
    button(page, "invite", say("Invite your friends"), commands.invite),
    state.table.you.seats.length ? button(page, "beside", say("Add a player on this device"), beside) : nothing,
  ];
}

/** The bots to choose from; the one that sits there is pressed. @param {Page} page @param {number} seat */
function levels(page, seat) {
  const { say, state, commands } = page;
  const { bot, name } = state.table.seats[seat];
  const title = bot ? say("Level of {name}", { name: name ?? "" }) : say("Give to a bot");
  const off = state.connection !== "open";
  return html`<h3 id="chair-levels">${title}</h3>
    <div class="levels" role="group" aria-labelledby="chair-levels">${LEVELS.map(([level, words, what]) => {
      function press() {
        if (off) return;
        close();
        commands.seat_bot(seat, level);
      }
      return html`<button type="button" class="small" data-focus="chair-${level}" aria-pressed=${String(level === bot)}
        aria-describedby="chair-${level}" aria-disabled=${off ? "true" : nothing} @click=${press}>${say(words)}</button>
        <p class="hint" id="chair-${level}">${say(what)}</p>`;
    })}</div>`;
}

/** @param {Page} page @param {number} seat @returns {Drawing} */
function of_a_player(page, seat) {
  const { say, state, commands, parts } = page;
  const { you, seats } = state.table;
  const { name, person, muted, here, bot } = seats[seat];
  if (you.seats.includes(seat))
    return [
      button(page, "figure", say("Choose your figure"), () => commands.choose_figure(seat)),
      html`${onward_button(page, seat)}`,
      button(page, "leave", say("Leave seat"), () => commands.ask({ type: "stand", seat })),
    ];
  if (person === null) return nothing;
  const nudge = may_nudge(state.table, [], seat)
    ? button(
        page,
        "nudge",
        say("Nudge"),
        () => commands.ask({ type: "nudge", person }),
        say("Nudge {name}", { name: name ?? "" }),
      )
    : nothing;
  if (!you.host) return nudge;
  return [
    nudge,
    here || bot ? nothing : button(page, "stand-in", say("Let a bot play"), () => commands.seat_bot(seat)),
    parts.host_actions?.deeds_at_chair(page, { person, name: name ?? "", muted: !!muted, seat }, close) ?? nothing,
  ];
}

/** The host lets two change places. @param {Page} page @param {number} seat */
function change_places(page, seat) {
  const { say, state, commands } = page;
  const { seats } = state.table;
  /** @param {number} other */
  const swap = (other) => () => commands.ask({ type: "order", seats: swapped(seats.length, seat, other) });
  return html`<h3 id="chair-places">${say("Change places with")}</h3>
    <div class="places" role="group" aria-labelledby="chair-places">${seats.map((_, other) =>
      other === seat ? nothing : button(page, `with-${other}`, name_of(page, other), swap(other)),
    )}</div>`;
}

/** Who comes to each seat when two change places. @param {number} many @param {number} one @param {number} other */
export const swapped = (many, one, other) =>
  Array.from({ length: many }, (_, seat) => (seat === one ? other : seat === other ? one : seat));
