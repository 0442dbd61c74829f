// @ts-check
// Outlines what the guide talks about, and tells those who do not see the outline.

/** @type {Element[]} */
let outlined = [];

/** Outlines all of these that can be seen. @param {Element[]} nodes */
export function outline(nodes) {
  const was = outlined;
  if (nodes.length === was.length && nodes.every((node) => was.includes(node) && node.hasAttribute("data-guided")))
    return;
  forget_outlines();
  outlined = nodes;
  for (const node of nodes) {
    node.setAttribute("data-guided", "");
    node.setAttribute("aria-describedby", "guide-words");
  }
  if (nodes.length && !was.includes(nodes[0])) nodes[0].scrollIntoView({ block: "nearest" });
}

export function forget_outlines() {
  for (const node of outlined) {
    node.removeAttribute("data-guided");
    node.removeAttribute("aria-describedby");
  }
  outlined = [];
}

/** What these selectors mean that is drawn at all, in their order. @param {string[]} selectors */
export const in_sight = (selectors) =>
  selectors
    .flatMap((selector) => [...document.querySelectorAll(selector)])
    .filter((node) => node.getClientRects().length > 0);
