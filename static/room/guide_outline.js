// @ts-check
// Outlines what the guide refers to, and describes it for those who do not see the outline.

/** @type {Element[]} */
let outlined = [];

/** Outlines all visible ones of these. @param {Element[]} nodes */
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

/** The visible elements of these selectors, in their order. @param {string[]} selectors */
export const in_sight = (selectors) =>
  selectors
    .flatMap((selector) => [...document.querySelectorAll(selector)])
    .filter((node) => node.getClientRects().length > 0);
