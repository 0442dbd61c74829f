// @ts-check
// The next state of the page after an event: a message, a press, a moment that has come, a line that opened or died.

import { answer, be_deaf, own_seat, SETTLE_MS, settle, step_back } from "#state/answer.js";
import { celebrate, next_step_at, note_ending, pass_scene } from "#state/celebration.js";
import { next_clock_change } from "#state/clock.js";
import { step } from "#state/connection.js";
import { due_command, hear_of_link } from "#state/onward.js";
import { arrange, follow_orders } from "#state/orders.js";
import { catch_up, go_on, next_shown_at, skip, take } from "#state/pace.js";
import { unanswered_question } from "#state/queue.js";
import {
  add_earlier,
  chat_is_open,
  has_requests,
  is_asked_now,
  look,
  look_again,
  look_away,
  receive,
  set_clock,
  take_connection,
} from "#state/room.js";
import { apply_draft, hear_ack, tend_draft } from "#state/settings_draft.js";
import { must_be_hidden } from "#state/sides.js";
/** @import { Settings } from "#kit/preferences.js" */
/** @import { Connection } from "#types/room" */
/** @import { Frame, FromServer, Line, Move, Sight, Text, ToServer } from "#types/wire" */
/** @import { Event as LineEvent } from "#state/connection.js" */
/** @import { Draft } from "#state/settings_draft.js" */
/** @import { State } from "#state/state.js" */
import { may_skip } from "#state/skipping.js";
import { next_tick } from "#state/timing.js";

/**
 * What happens. `show`: a message's time to be shown has come. `say`: the reader tells the server something;
 * `ask`: and an earlier refusal is forgotten. `change`: the reader opens, closes or chooses something on this page.
 * `arrange`: the reader orders their own pieces, or no longer (null).
 * `refreshed`: something beside the state has changed, such as a preference, or a part has come.
 * @typedef {LineEvent |
 *   { type: "show", message: FromServer, is_skimmed: boolean } |
 *   { type: "connection", connection: Connection } | { type: "trouble", why: Text | null } |
 *   { type: "say" | "ask", message: ToServer } | { type: "answer", move: Move, is_free: boolean } |
 *   { type: "pick", move: string | null, by_button: boolean } |
 *   { type: "compose", said: Record<string, unknown>, of_a_plan: boolean } |
 *   { type: "arrange", order: unknown } |
 *   { type: "sit", seat: number } | { type: "look", seat: number | null } | { type: "skip" } | { type: "carry_on" } |
 *   { type: "pressed", at: State["pressed_at"] } | { type: "step_back" } | { type: "confirm", what: string | null } |
 *   { type: "fill_in", fields: Partial<Draft> } | { type: "apply" } | { type: "ask_earlier" } |
 *   { type: "deaf", ms: number } | { type: "acted", lands_at: number } |
 *   { type: "earlier", lines: Line[], seat: number | null } |
 *   { type: "celebrate", lands_in: number | null } |
 *   { type: "more", of: "log" | "chat" } | { type: "unfold", what: string, is_open: boolean } |
 *   { type: "guide", does: "go_on" | "hold_back" | "fold" } |
 *   { type: "change", fields: Partial<Own> } |
 *   { type: "refreshed", settings: Settings }} Event
 */

/**
 * The fields that are the reader's own.
 * @typedef {Pick<State, "chosen" | "why" | "tab" | "rail_open" | "read" | "wants_seat" | "copied" | "copied_until" |
 *   "beside" | "guided" | "had_turn" | "onward" | "has_knocked" | "named_beside" | "invitation" | "hint_asked" |
 *   "is_hint_away" | "undo_asked" | "cards" | "menu" | "setting" | "in_short" | "inviting" | "figuring" | "missed" |
 *   "refusal" | "reacting" | "results" | "ending" | "asked_for" | "settings" | "picked" | "is_wide" | "rail_covers" |
 *   "on_paper" | "is_drawn" | "typed" | "deal_copied" | "end_scene" | "is_result_away" | "at_chair" | "fiddled" |
 *   "eyes" | "eyes_asked" | "wonders" | "could_be" | "answers_early" | "between_us" | "takes_notes" | "notes">} Own
 */

/**
 * What has to be done in the world, in order. `dispatch`: something else happens.
 * @typedef {{ do: "dispatch", event: Event } | { do: "open" } | { do: "close" } | { do: "greet" } |
 *   { do: "send", message: ToServer } | { do: "diagnose" } | { do: "hush" } |
 *   { do: "note_taken", word: string } |
 *   { do: "clear_stage" } | { do: "focus", on: string } | { do: "reload" } | { do: "close_dialog", id: string } |
 *   { do: "go_to", url: string }} Effect
 */

/**
 * What is not in the state: the time, chance, and what the game says of its sights.
 * @typedef {object} World
 * @property {number} now
 * @property {number} random  in [0, 1)
 * @property {() => string} fresh_id
 * @property {string} game
 * @property {(sight: Sight) => number} lasts
 * @property {(sight: Sight) => boolean} can_be_ended
 * @property {(trace: unknown, frame: Frame) => unknown} [next_trace]
 * @property {(frame: Frame) => Record<string, number> | null} [orders_hold_for]
 * @property {((state: State, event: Event) => State["guide"]) | null} [guide]  once it is loaded: guide.js
 */

/** Commands that need their seat if a page plays several. */
const SAID_BY_A_SEAT = /^(chat|propose|react|nudge|beforehand)$/;
/** What needs no answer of its own, or is said again by itself. */
const WITHOUT_ID = /^(hello|look|react|nudge|skip|earlier|link|ping|beforehand)$/;
/** What has come of earlier messages for this long is all that was asked for. */
const EARLIER_MS = 2000;
/** As many messages come at once, if there are as many: app/rooms/audience.py. */
const EARLIER = 50;
/** What the page says of itself, for the deal: its reader hears nothing of the answer. */
const BY_ITSELF = /^(seal|word)$/;
/** While the device changes hands, presses are ignored. */
const HANDING_ON_MS = 800;

/** @param {State} before @param {Event} event @param {World} world @returns {State} */
export function reduce(before, event, world) {
  /** @type {State} */
  const state = { ...before, now: world.now, news: [], effects: [] };
  happen(state, event, world);
  const command = due_command(state);
  if (command) submit(state, command, world);
  note_requests(before, state);
  note_the_end(state);
  tend_draft(state);
  if (state.guided && world.guide) state.guide = world.guide(state, event);
  if (is_asked_now(state)) state.answers_early = false;
  else if (is_asked_now(before)) state.had_turn = true;
  if (chat_is_open(state)) state.read = state.chat.at(-1)?.seq ?? 0;
  return state;
}

/** When something is due by itself; Infinity: never. @param {State} state @param {number} now */
export const next_event_at = (state, now) =>
  Math.min(
    next_tick(state.line),
    next_shown_at(state, now),
    next_clock_change(state),
    state.settling ? state.settled_at : Infinity,
    state.has_new_requests ? state.requests_settled_at : Infinity,
    state.copied ? state.copied_until : Infinity,
    state.deal_copied?.until ?? Infinity,
    state.announced?.until ?? Infinity,
    next_step_at(state),
    state.earlier_asked?.until ?? Infinity,
    ...[state.moments, state.reactions, state.spoken, state.nudges].flat().map(({ until }) => until),
  );

/** @param {State} state @param {Event} event @param {World} world */
function happen(state, event, world) {
  const { now } = world;
  switch (event.type) {
    case "heard":
      return hear(state, event, world);
    case "show":
      return show(state, event.message, world);
    case "tick":
      drive(state, event, world);
      pass(state, now);
      return go_on(state, now);
    case "hidden":
      drive(state, event, world);
      state.is_hidden = true;
      look_away(state);
      return catch_up(state, now);
    case "shown":
      drive(state, event, world);
      state.is_hidden = false;
      return look_again(state);
    case "connection":
      return take_connection(state, event.connection);
    case "trouble":
      if (state.connection !== "open") state.trouble = event.why;
      return;
    case "say":
      return submit(state, event.message, world);
    case "ask":
      state.refusal = null;
      return submit(state, event.message, world);
    case "answer":
      return submit(state, answer(state, event.move, event.is_free), world, event.is_free);
    case "pick":
      Object.assign(state, { picked: event.move, why: "" });
      if (event.by_button) be_deaf(state, now, SETTLE_MS); // the confirming button may come to lie in the same place
      return;
    case "compose":
      Object.assign(state, { said: event.said, why: "" }, event.of_a_plan && { picked: null });
      return;
    case "arrange":
      state.why = "";
      return arrange(state, event.order);
    case "sit":
      return sit(state, event.seat, world);
    case "look":
      return change_sides(state, event.seat, world);
    case "skip":
      if (state.connection !== "open" || !state.table || !may_skip(state.table, state.frame)) return;
      skip(state, now);
      return submit(state, { type: "skip" }, world);
    case "carry_on":
      return carry_on(state, world);
    case "pressed":
      state.pressed_at = event.at;
      return;
    case "step_back":
      return step_back(state);
    case "confirm":
      state.confirming = event.what;
      if (event.what !== null) be_deaf(state, now, SETTLE_MS); // the next button may lie where this one was pressed
      return;
    case "fill_in":
      if (state.draft) state.draft = { ...state.draft, problem: null, ...event.fields };
      state.refusal = null;
      return;
    case "apply":
      state.refusal = null;
      for (const message of apply_draft(state)) submit(state, message, world);
      return;
    case "ask_earlier":
      return ask_earlier(state, world);
    case "deaf":
      return be_deaf(state, now, event.ms);
    case "acted":
      state.lands_at = event.lands_at;
      return;
    case "celebrate":
      return celebrate(state, event.lands_in);
    case "more":
      if (event.of === "log") state.more_told += 1;
      else state.more_said += 1;
      return;
    case "unfold":
      return unfold(state, event.what, event.is_open);
    case "guide":
      return; // by the guide itself, once it is known what else has happened
    case "earlier":
      state.asked_for = null;
      return add_earlier(state, event.lines, event.seat);
    case "change":
      return void Object.assign(state, event.fields);
    case "refreshed":
      state.settings = event.settings;
      return;
    default:
      return drive(state, event, world);
  }
}

/** What is told of a game is asked for once it is over. @param {State} state */
function note_the_end(state) {
  const { table, frame, ending } = state;
  if (table?.state !== "over" || !frame || ending?.number === table.number) return;
  state.ending = { number: table.number, told: null };
}

/** @param {State} state @param {string} what @param {boolean} is_open */
function unfold(state, what, is_open) {
  if (state.unfolded.includes(what) === is_open) return;
  state.unfolded = is_open ? [...state.unfolded, what] : state.unfolded.filter((other) => other !== what);
}

// --- Requests ---------------------------------------------------------------------------------------------------

/**
 * Requests that have just appeared ignore presses for a moment; and what this reader asked for may have been refused,
 * or lost with the connection.
 * @param {State} before
 * @param {State} state
 */
function note_requests(before, state) {
  if (requests_of(state) !== requests_of(before))
    Object.assign(state, { has_new_requests: true, requests_settled_at: state.now + SETTLE_MS });
  if (state.refusal || state.connection !== "open") Object.assign(state, { hint_asked: null, undo_asked: null });
  if (state.table?.proposal) state.undo_asked = null;
}

/** What others ask for, and this reader may answer. @param {State} state */
function requests_of({ table, refusal }) {
  if (!table || !has_requests(table)) return "";
  const { proposal, wishes, heirs, away, hands, you } = table;
  const people = [...wishes, ...heirs].map(({ person }) => person);
  return JSON.stringify([proposal?.matter, proposal?.seat, people, away, hands, you.seats, refusal !== null]);
}

// --- The line ---------------------------------------------------------------------------------------------------

/** Lets the line's own machine go on. @param {State} state @param {LineEvent} event @param {World} world */
function drive(state, event, world) {
  const { state: line, effects } = step(state.line, event, world.now, world.random);
  state.line = line;
  carry_out(state, effects, world.now);
}

/** @param {State} state @param {{ type: "heard", message: FromServer }} event @param {World} world */
function hear(state, event, { now, random }) {
  const { message } = event;
  if (message.type === "frame") set_clock(state, message, now); // clocks run while a frame waits to be shown
  const asked = "id" in message ? state.line.queue.find((queued) => queued.message.id === message.id)?.message : null;
  const { state: line, effects } = step(state.line, event, now, random);
  state.line = line; // first of all: the page asks what is still on its way
  if (message.type === "ack" && asked?.type === "word") state.effects.push({ do: "note_taken", word: asked.word });
  // The page learns of the table before it learns that it is connected.
  if (!asked || !BY_ITSELF.test(asked.type)) take(state, message, now);
  carry_out(state, effects, now);
}

/** @param {State} state @param {import("#state/connection.js").Effect[]} effects @param {number} now */
function carry_out(state, effects, now) {
  for (const effect of effects) {
    if (effect.do === "tell") {
      catch_up(state, now);
      state.effects.push({ do: "dispatch", event: { type: "connection", connection: effect.connection } });
    } else if (effect.do === "give_back") give_back(state, effect.message);
    else state.effects.push(effect);
  }
}

/** Puts refused words back, before what was typed since. @param {State} state @param {ToServer} message */
function give_back(state, message) {
  if (message.type === "chat") state.typed = [message.text, state.typed].filter(Boolean).join(" ");
}

/**
 * Commands, chat and moves are kept and sent again until the server has responded.
 * @param {State} state
 * @param {ToServer} message
 * @param {World} world
 * @param {boolean} [is_free]  a move beside the question
 */
function submit(state, message, world, is_free = false) {
  const seat = own_seat(state);
  const by_seat = SAID_BY_A_SEAT.test(message.type) && seat !== undefined ? { seat, ...message } : message;
  const said = WITHOUT_ID.test(message.type) ? by_seat : { ...by_seat, id: world.fresh_id() };
  drive(state, { type: "said", message: /** @type {ToServer} */ (said), is_free }, world);
}

// --- A message is shown -----------------------------------------------------------------------------------------

/** @param {State} state @param {FromServer} message @param {World} world */
function show(state, message, world) {
  if (state.is_leaving) return;
  if (message.type === "table" && message.game !== world.game) {
    state.is_leaving = true;
    return void state.effects.push({ do: "reload" });
  }
  const { table, frame } = state;
  receive(state, message, world.now, world.lasts);
  if (message.type === "frame" && state.frame) follow(state, state.frame, world);
  // A pending answer here was refused or taken back, or belonged to another epoch of the log.
  if (/frame|refused|welcome/.test(message.type) && unanswered_question(state.line.queue) === null)
    state.answered = null;
  if (message.type === "frame") heed(state, message, frame, world.now);
  note_ending(state, frame);
  if (frame && !state.frame) state.effects.push({ do: "hush" });
  if (must_be_hidden(state, { table, frame })) hide_sides(state, world);
  if (message.type === "frame" && !message.pick) state.chosen = [];
  if (message.type === "table") sit_when_named(state, world);
  if (message.type === "refused") state.wants_seat = null;
  if (message.type === "ack") hear_ack(state);
  hear_of_link(state, message);
}

/**
 * A new question has no answer yet; and what the prompt says anew may not have been read when its buttons are pressed.
 * @param {State} state
 * @param {Frame} frame
 * @param {Frame | null} before
 * @param {number} now
 */
function heed(state, frame, before, now) {
  if (frame.question !== before?.question) {
    settle(state, now);
    state.has_seen_moves ||= before !== null;
  } else if (JSON.stringify(frame.prompt) !== JSON.stringify(before.prompt)) be_deaf(state, now, SETTLE_MS);
}

/** What depends on the frames shown before. @param {State} state @param {Frame} frame @param {World} world */
function follow(state, frame, { next_trace, orders_hold_for }) {
  state.trace = next_trace?.(state.trace, frame);
  follow_orders(state, orders_hold_for?.(frame) ?? null);
}

/**
 * The device changes hands: nothing of its previous holder's may be read, or pressed by somebody who does not know that
 * yet.
 * @param {State} state
 * @param {World} world
 */
function hide_sides(state, world) {
  change_sides(state, null, world);
  state.news = state.news.filter(({ yours }) => !yours);
  be_deaf(state, world.now, HANDING_ON_MS);
}

/** @param {State} state @param {number | null} seat @param {World} world */
function change_sides(state, seat, world) {
  state.effects.push({ do: "clear_stage" }, { do: "hush" }); // others must not see things in motion
  look(state, seat);
  submit(state, { type: "look", seat }, world);
  settle(state, world.now);
}

// --- The reader -------------------------------------------------------------------------------------------------

/** Asks for a name first if there is none. @param {State} state @param {number} seat @param {World} world */
function sit(state, seat, world) {
  if (state.table?.you.name != null) return submit(state, { type: "sit", seat }, world);
  state.wants_seat = seat;
  state.effects.push({ do: "focus", on: ".name-form input" });
}

/** Takes the seat for which a name was asked, once the table knows it. @param {State} state @param {World} world */
function sit_when_named(state, world) {
  const seat = state.wants_seat;
  if (seat === null || state.table?.you.name == null) return;
  state.wants_seat = null;
  sit(state, seat, world);
}

/**
 * Whether a moment was brought about by this reader, who may end it.
 * @param {Pick<State, "table" | "moments">} state
 * @param {World["can_be_ended"]} can_be_ended
 */
export function own_moments({ table, moments }, can_be_ended) {
  const seats = table?.you.seats ?? [];
  return moments.filter(({ seat, sight }) => seat !== null && seats.includes(seat) && sight && can_be_ended(sight));
}

/** Ends what is shown for a moment. @param {State} state @param {World} world */
function carry_on(state, { can_be_ended }) {
  const ended = own_moments(state, can_be_ended).map(({ seq }) => seq);
  state.moments = state.moments.filter(({ seq }) => !ended.includes(seq));
  state.effects.push({ do: "hush" });
}

/** Asks for messages from before the oldest one of the page. @param {State} state @param {World} world */
function ask_earlier(state, world) {
  const before = state.chat[0].seq;
  state.earlier_asked = { before, until: world.now + EARLIER_MS };
  submit(state, { type: "earlier", before }, world);
}

/** If fewer came than come at once, the room has no more. @param {State} state @param {number} before */
function note_first(state, before) {
  const came = state.chat.findIndex(({ seq }) => seq === before);
  if (state.connection === "open" && came < EARLIER) state.first_said = state.chat[0].seq;
  state.earlier_asked = null;
}

/** What was shown until now is over. @param {State} state @param {number} now */
function pass(state, now) {
  const is_over = (/** @type {{ until: number }} */ { until }) => until <= now;
  if (state.moments.some(is_over)) state.moments = state.moments.filter((moment) => !is_over(moment));
  if (state.reactions.some(is_over)) state.reactions = state.reactions.filter((reaction) => !is_over(reaction));
  if (state.nudges.some(is_over)) state.nudges = state.nudges.filter((nudge) => !is_over(nudge));
  if (state.spoken.some(is_over)) state.spoken = state.spoken.filter((words) => !is_over(words));
  pass_scene(state);
  if (state.settling && state.settled_at <= now) state.settling = false;
  if (state.has_new_requests && state.requests_settled_at <= now) state.has_new_requests = false;
  if (state.earlier_asked && is_over(state.earlier_asked)) note_first(state, state.earlier_asked.before);
  if (state.copied && state.copied_until <= now) state.copied = false;
  if (state.deal_copied && is_over(state.deal_copied)) state.deal_copied = null;
  if (state.announced && is_over(state.announced)) state.announced = null;
}
