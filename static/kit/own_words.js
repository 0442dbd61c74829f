// @ts-check
// The words that this browser adds to deals, so that no server can choose them. It seals one for every seat that is
// played here, opens it once it has been shown the fingerprint of the server's secret, and remembers both, to check the
// file of the game with. Loaded by players between games.

/** @import { Table, ToServer } from "#types/wire" */
import { in_hex, seal_of } from "#kit/deal_bytes.js";
import { each_of, is_object, keep, kept_object, note_deal } from "#kit/keeping.js";

const PLACE = "tertulia:words";
const MOST_GAMES = 200;
const BYTES = 16;
/** A node of an earlier version does not understand seals, and closes a line on which it is told more of them. */
const MOST_TIMES = 2;

/**
 * `word`: in hex. `has`: what the server knows of it. `times`: how often it was sealed, while no seal was to be seen.
 * @typedef {{ seat: number, word: string, has: "seal" | "perhaps" | "word", times: number }} OwnWord
 */
/** `seals`: those of all seats, as they were when the fingerprint was shown; null: it has not been.
 * @typedef {{ words: OwnWord[], seals: string[] | null }} Kept */

/** @param {unknown} what */
const is_kept = (what) =>
  is_object(what) && Array.isArray(what.words) && what.words.every((each) => /^[0-9a-f]{32}$/.test(each?.word));
const fits = { games: each_of(is_kept) };

/** @returns {Record<string, Kept>} */
const all_kept = () => kept_object("localStorage", PLACE, fits).games ?? {};

/** What this browser remembers of its words for a game. @param {string} room @param {number} game @returns {Kept} */
export const kept_words = (room, game) => all_kept()[`${room}/${game}`] ?? { words: [], seals: null };

/** @param {string} room @param {number} game @param {Kept} kept */
function keep_words(room, game, kept) {
  const newest = Object.entries({ ...all_kept(), [`${room}/${game}`]: kept }).slice(-MOST_GAMES);
  keep("localStorage", PLACE, JSON.stringify({ games: Object.fromEntries(newest) }));
}

/** What the page has to say for the next game at this table. @param {string} room @param {Table} table
 * @returns {ToServer[]} */
export function words_due(room, table) {
  const game = table.starting?.number ?? table.number + 1;
  const kept = kept_words(room, game);
  const due = table.starting ? opened(room, game, table, kept) : sealed(room, game, table, kept);
  if (due.length) keep_words(room, game, kept);
  if (table.starting) note_deal(room, game, table.starting.deal);
  return due;
}

/** None in practice; and a word that the server may know already is not sealed again. @param {string} room
 * @param {number} game @param {Table} table @param {Kept} kept @returns {ToServer[]} */
function sealed(room, game, { seats, you, practice }, kept) {
  const is_understood = seats.some(({ seal }) => seal);
  const lacking = practice ? [] : you.seats.filter((seat) => !seats[seat].seal && !seats[seat].bot);
  return lacking.flatMap((seat) => {
    const own = kept.words.find((each) => each.seat === seat && each.has === "seal") ?? drawn_for(seat);
    if (!kept.words.includes(own)) kept.words.push(own);
    own.times = is_understood ? 0 : own.times + 1;
    return own.times > MOST_TIMES ? [] : { type: "seal", seat, seal: seal_of(own.word, room, game) };
  });
}

/** @param {string} room @param {number} game @param {Table} table @param {Kept} kept @returns {ToServer[]} */
function opened(room, game, { seats, you }, kept) {
  kept.seals ??= seats.map(({ seal }) => seal ?? "");
  return you.seats.flatMap((seat) => {
    const own = kept.words.find(({ word, has }) => has !== "word" && seal_of(word, room, game) === seats[seat].seal);
    if (!own) return [];
    own.has = "perhaps";
    return { type: "word", seat, word: own.word };
  });
}

/** The server has taken this word. @param {string} room @param {string} word */
export function note_taken(room, word) {
  for (const [game, kept] of Object.entries(all_kept())) {
    const own = kept.words.find((each) => each.word === word);
    if (!own || !game.startsWith(`${room}/`)) continue;
    own.has = "word";
    keep_words(room, Number(game.slice(room.length + 1)), kept);
  }
}

/** @param {number} seat @returns {OwnWord} */
const drawn_for = (seat) => ({
  seat,
  word: in_hex(crypto.getRandomValues(new Uint8Array(BYTES))),
  has: "seal",
  times: 0,
});
