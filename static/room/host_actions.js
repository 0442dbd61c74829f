// @ts-check
// Actions of the host for each person, and of the players for their game. Irreversible actions take a second press, on
// a button that says what will happen.

/** @import { Drawing, Page } from "#types/room" */
/** @import { ToServer } from "#types/wire" */
import { html, nothing } from "lit-html";
import { isolated } from "#kit/text.js";
import { ask_back } from "#room/aids.js";
import { called } from "#room/people.js";
import { as } from "#room/proposals.js";

/**
 * @typedef {object} Deed
 * @property {string} key  its own among those beside it: its place changes when others come and go
 * @property {string} label
 * @property {() => void} press
 * @property {string} [question]  it takes a second press, and this is asked before
 * @property {string} [full_label]
 * @property {string} [why]  said beside it
 * @property {boolean} [off]  not possible now: `why` says why
 */

// --- People -------------------------------------------------------------------------------------------------

/**
 * @typedef {object} Somebody  by the handle that the server knows them by in this room
 * @property {string} person
 * @property {string} name  as it is shown
 * @property {boolean} muted
 * @property {number | null} seat  null: an onlooker
 */

/** What is asked before an action on somebody, and on several people, who share a device. */
const ON_ONE = {
  bot: "{name} will watch, and a bot will play on from that seat. Continue?",
  watch: "{name} will leave the seat and watch. Continue?",
  out: "{name} will have to leave and cannot come back. Continue?",
};
const ON_SEVERAL = {
  bot: "{names} will watch, and bots will play on from their seats. Continue?",
  watch: "{names} will leave their seats and watch. Continue?",
  out: "{names} will have to leave and cannot come back. Continue?",
};

/**
 * The host's actions for somebody else.
 * @param {Page} page
 * @param {Somebody} somebody
 * @returns {Drawing}
 */
export function person_actions(page, somebody) {
  const { say, state, dispatch } = page;
  const { person, name, seat } = somebody;
  if (!state.table.you.host || person === state.table.you.person) return nothing;
  const place = `${person}-${seat ?? "watching"}`;
  /** Rows are reused when people come and go: an unfolded list stays with its person. @param {Event} event */
  function toggled(event) {
    const { open } = /** @type {HTMLDetailsElement} */ (event.target);
    dispatch({ type: "unfold", what: place, is_open: open });
  }
  return html`<details class="hand" .open=${state.unfolded.includes(place)} @toggle=${toggled}>
    <summary data-focus=${place}>${say("Manage")}<span class="unseen"> ${isolated(name)}</span></summary>
    <div class="deeds">${deeds_for(page, somebody).map((deed) => button(page, `${place}-${deed.key}`, deed))}</div>
  </details>`;
}

/**
 * The same before the game, at their chair.
 * @param {Page} page
 * @param {Somebody} somebody
 * @param {() => void} close  the slip on which they are offered
 * @returns {Drawing}
 */
export const deeds_at_chair = (page, somebody, close) =>
  deeds_for(page, somebody).map((deed) => {
    function press() {
      close();
      deed.press();
    }
    return button(page, `at-chair-${deed.key}`, { ...deed, press });
  });

/** @param {Page} page @param {Somebody} somebody @returns {Deed[]} */
function deeds_for(page, { person, name, muted, seat }) {
  const { say, state, commands } = page;
  /** @param {ToServer} message */
  const ask = (message) => () => commands.ask(message);
  const beside = state.table.seats.flatMap((other) => (other.person === person ? [other.name ?? ""] : []));
  const shared = beside.length > 1;
  const names = shared ? beside : [name];
  const questions = shared ? ON_SEVERAL : ON_ONE;
  return [
    {
      key: "mute",
      label: say(muted ? "Unmute" : "Mute"),
      full_label: say(muted ? "Unmute {name}" : "Mute {name}", { name: names }),
      ...(shared && { why: say("{names} share a device.", { names }) }),
      press: ask({ type: "mute", person, yes: !muted }),
    },
    ...(seat === null
      ? []
      : [
          {
            key: "watch",
            label: say("Move to the audience"),
            question: say(state.table.state === "playing" ? questions.bot : questions.watch, { name, names }),
            press: ask({ type: "kick", person }),
          },
        ]),
    {
      key: "host",
      label: say("Make host"),
      question: say("{name} will be the host instead of you. Continue?", { name }),
      press: ask({ type: "hand_over", person }),
    },
    {
      key: "out",
      label: say("Remove from table"),
      question: say(questions.out, { name, names }),
      press: ask({ type: "kick", person, out: true }),
    },
    ...(seat === null ? [] : [...gifts(page, name, seat), ...keeping(page, name, seat)]),
  ];
}

/**
 * Giving the seat of an absent player to a spectator.
 * @param {Page} page
 * @param {string} name
 * @param {number} seat
 * @returns {Deed[]}
 */
function gifts({ say, state, commands }, name, seat) {
  const { seats, audience } = state.table;
  if (seats[seat].here) return [];
  return audience.map((onlooker) => {
    const other = called(say, onlooker);
    return {
      key: onlooker.person,
      label: say("Give the seat to {other}", { other }),
      question: say(
        state.table.state === "playing"
          ? "A bot plays this game to its end for {name}. Then {other} has the seat. Continue?"
          : "{other} will have the seat of {name}. Continue?",
        { other, name },
      ),
      press: () => commands.ask({ type: "give_seat", seat, person: onlooker.person }),
    };
  });
}

/**
 * Keeping the seat for its player after all.
 * @param {Page} page
 * @param {string} name
 * @param {number} seat
 * @returns {Deed[]}
 */
const keeping = ({ say, state, commands }, name, seat) =>
  state.table.heirs
    .filter((heir) => heir.seat === seat)
    .map(({ person }) => ({
      key: `keep-${person}`,
      label: say("Keep the seat for {name}", { name }),
      press: () => commands.ask({ type: "admit", person, yes: false }),
    }));

// --- The game and the room ----------------------------------------------------------------------------------

/** @param {Page} page @returns {Drawing} */
export function game_actions(page) {
  const { say, state } = page;
  const deeds = [...of_the_players(page), ...(state.table.you.host ? of_the_host(page) : [])];
  if (!deeds.length) return nothing;
  return html`<h3>${say("This table")}</h3>
    <div class="deeds">${deeds.map((deed) => button(page, `table-${deed.key}`, deed))}</div>`;
}

/** @param {Page} page @returns {Deed[]} */
function of_the_players(page) {
  const { say, state, commands } = page;
  const { you, proposal } = state.table;
  if (state.table.state !== "playing" || !you.seats.length) return [];
  const seat = you.seat ?? you.seats[0];
  const pending = proposal ? say("There is a proposal already.") : "";
  return [
    take_back(page),
    {
      key: "end",
      label: say("End this game"),
      question: say("The game will end without a winner as soon as all players agree. Continue?"),
      press: () => commands.ask({ type: "propose", matter: "end", ...as(page, seat) }),
      why: pending,
      off: pending !== "",
    },
  ];
}

/** @param {Page} page @returns {Deed} */
function take_back(page) {
  const { say, state } = page;
  const { can, why } = state.frame?.undo ?? { can: "no", why: null };
  const words = {
    now: "This happens at once.",
    ask: "The other players have to agree.",
    no: "Nothing can be taken back now.",
  };
  const off = can === "no" || state.table.proposal !== null || state.table.paused || state.settling;
  return {
    key: "back",
    label: say("Take my last move back"),
    press: () => ask_back(page),
    why: why ? say(why) : say(words[can]),
    off,
  };
}

/** @param {Page} page @returns {Deed[]} */
function of_the_host({ say, state, commands }) {
  const { paused } = state.table;
  return [
    ...(state.table.state === "playing"
      ? [
          {
            key: "pause",
            label: say(paused ? "Go on" : "Pause"),
            press: () => commands.ask({ type: paused ? "resume" : "pause" }),
          },
        ]
      : []),
    { key: "set", label: say("Table settings…"), press: commands.set_table },
    {
      key: "close",
      label: say("Close this table"),
      question: say("Everyone will have to leave, and the link will lead nowhere. Continue?"),
      press: () => commands.ask({ type: "close" }),
    },
  ];
}

// --- Buttons ------------------------------------------------------------------------------------------------

/**
 * The button of an action, or its confirmation.
 * @param {Page} page
 * @param {string} id
 * @param {Deed} deed
 */
function button(page, id, deed) {
  const { state, commands } = page;
  const off = deed.off || state.connection !== "open";
  if (state.confirming === id && deed.question) return confirmation(page, id, deed, off || state.settling);
  function press() {
    if (off) return;
    if (deed.question) commands.confirm(id);
    else deed.press();
  }
  const why = deed.why ? html`<span class="hint" id="why-${id}">${deed.why}</span>` : nothing;
  return html`<span class="deed"
    ><button type="button" class="small ${deed.off ? "off" : ""}" data-focus=${id}
      aria-label=${deed.full_label ?? nothing}
      aria-disabled=${off ? "true" : nothing} aria-describedby=${deed.why ? `why-${id}` : nothing}
      @click=${press}>${deed.label}</button>
    ${why}</span
  >`;
}

/** @param {Page} page @param {string} id @param {Deed} deed @param {boolean} off */
function confirmation({ say, commands }, id, { label, press, question }, off) {
  function confirmed() {
    if (off) return;
    commands.confirm(null);
    press();
  }
  function cancelled() {
    commands.confirm(null);
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-focus="${id}"]`))?.focus();
  }
  return html`<div class="sure" role="group" aria-label=${question}>
    <p id="sure-${id}">${question}</p>
    <button type="button" class="small" data-focus="${id}-no"
      @click=${cancelled}>${say("Cancel")}</button>
    <button type="button" class="small primary" data-focus=${id} aria-describedby="sure-${id}"
      aria-disabled=${off ? "true" : nothing} @click=${confirmed}>${label}</button>
  </div>`;
}
