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

/** Whether other tables still play the deal of the game on this one. @param {Table} table */
export const awaits_others = ({ state, sharing }) => state === "over" && sharing?.over === false;

/**
 * Where spectators may not watch, replays of a game are only for those who played it and the host; of a deal that other
 * tables still play, for nobody.
 * @param {Table} table
 * @param {number} number  of the game
 */
export function may_look_back(table, number) {
  const { onlookers, you } = table;
  if (awaits_others(table) && number === table.number) return false;
  return onlookers || you.host || !!you.played?.includes(number);
}
