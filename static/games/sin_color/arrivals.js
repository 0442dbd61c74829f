// @ts-check
// Coins that have just come to a row.

/** @import { Sight, View } from "#types/views/sin_color" */

/**
 * Whether a trade has just brought the coin in this place.
 * @param {Sight[]} sights
 * @param {View} view
 * @param {number} seat
 * @param {number} place
 */
export const has_just_come = (sights, view, seat, place) =>
  sights.some(
    (sight) =>
      sight.shows === "traded" &&
      ((sight.seat === seat && place >= view.rows[seat].length - sight.taken.length) ||
        (sight.partner === seat && place >= view.rows[seat].length - sight.given.length)),
  );
