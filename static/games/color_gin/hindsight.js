// @ts-check
// Color Gin in hindsight: both hands.

/** @import { Hindsight } from "#types/room" */
/** @import { Beneath, Sight, View } from "#types/views/color_gin" */

/** @type {Hindsight<View, Sight, Beneath>["opened"]} */
export const opened = ({ view }, { hands }) => ({ view: { ...view, open: hands }, sights: [] });
