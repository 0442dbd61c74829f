// @ts-check
// The room's link on the clipboard.

import { keep, kept } from "#kit/keeping.js";

/**
 * The link for friends, without the fragment, which is this reader's own.
 * @param {{ only_here?: { origin: string | null } }} boot
 */
export const room_link = ({ only_here }) => (only_here?.origin ?? location.origin) + location.pathname;

/** Whether no friend can open that link. @param {{ only_here?: { origin: string | null } }} boot */
export const works_only_here = ({ only_here }) => !!only_here && !only_here.origin;

/** Whether nobody else can open a page that is here. */
export const is_only_here = () => /^(localhost|.+\.localhost|127\..+|\[::1\])$/.test(location.hostname);

/**
 * Copies the text to the clipboard; false if the browser does not allow it.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copied_by_selection(text);
  }
}

/**
 * Pages not served over https, as in a home network, have no clipboard API.
 * @param {string} text
 */
function copied_by_selection(text) {
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
  const had = /** @type {HTMLElement | null} */ (document.activeElement);
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const worked = document.execCommand("copy");
  field.remove();
  had?.focus();
  return worked;
}

const COPIED = "tertulia:copied";

/** Remembers for the room's page that its link is on the clipboard already. @param {string} room */
export const leave_copied_mark = (room) => keep("sessionStorage", COPIED, room);

/** @param {string} room */
export function take_copied_mark(room) {
  const copied = kept("sessionStorage", COPIED) === room;
  keep("sessionStorage", COPIED, null);
  return copied;
}
