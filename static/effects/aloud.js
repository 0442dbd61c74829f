// @ts-check
// What is read aloud of pushed messages: lines, chat, and refusals.

/** @import { Page, Say } from "#types/room" */
/** @import { FromServer, Line, Reacted, Table, Welcome } from "#types/wire" */
/** @import { State } from "#state/state.js" */
import { announce_news, take_back } from "#kit/announce.js";
import { once } from "#kit/lines.js";
import { news_of_requests } from "#room/lost_seats.js";
import { missed_in_words } from "#room/missed.js";
import { news_of, nudge_in_words } from "#room/news.js";
import { chat_is_open, PUT_BACK } from "#state/room.js";

/** A player who has done nothing else for this long may be done. */
const REST_MS = 2_000;

/**
 * Only the newest message is read aloud, only while the chat is open, and not when it comes again with a new
 * connection: then the page keeps the message it has.
 * @param {State} state
 * @param {FromServer} message
 */
export const is_heard = (state, message) => chat_is_open(state) && message === state.chat.at(-1);

/**
 * Reads what a message brings. Repeated actions of others are read when they pause.
 * @param {Say} say
 * @param {Page["noise"]} noise
 */
export function make_reader(say, noise) {
  /** Lines of one kind yet to be read aloud. @type {Line[]} */
  let owed = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function paid() {
    const lines = noise.in_one(owed);
    owed = [];
    return lines;
  }

  /**
   * Lines to be read aloud at once; repeated ones follow later. One's own actions are announced without delay.
   * @param {Line[]} news
   * @param {Table | null} table
   * @param {boolean} is_last  nothing may follow later: the question does
   */
  function read_now(news, table, is_last) {
    clearTimeout(timer);
    const now = news.flatMap((line) => {
      if (line.fades) return [line];
      const kind = table?.you.seats.includes(line.seat ?? -1) ? null : noise.kind(line);
      const goes_on = owed.length > 0 && noise.kind(owed[0]) === kind;
      const before = goes_on ? [] : paid();
      if (kind) owed.push(line);
      return kind ? before : [...before, line];
    });
    if (is_last) return [...now, ...paid()];
    timer = setTimeout(() => announce_news(paid().map(({ text }) => say(text))), REST_MS);
    return now;
  }

  /** @param {State} state @param {boolean} is_skimmed @param {boolean} is_last */
  function read_lines({ news, table }, is_skimmed, is_last) {
    take_back("line that fades"); // as the page forgets such lines
    const all = once(news);
    const heard = is_skimmed ? news.slice(-1) : all;
    const lines = read_now(heard, table, is_last);
    if (heard.length < all.length) announce_news([say("New in the log: {count}.", { count: news.length })]);
    for (const { text, fades } of lines) announce_news([say(text)], fades ? "line that fades" : undefined);
  }

  /**
   * @param {State} state
   * @param {{ message: FromServer, is_skimmed: boolean }} shown
   * @param {boolean} is_last  the question is read aloud after it
   */
  return function read_aloud(state, { message, is_skimmed }, is_last) {
    if (state.news.length) read_lines(state, is_skimmed, is_last);
    announce_news(words_of(state, message, say));
  };
}

/** @param {State} state @param {FromServer} message @param {Say} say */
function words_of(state, message, say) {
  if (message.type === "refused" || message.type === "farewell") return [say(message.text)];
  if (message.type === "welcome" && state.is_put_back) return [say(PUT_BACK)];
  if (message.type === "nudge") return [nudge_in_words(say, message, state.table)];
  if (message.type === "chat" && is_heard(state, message))
    return [say("{name}: {text}", { name: message.from.name, text: message.text })];
  return [];
}

/**
 * Announces what has changed at the table.
 * @param {Say} say
 * @param {FromServer} message
 * @param {Table | null} before
 */
export function tell_news(say, message, before) {
  if (!before || !/table|welcome|reaction/.test(message.type) || gist(before) === gist(message)) return;
  announce_news(news_of(say, /** @type {Table | Welcome | Reacted} */ (message), before));
}

/**
 * Announces requests that this reader is asked about, and what they missed: after the message itself.
 * @param {Pick<Page, "say" | "noise">} page
 * @param {State} before
 * @param {State} after
 */
export function tell_requests({ say, noise }, before, after) {
  if (after.table !== before.table && has_requests(after.table, before.table))
    announce_news(news_of_requests(say, before, after));
  if (after.missed.length && after.missed !== before.missed)
    announce_news(missed_in_words({ say, noise }, after.missed));
}

/** @param {(Table | null)[]} tables */
const has_requests = (...tables) => tables.some((table) => table && (table.wishes.length || table.heirs.length));

/** The parts of a table whose changes are announced; other messages have none of them. @param {any} table */
const gist = ({ paused, wishes, you, seats, evening, talk }) =>
  JSON.stringify([paused, wishes, you, seats, evening, talk]);
