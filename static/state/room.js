// @ts-check
// What the server's messages change: the last frame, the lasting lines, the passing moments, the people present.

/** @import { Connection } from "#types/room" */
/** @import { Chat, Frame, FromServer, Line, LooksBack, Reacted, Refused, Sight, Table } from "#types/wire" */
/** @import { State } from "#state/state.js" */
import { take_nudge } from "#state/evening.js";

const SPOKEN_MS = 4000;
const REACTED_MS = 2200;
const ANNOUNCED_MS = 120_000;
/** How long words from the chat are beside their author: the longer, the more there is to read. */
const READ = { ms: 4000, ms_per_character: 40, at_most: 9000, own: 2500 };
/** As many lines, and as many messages, are drawn at most: the server keeps as many messages, and fewer lines. */
const MOST_KEPT = 2000;
/** The number of lines with the first frame, if there are as many: app/table/game.py. */
const LINES_AT_FIRST = 12;
export const PUT_BACK = "This table was restored from a backup. Check it: the last moves may be missing.";

/** How long a sight is shown, in milliseconds: of the game. @typedef {(sight: Sight) => number} Lasts */

/**
 * @param {State} state
 * @param {FromServer} message
 * @param {number} now
 * @param {Lasts} lasts
 */
export function receive(state, message, now, lasts) {
  if (message.type === "frame") take_frame(state, message, now, lasts);
  else if (message.type === "table") take_table(state, message);
  else if (message.type === "chat") take_chat(state, message, now);
  else if (message.type === "refused") take_refusal(state, message);
  else if (message.type === "results") state.results = message;
  else if (message.type === "beforehand") state.beforehand = { ...state.beforehand, ...message };
  else if (message.type === "hint") Object.assign(state, { hint: message, is_hint_away: false });
  else if (message.type === "reaction") take_reaction(state, message, now);
  else if (message.type === "nudge") take_nudge(state, message, now);
  else if (message.type === "announced") state.announced = { text: message.text, until: now + ANNOUNCED_MS };
  else if (message.type === "looks_back") take_leader(state, message);
  else if (message.type === "farewell") state.farewell = message.text;
  else if (message.type === "welcome") take_welcome(state, message.epoch);
}

/** Nothing changes with each step of the same leader. @param {State} state @param {LooksBack} message */
function take_leader(state, { game, leader }) {
  if (state.leaders[game] === leader?.name) return;
  const { [game]: _, ...others } = state.leaders;
  state.leaders = leader ? { ...others, [game]: leader.name } : others;
}

/** Everything known so far is void in another epoch. @param {State} state @param {string} epoch */
function take_welcome(state, epoch) {
  if (state.epoch !== null && state.epoch !== epoch) {
    Object.assign(state, { is_put_back: true, seen: 0, chat: [] });
    leave_game(state);
  }
  state.epoch = epoch;
}

/** Forgets the refusal once: it is about what comes now. @param {State} state */
function forget_refusal(state) {
  state.refusal = state.is_put_back ? { text: PUT_BACK } : null;
  state.is_put_back = false;
}

/** @param {State} state @param {Table} table */
function take_table(state, table) {
  const before = state.table;
  if (before?.number !== table.number) forget_lines(state);
  if (before?.number !== table.number || before.state !== table.state) state.confirming = null;
  if (state.is_put_back || before?.state !== table.state || before?.you.seat !== table.you.seat) forget_refusal(state);
  if (table.state === "gathering" || table.you.seats.length < 2) state.looks_for = undefined;
  const is_answered = state.looks_for === undefined || table.you.seat === state.looks_for;
  state.table = is_answered ? with_one_seat(table) : seen_by_nobody(table);
  state.locked = false;
  const { seat, seats } = state.table.you;
  if (seats.length !== 1 && state.frame && state.frame.you !== seat) forget_side(state);
  if (state.frame?.delayed && !table.you.sees_hands) leap(state);
  if (table.state === "gathering") state.is_catching_up = false;
  if (seat_beside(state.beside, table) === null) state.beside = null;
  if (table.state === "gathering" || is_behind_closed_doors(table)) leave_game(state);
}

/**
 * The seat that somebody beside the reader is asked to take.
 * @param {State["beside"]} beside
 * @param {Table} table
 */
export function seat_beside(beside, { state, seats, you }) {
  const free = seats.findIndex(({ name }, seat) => name === null && (beside === "all" || seat === beside));
  return beside === null || state !== "gathering" || !you.seats.length || free < 0 ? null : free;
}

/** Forgets what only one of several seats has seen. @param {State} state */
function forget_side(state) {
  state.frame = state.hint = state.answered = state.beforehand = null;
  state.missed = [];
  state.lines = state.lines.filter(({ yours }) => !yours);
  state.moments = state.moments.filter(({ yours }) => !yours);
}

/** @param {State} state */
const forget_lines = (state) => Object.assign(state, { lines: [], missed: [], has_earlier: false });

/** Forgets a game that was put away, or that this reader may not watch. @param {State} state */
function leave_game(state) {
  Object.assign(state, { frame: null, answered: null, left_at: null, moments: [] });
  forget_lines(state);
}

/** Forgets what was shown of another time, or to other eyes. @param {State} state */
function leap(state) {
  leave_game(state);
  Object.assign(state, { seen: 0, is_catching_up: true });
}

/** @param {State} state @param {Frame} frame @param {number} now @param {Lasts} lasts */
function take_frame(state, frame, now, lasts) {
  const { looks_for } = state;
  if (looks_for !== undefined && looks_for !== frame.you) return;
  if (state.frame?.delayed?.eyes !== frame.delayed?.eyes) leap(state);
  const news = frame.lines.filter((line) => line.seq > state.seen);
  if (state.answered !== frame.question || !frame.asked.some((seat) => seat === frame.you)) state.answered = null;
  if (state.frame && state.frame.question !== frame.question) forget_refusal(state);
  state.frame = { ...frame, lines: [] };
  const newest = news.at(-1)?.seq ?? 0;
  if (news.length) state.moments = state.moments.filter(({ seq }) => looks_for !== undefined && seq >= newest);
  state.looks_for = undefined;
  add_lines(state, news, now, lasts);
  state.news = state.is_catching_up ? [] : news;
  if (state.is_catching_up && !state.is_hidden) come_back(state);
  state.is_catching_up = false;
}

/** @param {State} state @param {Line[]} news @param {number} now @param {Lasts} lasts */
function add_lines(state, news, now, lasts) {
  const opens = state.seen === 0;
  const lasting = news.filter(({ fades }) => !fades).map((line) => ({ ...line, sight: null }));
  if (lasting.length) state.lines = [...state.lines, ...lasting].slice(-MOST_KEPT);
  const passing = news.filter(({ fades, sight }) => fades || (sight && !state.is_catching_up));
  const until = (/** @type {Line} */ { sight }) => now + (sight ? lasts(sight) : SPOKEN_MS);
  if (passing.length) state.moments = [...state.moments, ...passing.map((line) => ({ ...line, until: until(line) }))];
  state.seen = Math.max(state.seen, ...news.map(({ seq }) => seq));
  state.has_earlier ||= opens && state.lines.length >= LINES_AT_FIRST;
}

/** @param {State} state @param {Chat} message @param {number} now */
function take_chat(state, message, now) {
  if (state.chat.some(({ seq }) => seq === message.seq)) return;
  if (is_just_said(state, message)) let_speak(state, message, now);
  // Earlier ones may come later.
  state.chat = [...state.chat, message].sort((a, b) => a.seq - b.seq).slice(-MOST_KEPT);
}

/** Not before the page came, nor while it was away. @param {State} state @param {Chat} message */
const is_just_said = ({ frame, is_catching_up, chat }, { seq }) =>
  frame !== null && !is_catching_up && seq > (chat.at(-1)?.seq ?? 0);

/** @param {State} state @param {Chat} message @param {number} now */
function let_speak(state, message, now) {
  const others = state.spoken.filter(({ from }) => from.name !== message.from.name);
  state.spoken = [...others, { ...message, until: now + reading_ms(state, message) }];
}

/** One's own words need only be seen to have been said. @param {State} state @param {Chat} message */
function reading_ms({ table }, { from, text }) {
  if (from.seat !== null && table?.you.seats.includes(from.seat)) return READ.own;
  return Math.min(READ.ms + READ.ms_per_character * text.length, READ.at_most);
}

/** One for each author. @param {State} state @param {Reacted} reaction @param {number} now */
function take_reaction(state, reaction, now) {
  const others = state.reactions.filter(({ from }) => from.name !== reaction.from.name);
  state.reactions = [...others, { ...reaction, until: now + REACTED_MS }];
}

/** @param {State} state @param {Refused} refused */
function take_refusal(state, refused) {
  state.refusal = refused.text;
  if (refused.code === "password") state.locked = true;
  else if (state.connection !== "open" && refused.id === null) state.trouble = refused.text;
  if (!refused.id) state.looks_for = undefined; // the server may show no other side
}

// --- Seeing ---------------------------------------------------------------------------------------------------

/** The reader sees the table no longer. @param {State} state */
export function look_away(state) {
  if (state.frame) state.left_at ??= state.seen;
}

/** They see it again, and it is up to date unless it is still reconnecting. @param {State} state */
export function look_again(state) {
  if (!state.is_catching_up) come_back(state);
}

/** @param {State} state */
function come_back(state) {
  const since = state.left_at;
  state.left_at = null;
  if (since !== null) state.missed = state.lines.filter(({ seq }) => seq > since);
}

/** @param {State} state @param {Connection} connection */
export function take_connection(state, connection) {
  state.connection = connection;
  if (connection === "open") {
    state.trouble = null;
    return;
  }
  if (state.refusal === state.trouble) state.refusal = null; // it was about the connection that is over
  look_away(state);
  state.is_catching_up = true;
  state.looks_for = undefined;
  state.eyes_asked = false;
}

/**
 * With several seats on this device: another seat's view is requested, or a spectator's. Until the server answers, the
 * page knows only what is public in the game.
 * @param {State} state
 * @param {number | null} seat
 */
export function look(state, seat) {
  Object.assign(state, { looks_for: seat, seen: 0, is_catching_up: true, refusal: null });
  forget_side(state);
  forget_lines(state);
  if (state.table) state.table = seen_by_nobody(state.table);
}

/**
 * Takes the clocks of the newest frame, even before it is shown.
 * @param {State} state
 * @param {Frame} frame
 * @param {number} now
 */
export function set_clock(state, { clocks, asked, outcome }, now) {
  state.clock = clocks ? { left: clocks, running: outcome ? [] : asked, at: now } : null;
}

/**
 * Lines from before the oldest one of the page have come, for the viewer of this seat.
 * @param {State} state
 * @param {Line[]} told
 * @param {number | null} seat
 */
export function add_earlier(state, told, seat) {
  const [oldest] = state.lines;
  if (!oldest || !state.has_earlier || state.table?.you.seat !== seat) return;
  const before = told.filter(({ seq }) => seq <= oldest.seq);
  state.lines = [...before, ...state.lines.filter(({ seq }) => seq > oldest.seq)];
  state.has_earlier = false;
}

/**
 * Before anything is hidden, somebody with several seats acts for the first.
 * @param {Table} table
 * @returns {Table}
 */
const with_one_seat = (table) =>
  table.state === "gathering" ? { ...table, you: { ...table.you, seat: table.you.seats[0] ?? null } } : table;

/** @param {Table} table @returns {Table} */
const seen_by_nobody = (table) => ({ ...table, you: { ...table.you, seat: null } });

/** Whether there is a game that this reader may not watch. @param {Table} table */
export const is_behind_closed_doors = ({ onlookers, you, state }) =>
  !onlookers && !you.seats.length && state !== "gathering";

/** The frame to draw; nobody is asked while the game is paused. @param {Pick<State, "frame" | "table">} state */
export const shown_frame = ({ frame, table }) =>
  frame && table?.paused ? { ...frame, asked: [], choices: [], free: [], pick: null } : frame;

/** Whether this reader is asked. @param {State} state */
export const is_asked_now = ({ frame, table }) =>
  frame !== null && frame.you !== null && !table?.paused && frame.asked.includes(frame.you);

/** Whether there may be tools beside the question (aids.js). @param {Pick<State, "frame" | "table">} state */
export const has_tools = ({ frame, table }) =>
  table?.state === "playing" &&
  table.you.seat !== null &&
  (table.hints || table.practice || (frame?.undo?.can ?? "no") !== "no");

/** Whether the rail is on the screen, or on paper. @param {State} state */
export const rail_is_seen = ({ rail_open, on_paper }) => rail_open || on_paper;

/** Whether only the reader's own is shown: their seat has a view of a game, and a big screen has the rest. */
export const shows_hand = (/** @type {State} */ { hand, guided, table, frame }) =>
  hand && !guided && !!frame && table?.state !== "gathering" && typeof table?.you.seat === "number";

/** @param {State} state */
export const chat_is_open = (state) => state.tab === "chat" && rail_is_seen(state);

/** Whether there is a proposal or a request for a seat, or this reader may be an absent player. @param {Table} table */
export const has_requests = (table) =>
  !!(table.proposal || table.wishes.length || table.heirs.length || table.away.length || has_no_view(table)) ||
  (!!table.hands?.agreed.length && !table.hands.open);

/** Whether this reader’s seat shows them nothing: its hand was dealt to somebody else. @param {Table} table */
export const has_no_view = ({ state, you }) => state === "playing" && you.seats.length === 1 && you.seat === null;

/** The hint for this seat's present question. @param {Pick<State, "hint" | "frame">} known */
export function hint_now({ hint, frame }) {
  return hint && hint.question === frame?.question && hint.seat === frame.you ? hint : null;
}
