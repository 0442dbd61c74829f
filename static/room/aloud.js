// @ts-check
// What is read aloud of pushed messages: lines, chat, and refusals.

/** @import { Known, Parts, Say } from "#types/room" */
/** @import { Chat, FromServer, Line, Reacted, Table, Welcome } from "#types/wire" */
import { announce_news, take_back } from "#kit/announce.js";
import { once } from "#room/log.js";
import { PUT_BACK } from "#room/store.js";

/**
 * @param {object} page
 * @param {Known} page.known
 * @param {Parts} page.parts
 * @param {Say} page.say
 * @param {() => boolean} page.was_put_back
 * @param {() => boolean} page.chat_is_open
 * @param {{ is_skimmed: () => boolean }} page.pace
 */
export function make_reading_aloud({ known, parts, say, was_put_back, chat_is_open, pace }) {
  /**
   * Only the newest message is read aloud, only while the chat is open, and not when it comes again with a new
   * connection: then the store keeps the message it has. @param {Chat} message
   */
  const is_heard = (message) => chat_is_open() && message === known.chat.at(-1);

  /**
   * @param {FromServer} message
   * @param {Line[]} news
   * @param {boolean} is_asked  the question is read aloud after it
   */
  function read_aloud(message, news, is_asked) {
    if (news.length) read_lines(news, is_asked);
    announce_news(words_of(message));
  }

  /** @param {Line[]} news @param {boolean} is_asked */
  function read_lines(news, is_asked) {
    take_back("line that fades"); // as the page forgets such lines
    const all = once(news);
    const heard = pace.is_skimmed() ? news.slice(-1) : all;
    const lines = parts.noise()?.read_now(heard, known.table, is_asked, say) ?? heard;
    if (heard.length < all.length) announce_news([say("New in the log: {count}.", { count: news.length })]);
    for (const { text, fades } of lines) announce_news([say(text)], fades ? "line that fades" : undefined);
  }

  /** @param {FromServer} message */
  function words_of(message) {
    if (message.type === "refused" || message.type === "farewell") return [say(message.text)];
    if (message.type === "welcome" && was_put_back()) return [say(PUT_BACK)];
    if (message.type === "chat" && is_heard(message))
      return [say("{name}: {text}", { name: message.from.name, text: message.text })];
    return [];
  }

  /**
   * Announces rare news, by a part loaded for it. If that cannot be loaded, it is treated like any other.
   * @param {FromServer} message @param {Table | null} before
   */
  function tell_news(message, before) {
    if (!before || !/table|welcome|reaction/.test(message.type) || gist(before) === gist(message)) return;
    import("#room/telling.js").then(
      ({ news_of }) => announce_news(news_of(say, /** @type {Table | Welcome | Reacted} */ (message), before)),
      parts.earlier,
    );
  }

  return { read_aloud, is_heard, tell_news };
}

/** The parts of a table whose changes are announced; other messages have none of them. @param {any} table */
const gist = ({ paused, wishes, you, seats }) => JSON.stringify([paused, wishes, you, seats]);
