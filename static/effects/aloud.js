// @ts-check
// What is read aloud of pushed messages: lines, chat, and refusals.

/** @import { Parts, Say } from "#types/room" */
/** @import { FromServer, Reacted, Table, Welcome } from "#types/wire" */
/** @import { State } from "#state/state.js" */
import { announce_news, take_back } from "#kit/announce.js";
import { once } from "#kit/lines.js";
import { chat_is_open, PUT_BACK } from "#state/room.js";

/**
 * Only the newest message is read aloud, only while the chat is open, and not when it comes again with a new
 * connection: then the page keeps the message it has.
 * @param {State} state
 * @param {FromServer} message
 */
export const is_heard = (state, message) => chat_is_open(state) && message === state.chat.at(-1);

/**
 * @param {State} state
 * @param {{ message: FromServer, is_skimmed: boolean }} shown
 * @param {boolean} is_last  the question is read aloud after it
 * @param {Say} say
 * @param {Parts} parts
 */
export function read_aloud(state, { message, is_skimmed }, is_last, say, parts) {
  if (state.news.length) read_lines(state, is_skimmed, is_last, say, parts);
  announce_news(words_of(state, message, say));
}

/**
 * @param {State} state
 * @param {boolean} is_skimmed
 * @param {boolean} is_last
 * @param {Say} say
 * @param {Parts} parts
 */
function read_lines({ news, table }, is_skimmed, is_last, say, parts) {
  take_back("line that fades"); // as the page forgets such lines
  const all = once(news);
  const heard = is_skimmed ? news.slice(-1) : all;
  const lines = parts.noise()?.read_now(heard, table, is_last, say) ?? heard;
  if (heard.length < all.length) announce_news([say("New in the log: {count}.", { count: news.length })]);
  for (const { text, fades } of lines) announce_news([say(text)], fades ? "line that fades" : undefined);
}

/** @param {State} state @param {FromServer} message @param {Say} say */
function words_of(state, message, say) {
  if (message.type === "refused" || message.type === "farewell") return [say(message.text)];
  if (message.type === "welcome" && state.is_put_back) return [say(PUT_BACK)];
  if (message.type === "chat" && is_heard(state, message))
    return [say("{name}: {text}", { name: message.from.name, text: message.text })];
  return [];
}

/**
 * Announces rare news, by a part loaded for it. If that cannot be loaded, it is treated like any other.
 * @param {Say} say
 * @param {FromServer} message
 * @param {Table | null} before
 */
export function tell_news(say, message, before) {
  if (!before || !/table|welcome|reaction/.test(message.type) || gist(before) === gist(message)) return;
  import("#room/telling.js").then(
    ({ news_of }) => announce_news(news_of(say, /** @type {Table | Welcome | Reacted} */ (message), before)),
    () => {}, // read aloud is what came; the page shows the rest
  );
}

/**
 * Announces requests that this reader is asked about, and a hint that has come: after the message itself.
 * @param {Say} say
 * @param {State} before
 * @param {State} after
 */
export function tell_requests(say, before, after) {
  if (after.table !== before.table && has_requests(after.table, before.table))
    import("#room/lost_seats.js").then(
      ({ news_of_requests }) => announce_news(news_of_requests(say, before, after)),
      () => {}, // they are on the page once their part has come
    );
  if (after.hint && after.hint !== before.hint)
    import("#room/proposals.js").then(
      ({ hint_in_words, hint_now }) => {
        const hint = hint_now(after);
        if (hint) announce_news(hint_in_words(say, hint));
      },
      () => {},
    );
}

/** @param {(Table | null)[]} tables */
const has_requests = (...tables) => tables.some((table) => table && (table.wishes.length || table.heirs.length));

/** The parts of a table whose changes are announced; other messages have none of them. @param {any} table */
const gist = ({ paused, wishes, you, seats }) => JSON.stringify([paused, wishes, you, seats]);
