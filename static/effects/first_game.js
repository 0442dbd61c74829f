// @ts-check
// How far the reader of a guided first game has come, over a reload: in this tab, and whether in the address.

/** @import { Boot } from "#types/room" */
/** @import { State } from "#state/state.js" */
import { keep, kept } from "#kit/keeping.js";

/** Each game at a table has its own steps. @param {Boot} boot */
const place_of = ({ room, game }) => `tertulia:guide:${room}:${game}`;

/** The title of the step that the page before a reload had come to. @param {Boot} boot */
export const kept_step = (boot) => kept("sessionStorage", place_of(boot));

/** @param {Boot} boot @param {State} before @param {State} after */
export function keep_step(boot, before, after) {
  if (after.guide.place !== before.guide.place) keep("sessionStorage", place_of(boot), after.guide.place);
  if (before.guided && !after.guided) history.replaceState(null, "", location.pathname);
}
