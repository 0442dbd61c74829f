// @ts-check
// Color Gin in hindsight: both hands, and the aces of the suits that were won.

/** @import { Hindsight } from "#types/room" */
/** @import { Beneath, Sight, View } from "#types/views/color_gin" */
import { card_face, SUITS } from "#kit/cards.js";

/** @type {Hindsight<View, Sight, Beneath>["opened"]} */
export const opened = ({ view }, { hands }) => ({ view: { ...view, open: hands }, sights: [] });

/** @type {Hindsight<View, Sight, Beneath>["trophy"]} */
export const trophy = ({ view }, winners) =>
  SUITS.filter((suit) => winners.includes(view.closed[suit] ?? -1)).map((suit) => card_face(`A${suit}`));
