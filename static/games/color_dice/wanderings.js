// @ts-check
// Follows pawns from drawing to drawing, so that each glides to where it went: pawns of one colour in one place are
// alike. Only motion and passing marks depend on it.

/** @import { Place } from "#types/color_dice" */
/** @import { View } from "#types/views/color_dice" */
/** @import { Frame } from "#types/wire" */

/** @typedef {Place | "gone"} Stand */

/**
 * @typedef {object} Wanderings
 * @property {(colour: number, place: Place) => number[]} pawns  which pawns of the colour stand there, the latest last
 * @property {(colour: number, pawn: number) => boolean} has_moved  in the latest push
 */

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
 * Compares every frame with the previous one; redrawing the same frame changes nothing. Returning to where they began
 * is no move.
 */
export function follow_pawns() {
  let shown = -1;
  let was_over = false;
  /** The pawns in each place, by colour. @type {Map<Stand, number[]>[]} */
  let now = [];
  /** The pawns that have moved, by colour. @type {Set<number>[]} */
  let moved = [];

  /** @param {Pick<Frame<View>, "seq" | "view" | "outcome">} frame @returns {Wanderings} */
  return ({ seq, view, outcome }) => {
    if (seq !== shown) {
      const before = now.length === view.colours.length ? now : [];
      now = view.colours.map((_, colour) => arranged(before[colour], stands_of(view, colour)));
      moved = now.map((stands, colour) => newcomers(was_over ? undefined : before[colour], stands));
      [shown, was_over] = [seq, outcome !== null];
    }
    return {
      pawns: (colour, place) => now[colour].get(place) ?? [],
      has_moved: (colour, pawn) => moved[colour].has(pawn),
    };
  };
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
