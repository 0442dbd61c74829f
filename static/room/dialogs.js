// @ts-check
// Dialogs that are drawn while the page wants them: a press beside one closes it.

/** @param {string} id */
export const close_dialog = (id) => dialog_of(id)?.close();

/** @param {string} id */
const dialog_of = (id) => /** @type {HTMLDialogElement | null} */ (document.getElementById(id));

/** A press beside the dialog closes it. @param {MouseEvent} event */
export function close_outside({ target, currentTarget }) {
  if (target === currentTarget) /** @type {HTMLDialogElement} */ (currentTarget).close();
}
