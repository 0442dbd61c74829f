// @ts-check
// The host's table settings: which game, how many seats and their order, who may come in, and the clocks.

/** @import { Card, Drawing, Page } from "#types/room" */
/** @import { Draft } from "#state/settings_draft.js" */
/** @import { Clock, Table } from "#types/wire" */
import { html, noChange, nothing } from "lit-html";
import { length_in_words } from "#room/clock.js";
import { close_dialog, close_outside } from "#room/dialogs.js";
import { choice, defaults, option_fields } from "#room/form_fields.js";
import { seat_order } from "#room/seat_order.js";
import { date_typed, link_typed, wall_of } from "#state/dates.js";

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** @typedef {"none" | "question" | "game" | "days"} Clocks */
/** Time limits to choose from, in seconds; the second is the usual one. @type {Record<Clocks, number[]>} */
const TIMES = {
  none: [],
  question: [1, 2, 5, 10, 15].map((minutes) => minutes * MINUTE),
  game: [5, 10, 20, 30, 60].map((minutes) => minutes * MINUTE),
  days: [1, 2, 3, 7, 14].map((days) => days * DAY),
};

/** @param {Page} page */
export function table_settings(page) {
  const { draft, cards } = page.state;
  if (!draft) return nothing;
  const { say } = page;
  const closed = () => page.change({ setting: false });
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    page.dispatch({ type: "apply" });
  };
  const { refusal } = page.state;
  const problem_now = draft.problem ?? (Array.isArray(cards) ? null : cards);
  // Server messages are read aloud as they come.
  const problem =
    refusal && !draft.problem
      ? html`<p class="problem">${say(refusal)}</p>`
      : html`<p class="problem" role="alert">${problem_now ? say(problem_now) : nothing}</p>`;
  return html`<dialog id="setting" aria-labelledby="setting-title" @close=${closed} @click=${close_outside}>
    <h2 id="setting-title" tabindex="-1" autofocus>${say("Table settings")}</h2>
    <form class="whole" @submit=${submit} novalidate>
      ${
        page.state.table.state === "playing"
          ? html`<p class="hint">${say("Game, seats and options can be changed when this game is over.")}</p>`
          : is_sealed(page)
            ? shared_game(page)
            : what_is_played(page, draft)
      }
      ${when_and_where(page, draft)} ${who_comes_in(page, draft)} ${clocks(page, draft)}
      ${bots_and_hints(page, draft)}
      <div class="end">
        ${problem}
        <button type="button" @click=${close}>${say("Cancel")}</button>
        <button class="primary"
          aria-disabled=${page.state.connection === "open" ? nothing : "true"}>${say("Apply")}</button>
      </div>
    </form>
  </dialog>`;
}

const close = () => close_dialog("setting");

/** Changes values of the draft. @param {Page} page @param {Partial<Draft>} fields */
const change = (page, fields) => page.dispatch({ type: "fill_in", fields });

// --- What is played -----------------------------------------------------------------------------------------

/** @param {Page} page @param {Draft} draft @returns {Drawing} */
function what_is_played(page, draft) {
  const { say } = page;
  const { cards } = page.state;
  if (!Array.isArray(cards)) return html`<p class="hint">${say("Loading games…")}</p>`;
  const card = cards.find(({ key }) => key === draft.game);
  if (!card) return nothing;
  return [
    choice({
      id: "game",
      title: say("Game"),
      values: cards.map(({ key, title }) => [key, title]),
      now: draft.game,
      set: (game) => change(page, of_game(cards, page.state.table, game)),
    }),
    choice({
      id: "seats",
      title: say("Seats"),
      values: card.seats.map((seats) => [seats, String(seats)]),
      now: draft.seats,
      set: (seats) => change(page, { seats }),
    }),
    html`<details class="more">
      <summary>${say("Options")}</summary>
      ${option_fields(say, card.options, draft.options, (name, value) =>
        change(page, { options: { ...draft.options, [name]: value } }),
      )}
    </details>`,
    is_gathered(page.state.table, draft) ? seat_order(page) : nothing,
  ];
}

/** Whether this is one of several tables with one deal, which stay alike. @param {Page} page */
const is_sealed = ({ state: { table } }) => table.sharing?.over === false;

/** @param {Page} page @returns {Drawing} */
const shared_game = (page) => [
  html`<p class="hint">${page.say(
    "This is one of several tables with one deal. Game, seats, options, spectators and hints stay as they are.",
  )}</p>`,
  seat_order(page),
];

/** Whether these seats are the ones of the next game. @param {Table} table @param {Draft} draft */
const is_gathered = ({ state, game, seats }, draft) =>
  state === "gathering" && draft.game === game && draft.seats === seats.length;

/**
 * The present game keeps its options; another one begins with the defaults.
 * @param {Card[]} cards
 * @param {Table} table
 * @param {string} key
 */
function of_game(cards, table, key) {
  const card = cards.find((card) => card.key === key);
  const many = table.seats.length;
  const seats = card?.seats.find((each) => each >= many) ?? card?.seats.at(-1) ?? many;
  const options = key === table.game ? { ...table.options } : defaults(card?.options ?? {});
  return { game: key, seats, options };
}

// --- When, and where people talk ----------------------------------------------------------------------------

/** A date that is filled in by half, of which fields tell nothing: it is not the same as none. */
const HALF = "?";

/** @param {Page} page @param {Draft} draft @returns {Drawing} */
function when_and_where(page, { evening, talk }) {
  const { say } = page;
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  /** @param {string} typed */
  const set_date = (typed) => change(page, { evening: date_typed(typed, page.state.now) });
  /** @param {Event & { currentTarget: HTMLInputElement }} event */
  const date_changed = ({ currentTarget: { value, validity } }) => set_date(validity.badInput ? HALF : value);
  /** @param {Event & { currentTarget: HTMLInputElement }} event */
  const link_changed = ({ currentTarget: { value } }) => change(page, { talk: link_typed(value) });
  const shown = evening.typed ?? wall_of(evening.means);
  return [
    html`<div class="field date">
      <label class="name" for="set-evening">${say("The evening begins")}</label>
      <input id="set-evening" type="datetime-local" data-focus="set-evening" aria-describedby="hint-evening"
        .value=${shown === HALF ? noChange : shown} @change=${date_changed} />
      ${
        shown
          ? html`<button type="button" class="small" data-focus="no-evening"
              @click=${() => set_date("")}>${say("No date")}</button>`
          : nothing
      }
      <p class="hint" id="hint-evening">${say(
        "In your time zone, {zone}. Everyone sees it in their own. Players are notified ten minutes before.",
        { zone },
      )}</p>
    </div>`,
    html`<div class="field">
      <label class="name" for="set-talk">${say("We talk here")}</label>
      <input id="set-talk" type="url" inputmode="url" autocomplete="off" spellcheck="false" placeholder="https://"
        data-focus="set-talk" aria-describedby="hint-talk" .value=${talk.typed ?? talk.means} @change=${link_changed} />
      <p class="hint" id="hint-talk">${say(
        "The link to your call, such as Jitsi, Meet or Discord. Only people at this table see it.",
      )}</p>
    </div>`,
  ];
}

// --- Who comes in -------------------------------------------------------------------------------------------

/** @param {Page} page @param {Draft} draft @returns {Drawing} */
function who_comes_in(page, draft) {
  const { say } = page;
  return [
    choice({
      id: "sitting",
      title: say("Joining"),
      values: [
        [/** @type {Table["sitting"]} */ ("freely"), say("Anyone may sit down")],
        [/** @type {Table["sitting"]} */ ("asked"), say("Host approves each player")],
      ],
      now: draft.sitting,
      set: (sitting) => change(page, { sitting }),
    }),
    is_sealed(page)
      ? nothing
      : choice({
          id: "onlookers",
          title: say("Spectators"),
          values: [
            [true, say("May watch")],
            [false, say("Not during the game")],
          ],
          now: draft.onlookers,
          set: (onlookers) => change(page, { onlookers }),
        }),
    choice({
      id: "locked",
      title: say("Password"),
      values: [
        [false, say("No password")],
        [true, say("Required")],
      ],
      now: draft.locked,
      set: (locked) => change(page, { locked }),
    }),
    draft.locked ? password_field(page, draft) : nothing,
  ];
}

/** @param {Page} page @param {Draft} draft */
const password_field = (page, draft) => html`<label class="field password"
  >${page.say(page.state.table.password ? "New password (leave it empty to keep the old one)" : "The password")}
  <input maxlength="100" autocomplete="off" data-focus="set-password" .value=${draft.password}
    @change=${(/** @type {Event} */ { target }) =>
      change(page, { password: /** @type {HTMLInputElement} */ (target).value })} />
</label>`;

// --- Clocks -------------------------------------------------------------------------------------------------

/** @param {Page} page @param {Draft} draft @returns {Drawing} */
function clocks(page, draft) {
  const { say, state } = page;
  const { clock } = draft;
  const off = state.table.state === "playing" && !state.table.paused;
  const kind = kind_of(clock);
  /** @type {[Clocks, string][]} */
  const kinds = [
    ["none", say("No clocks")],
    ["question", say("Per move")],
    ["game", say("For the whole game")],
    ["days", say("Days per move")],
  ];
  const times = [...new Set([...TIMES[kind], ...(clock ? [clock.seconds] : [])])].sort((a, b) => a - b);
  return [
    choice({
      id: "clocks",
      title: say("Clocks"),
      values: kinds,
      now: kind,
      set: (kind) => change(page, { clock: usual(kind) }),
      hint: say(off ? "Pause the game to change its clocks." : HINTS[kind]),
      off,
    }),
    clock
      ? choice({
          id: "time",
          title: say("Time"),
          values: times.map((seconds) => [seconds, length_in_words(say, seconds)]),
          now: clock.seconds,
          set: (seconds) => change(page, { clock: { ...clock, seconds } }),
          off,
        })
      : nothing,
  ];
}

/** @type {Record<Clocks, string>} */
const HINTS = {
  none: "No time limit.",
  question: "When time runs out, a default move is made and the game goes on.",
  game: "Each player’s clock runs during their own turn. When it runs out, a default move is made.",
  days: "For games played over several days: a number of days for each move.",
};

/** @param {Clock | null} clock @returns {Clocks} */
function kind_of(clock) {
  if (!clock) return "none";
  return clock.each === "question" && clock.seconds >= DAY ? "days" : clock.each;
}

/** @param {Clocks} kind @returns {Clock | null} */
const usual = (kind) =>
  kind === "none" ? null : { each: kind === "game" ? "game" : "question", seconds: TIMES[kind][1] };

// --- Bots and hints -----------------------------------------------------------------------------------------

/** @param {Page} page @param {Draft} draft @returns {Drawing} */
const bots_and_hints = (page, { fast_bots, hints }) => [
  choice({
    id: "fast_bots",
    title: page.say("Bots"),
    values: [
      [false, page.say("Leave time to watch")],
      [true, page.say("Answer fast")],
    ],
    now: fast_bots,
    set: (fast_bots) => change(page, { fast_bots }),
  }),
  is_sealed(page)
    ? nothing
    : choice({
        id: "hints",
        title: page.say("Hints"),
        values: [
          [false, page.say("No hints")],
          [true, page.say("On request")],
        ],
        now: hints,
        set: (hints) => change(page, { hints }),
        hint: page.say(
          page.state.table.state === "playing"
            ? "A game is being played. Allow or forbid hints before the next one."
            : "Everyone can see when a player asks for a hint. Alone with bots, you may always ask.",
        ),
        off: page.state.table.state === "playing",
      }),
];
