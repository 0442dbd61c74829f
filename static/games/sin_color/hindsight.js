// @ts-check
// Sin Color in hindsight: hidden sides of coins, and hidden tiles.

/** @import { Hindsight } from "#types/room" */
/** @import { Beneath, Sight, View } from "#types/views/sin_color" */

/** After the game the rules have revealed everything. @type {Hindsight<View, Sight, Beneath>["opened"]} */
export const opened = ({ view, outcome }, beneath) => ({ view: outcome ? view : { ...view, beneath }, sights: [] });
/** Of the others' coins one side, and the tops of the stacks. @type {Hindsight<View, Sight, Beneath>["covered"]} */
export const covered = ({ view, you }) => ({
  ...view,
  coins: view.coins.map((faces, seat) => (seat === you ? faces : null)),
  stacks: null,
});
