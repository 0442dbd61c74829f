// A page's state, led from event to event by messages that a server might send and presses that a reader might make.

/** @import { Frame, FromServer, Line, Table } from "#types/wire" */
/** @import { Effect, Event, World } from "#state/reduce.js" */
/** @import { State } from "#state/state.js" */
import { initial } from "#state/connection.js";
import { guide_after } from "#state/guide.js";
import { NO_ORDERS } from "#state/orders.js";
import { initial_pace } from "#state/pace.js";
import { next_event_at, reduce } from "#state/reduce.js";
import { initial_state } from "#state/state.js";

/** A reader's settings as they are at first, but for the pace: everything is shown at once. @type {State["settings"]} */
export const SETTINGS = {
  theme: "system",
  table: "felt",
  volume: null,
  vibrate: true,
  always_confirm: false,
  pace: "off",
  two_colours: false,
  notify: false,
  push: false,
  badge: true,
  awake: true,
  rail: "shut",
};

/** @param {Partial<State>} [fields] */
export const opened = (fields) => new Page(fields);

/**
 * The same with the guide to a first lesson.
 * @param {number | null} [step]  the one that the page before a reload had come to
 */
export const guided = (step = null) =>
  new Page({ guided: true, guide: { ...opened().state.guide, step } }, guide_after);

class Page {
  /** @type {State} */
  state;
  now = 0;
  /** What was asked of the world. @type {Effect[]} */
  effects = [];
  #ids = 0;
  #guide;

  /** @param {Partial<State>} [fields] @param {World["guide"]} [guide] */
  constructor(fields = {}, guide = null) {
    this.#guide = guide;
    const line = initial({ epoch: null, queue: [] }, 0, 50);
    const begun = { line, pace: initial_pace(), settings: SETTINGS, onward: null, trace: null, orders: NO_ORDERS };
    const guided = { guided: false, guide: { step: null, is_folded: false }, tv: false, hand: false };
    this.state = { ...initial_state({ ...begun, ...guided, copied: false, typed: "", kept_draft: null }), ...fields };
    this.happens({ type: "start" });
  }

  /** The open line of a page that is welcome. @param {Table} [table] */
  is_welcome(table = table_of()) {
    this.happens({ type: "opened" });
    this.hears({ type: "welcome", epoch: "e" });
    this.hears(table);
    return this;
  }

  /** @param {Event} event */
  happens(event) {
    const before = this.state;
    this.state = reduce(before, event, this.#world());
    for (const effect of this.state.effects) this.#carry_out(effect);
    return this;
  }

  /** @param {Effect} effect */
  #carry_out(effect) {
    if (effect.do === "dispatch") this.happens(effect.event);
    else if (effect.do === "send" && effect.message.type === "ping") this.hears({ type: "pong" });
    else this.effects.push(effect);
  }

  /** @param {object} message */
  hears(message) {
    return this.happens({ type: "heard", message: /** @type {FromServer} */ (message) });
  }

  /** Lets so many milliseconds pass. @param {number} ms */
  waits(ms) {
    const until = this.now + ms;
    for (let due = this.#due(); due <= until; due = this.#due()) {
      this.now = due;
      this.happens({ type: "tick" });
    }
    this.now = until;
    return this;
  }

  /** The messages of this type that were sent. @param {string} type */
  sent(type) {
    const messages = this.effects.flatMap((effect) => (effect.do === "send" ? effect.message : []));
    return messages.filter((message) => message.type === type);
  }

  #due = () => Math.max(next_event_at(this.state, this.now), this.now + 1);

  /** @returns {World} */
  #world = () => ({
    now: this.now,
    random: 0.5,
    fresh_id: () => String(this.#ids++).padStart(32, "0"),
    game: "tcnccc",
    lasts: () => 4000,
    can_be_ended: ({ shows }) => shows === "lifted",
    guide: this.#guide,
  });
}

/** A table of three in the middle of a game. @param {Partial<Table>} [fields] @returns {Table} */
export const table_of = (fields = {}) => ({
  type: "table",
  room: "r",
  game: "tcnccc",
  title: "TCNCCC",
  state: "playing",
  host: 0,
  watching: [],
  audience: [],
  options: {},
  number: 1,
  deal: null,
  you: { seat: 0, seats: [0], name: "Ann", host: true, person: "a", muted: false },
  seats: ["Ann", "Ben", "Cleo"].map((name) => ({
    ...{ name, here: true, bot: null, person: name, muted: false, figure: null },
  })),
  lesson: false,
  paused: false,
  sitting: "freely",
  onlookers: true,
  password: false,
  clock: null,
  fast_bots: false,
  hints: false,
  practice: false,
  team: false,
  best: [],
  wishes: [],
  heirs: [],
  muted: [],
  proposal: null,
  away: [],
  ...fields,
});

/** @param {number} seq @param {object} [fields] @returns {Line} */
export const line_of = (seq, fields = {}) =>
  /** @type {Line} */ ({ seq, seat: 0, text: { text: "{seat} is back." }, fades: false, sight: null, ...fields });

/** A frame that asks nobody. @param {Partial<Frame>} [fields] @returns {Frame} */
export const frame_of = (fields = {}) => ({
  type: "frame",
  seq: 1,
  you: 0,
  question: 1,
  asked: [],
  prompt: { text: "" },
  choices: [],
  free: [],
  pick: null,
  lines: [],
  view: null,
  clocks: null,
  undo: null,
  places: null,
  outcome: null,
  ...fields,
});
