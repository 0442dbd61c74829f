// @ts-check
// Outlines what the guide refers to, and describes it for those who do not see the outline.

/** Outlines these in place of those before, where they are seen. */
export function make_outline() {
  /** @type {Element[]} */
  let outlined = [];

  return (/** @type {Element[]} */ nodes) => {
    const was = outlined;
    if (nodes.length === was.length && nodes.every((node) => was.includes(node) && node.hasAttribute("data-guided")))
      return;
    was.forEach(forget);
    outlined = nodes;
    nodes.forEach(mark);
    if (nodes.length && !was.includes(nodes[0])) nodes[0].scrollIntoView({ block: "nearest" });
  };
}

/** @param {Element} node */
function mark(node) {
  node.setAttribute("data-guided", "");
  node.setAttribute("aria-describedby", "guide-words");
}

/** @param {Element} node */
function forget(node) {
  node.removeAttribute("data-guided");
  node.removeAttribute("aria-describedby");
}

/** The visible elements of these selectors, in their order. @param {string[]} selectors */
export const in_sight = (selectors) =>
  selectors
    .flatMap((selector) => [...document.querySelectorAll(selector)])
    .filter((node) => node.getClientRects().length > 0);
