// @ts-check
// Dialogs that are drawn while the page wants them: each opens once, and a press beside it closes it.

/** @type {WeakSet<HTMLDialogElement>} */
const opened = new WeakSet();

/**
 * Opens the dialog as soon as it has been drawn, but never again: a closed one may be drawn once more before its close
 * event, a task of its own, removes it, and would take the focus with it.
 * @param {string} id
 * @param {() => void} [begin]  once it is open
 */
export function open_when_drawn(id, begin) {
  queueMicrotask(() => {
    const dialog = dialog_of(id);
    if (!dialog || opened.has(dialog)) return;
    opened.add(dialog);
    dialog.showModal();
    begin?.();
  });
}

/** @param {string} id */
export const close_dialog = (id) => dialog_of(id)?.close();

/** @param {string} id */
const dialog_of = (id) => /** @type {HTMLDialogElement | null} */ (document.getElementById(id));

/** A press beside the dialog closes it. @param {MouseEvent} event */
export function close_outside({ target, currentTarget }) {
  if (target === currentTarget) /** @type {HTMLDialogElement} */ (currentTarget).close();
}
