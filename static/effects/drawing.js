// @ts-check
// Draws in the place of what the server sent, which stays until something has been drawn.

/** @import { Drawing } from "#types/room" */
import { render } from "lit-html";

/** @param {HTMLElement} root */
export function make_take_over(root) {
  const sent = [...root.childNodes];
  return (/** @type {Drawing} */ what) => {
    render(what, root);
    for (const node of sent.splice(0)) node.remove();
  };
}
