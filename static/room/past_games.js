// @ts-check
// What is known of this room’s finished games: for the end of a game, and for the results.

/** @import { Page } from "#types/room" */
/** @import { Place, Table } from "#types/wire" */
import { language } from "#kit/text.js";
import { name_of } from "#room/seats.js";

/** @param {number} at */
export const day = (at) => new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at);

/** The seats by place. @param {Place[]} places */
export const in_order = (places) =>
  places.map((_, seat) => seat).sort((one, other) => places[one].place - places[other].place || one - other);

/** The stored result of the game on the table, which comes later. @param {Page} page */
export const result_of = ({ state: { results, table } }) =>
  results?.games.find(({ number }) => number === table.number);

/** The name of whoever played on a seat, wherever they sit now. @param {Page} page @param {number} seat */
export const played_by = (page, seat) => result_of(page)?.names[seat] ?? name_of(page, seat);

/**
 * Where spectators may not watch, replays of a game are only for those who played it and the host.
 * @param {Table} table
 * @param {number} number  of the game
 */
export const may_look_back = ({ onlookers, you }, number) => onlookers || you.host || !!you.played?.includes(number);
