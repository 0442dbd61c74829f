// @ts-check
// What is announced of the table beside its lines and its chat: who sits where, pauses, reactions, a connection that is
// back.

/** @import { Say } from "#types/room" */
/** @import { Nudged, Reacted, Reaction, Table, Welcome } from "#types/wire" */
import { date_in_words } from "#kit/dates.js";

/** @type {Record<Reaction, string>} */
export const REACTION_WORDS = {
  bravo: "Bravo!",
  laugh: "Ha ha!",
  wow: "Wow!",
  ouch: "Ouch!",
  thinking: "Hmm…",
  hurry: "Hurry!",
};

/**
 * The announcement of this message. A welcome to a page that has a table means that a lost connection is back.
 * @param {Say} say
 * @param {Reacted | Table | Welcome} message
 * @param {Table | null} before
 */
export function news_of(say, message, before) {
  if (message.type === "welcome") return [say("Connected again.")];
  if (message.type === "table") return before ? table_news(say, before, message) : [];
  const { from, what } = message;
  return [say("{name}: {text}", { name: from.name, text: say(REACTION_WORDS[what]) })];
}

/**
 * To both: whoever is nudged, and whoever nudges.
 * @param {Say} say
 * @param {Nudged} nudge
 * @param {Table | null} table
 */
export const nudge_in_words = (say, { from, to }, table) =>
  to.seat !== null && table?.you.seats.includes(to.seat)
    ? say("{name} nudges you.", { name: from.name })
    : say("You have nudged {name}.", { name: to.name });

/**
 * Immediate announcements of a change at the table.
 * @param {Say} say
 * @param {Table} before
 * @param {Table} now
 */
function table_news(say, before, now) {
  const { you } = now;
  const wishes = now.wishes.filter(
    ({ back, person }) => !back && before.wishes.every((other) => other.person !== person),
  );
  /** @type {[unknown, string][]} */
  const news = [
    [now.paused && !before.paused, "The game is paused."],
    [before.paused && !now.paused && now.state === "playing", "The game goes on."],
    [you.host && !before.you.host, "You are the host now."],
    [before.you.seats.length && !you.seats.length, "You are watching now."],
    [you.muted && !before.you.muted, "The host has muted you."],
  ];
  return [
    ...(you.host ? wishes.map(({ name }) => say("{name} would like to sit down.", { name })) : []),
    ...evening_news(say, before, now),
    ...news.flatMap(([is_so, words]) => (is_so ? say(words) : [])),
    ...(now.state === "playing" ? [] : seat_news(say, before, now)),
  ];
}

/**
 * A date that was set or removed, or a place to talk that was named.
 * @param {Say} say
 * @param {Table} before
 * @param {Table} now
 */
function evening_news(say, before, now) {
  const { evening, talk } = now;
  return [
    ...(evening === before.evening
      ? []
      : [
          evening === undefined
            ? say("There is no date any more.")
            : say("The evening: {date}.", { date: date_in_words(evening) }),
        ]),
    ...(talk === before.talk || talk === undefined ? [] : [say("We talk here: {host}", { host: new URL(talk).host })]),
  ];
}

/**
 * Who sits where since somebody sat down, left or moved; and the prompt once no seat is free, unless the focus has just
 * gone there. During a game, lines tell it.
 * @param {Say} say
 * @param {Table} before
 * @param {Table} now
 */
function seat_news(say, before, now) {
  const news = now.seats.flatMap(({ name }, seat) =>
    name === (before.seats[seat]?.name ?? null)
      ? []
      : say("{name}: {text}", { name: say("Seat {number}", { number: seat + 1 }), text: name ?? say("Free seat") }),
  );
  const ready = now.seats.flatMap(({ name, ready }, seat) =>
    name !== null && ready && !before.seats[seat]?.ready ? say("{name} is ready.", { name }) : [],
  );
  const prompt = document.getElementById("prompt");
  const fills = now.state === "gathering" && news.length > 0 && now.seats.every(({ name }) => name);
  return fills && prompt && prompt !== document.activeElement
    ? [...news, prompt.textContent.trim()]
    : [...news, ...ready];
}
