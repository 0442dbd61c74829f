// @ts-check
// How far the reader of a first lesson has come, over a reload: in this tab, and whether in the address.

/** @import { Boot } from "#types/room" */
/** @import { State } from "#state/state.js" */
import { keep, kept } from "#kit/keeping.js";

/** @param {Boot} boot */
const place_of = ({ room }) => `tertulia:guide:${room}`;

/** The number of the step that the page before a reload had come to. @param {Boot} boot */
export function kept_step(boot) {
  const step = kept("sessionStorage", place_of(boot));
  return step === null ? null : Number(step);
}

/** @param {Boot} boot @param {State} before @param {State} after */
export function keep_step(boot, before, after) {
  if (after.guide.step !== before.guide.step) keep("sessionStorage", place_of(boot), String(after.guide.step));
  if (before.guided && !after.guided) history.replaceState(null, "", location.pathname);
}
