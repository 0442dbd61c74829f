// @ts-check
// Opens the dialogs that are drawn while the page wants them.

/** @param {ParentNode} root */
export function make_dialogs(root) {
  /** @type {WeakSet<HTMLDialogElement>} */
  const opened = new WeakSet();

  /**
   * Opens a dialog once it has been drawn, but never again: a closed one may be drawn once more before its close event,
   * a task of its own, removes it, and would take the focus with it.
   */
  return function open_what_is_drawn() {
    for (const dialog of root.querySelectorAll("dialog")) {
      if (opened.has(dialog)) continue;
      opened.add(dialog);
      dialog.showModal();
    }
  };
}
