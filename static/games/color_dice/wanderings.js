// @ts-check
// Follows pawns from picture to picture, so that each glides to where it went: pawns of one colour in one place are
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

/** How many pawns of a colour stand where. @param {View} view @param {number} colour @returns {Map<Stand, number>} */
function stands_of({ areas, colours }, colour) {
  const { outside, gone } = colours[colour];
  return new Map([
    ...areas.map((counts, area) => /** @type {[Stand, number]} */ ([area, counts[colour]])),
    ["outside", outside],
    ["gone", gone],
  ]);
}

/**
 * Compares every frame with the one before it; a redrawing of the same frame changes nothing. That they go back to
 * where they begin is no move.
 */
export function follow_pawns() {
  let shown = -1;
  let was_over = false;
  /** By colour: which pawns stand where. @type {Map<Stand, number[]>[]} */
  let now = [];
  /** By colour. @type {Set<number>[]} */
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
 * Whoever can stay does; the others fill up the places that have become fuller.
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
