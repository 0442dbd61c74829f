// @ts-check
// Reasons why a coin cannot be chosen. For display only: the server decides.

/** @import { Scene } from "#types/sin_color" */
/** @import { Face } from "#types/views/sin_color" */
import { face_named } from "#games/sin_color/words.js";

/** The reason for one of the reader's own coins. @param {Scene} scene @param {Face} face */
export function no_payment({ say, view, offer }, face) {
  const pays = offer.among("pay").length > 0 || offer.among("pay_nothing").length > 0;
  const matches = view.tops.some((top) => top !== null && top[0] === face[0] && top[1] === face[1]);
  return pays && !matches ? say("No stack shows the {coin} on top.", { coin: face_named(face) }) : undefined;
}

/** The reason for somebody else's coin. @param {Scene} scene */
export const not_yours = ({ say, offer }) => (offer.picking ? say("Choose among your own coins.") : undefined);
