// @ts-check
// TCNCCC in hindsight: the contents of the drums.

/** @import { Hindsight } from "#types/room" */
/** @import { Beneath, Sight, View } from "#types/views/tcnccc" */

/**
 * After the game the drums are lifted; before that they are transparent.
 * @type {Hindsight<View, Sight, Beneath>["opened"]}
 */
export function opened({ view, outcome }, { cylinders }) {
  const shows = outcome ? "opened" : "within";
  const sights = cylinders.flatMap((pieces, cylinder) => (pieces ? [{ shows, cylinder, pieces }] : []));
  return { view, sights: /** @type {Sight[]} */ (sights) };
}
