// @ts-check
// Follows pawns from frame to frame, so that each glides to where it went: pawns of one colour in one place are
// alike. Only motion and passing marks depend on it.

/** @import { Place } from "#types/color_dice" */
/** @import { View } from "#types/views/color_dice" */
/** @import { Frame } from "#types/wire" */

/** @typedef {Place | "gone"} Stand */

/**
 * @typedef {object} Wanderings
 * @property {number} seq  of the frame that they led to
 * @property {boolean} is_over  whether the game ended with it
 * @property {Map<Stand, number[]>[]} stands  the pawns in each place, by colour; those that came last are last
 * @property {Set<number>[]} moved  the pawns that have just moved, by colour
 */

/** @type {Wanderings} */
export const initial = { seq: -1, is_over: false, stands: [], moved: [] };

/**
 * Compares every frame with the previous one. Returning to where they began is no move.
 * @param {Wanderings} wanderings
 * @param {Pick<Frame<View>, "seq" | "view" | "outcome">} frame
 * @returns {Wanderings}
 */
export function next(wanderings, { seq, view, outcome }) {
  if (seq === wanderings.seq) return wanderings;
  const before = wanderings.stands.length === view.colours.length ? wanderings.stands : [];
  const stands = view.colours.map((_, colour) => arranged(before[colour], stands_of(view, colour)));
  const moved = stands.map((now, colour) => newcomers(wanderings.is_over ? undefined : before[colour], now));
  return { seq, is_over: outcome !== null, stands, moved };
}

/**
 * Which pawns of a colour stand in a place.
 * @param {Wanderings} wanderings
 * @param {number} colour
 * @param {Place} place
 */
export const pawns_in = ({ stands }, colour, place) => stands[colour].get(place) ?? [];

/** @param {Wanderings} wanderings @param {number} colour @param {number} pawn */
export const has_moved = ({ moved }, colour, pawn) => moved[colour].has(pawn);

/**
 * The number of pawns of a colour in each place.
 * @param {View} view
 * @param {number} colour
 * @returns {Map<Stand, number>}
 */
function stands_of({ areas, colours }, colour) {
  const { outside, gone } = colours[colour];
  return new Map([
    ...areas.map((counts, area) => /** @type {[Stand, number]} */ ([area, counts[colour]])),
    ["outside", outside],
    ["gone", gone],
  ]);
}

/**
 * Pawns that can stay do; the others fill the places that have gained some.
 * @param {Map<Stand, number[]> | undefined} before
 * @param {Map<Stand, number>} counts
 */
function arranged(before, counts) {
  const stay = new Map([...counts].map(([stand, count]) => [stand, (before?.get(stand) ?? []).slice(0, count)]));
  const at_rest = new Set([...stay.values()].flat());
  const all = [...counts.values()].reduce((a, b) => a + b);
  const free = Array.from({ length: all }, (_, pawn) => pawn).filter((pawn) => !at_rest.has(pawn));
  return new Map(
    [...counts].map(([stand, count]) => {
      const there = stay.get(stand) ?? [];
      return [stand, [...there, ...free.splice(0, count - there.length)]];
    }),
  );
}

/** @param {Map<Stand, number[]> | undefined} before @param {Map<Stand, number[]>} stands */
const newcomers = (before, stands) =>
  new Set(
    [...stands].flatMap(([stand, pawns]) => (before ? pawns.filter((pawn) => !before.get(stand)?.includes(pawn)) : [])),
  );
