// @ts-check
// TCNCCC in hindsight: the contents of the drums, and the winner's pieces.

/** @import { Hindsight } from "#types/room" */
/** @import { Beneath, Sight, View } from "#types/views/tcnccc" */
import { piece } from "#kit/pieces.js";

/**
 * After the game the drums are lifted; before that they are transparent.
 * @type {Hindsight<View, Sight, Beneath>["opened"]}
 */
export function opened({ view, outcome }, { cylinders }) {
  const shows = outcome ? "opened" : "within";
  const sights = cylinders.flatMap((pieces, cylinder) => (pieces ? [{ shows, cylinder, pieces }] : []));
  return { view, sights: /** @type {Sight[]} */ (sights) };
}

/** @type {Hindsight<View, Sight, Beneath>["trophy"]} */
export const trophy = ({ view }, winners) => winners.flatMap((seat) => view.held[seat].map(piece));
