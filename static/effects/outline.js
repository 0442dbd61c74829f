// @ts-check
// Marks what the guide or a hint refers to, and describes it for those who do not see the mark.

/** Marks these in place of those before, where they are seen. @param {string} words  the id of what describes them */
export function make_outline(words) {
  /** @type {Element[]} */
  let outlined = [];

  return (/** @type {Element[]} */ nodes) => {
    const was = outlined;
    if (nodes.length === was.length && nodes.every((node) => was.includes(node) && node.hasAttribute("data-guided")))
      return;
    was.forEach(forget);
    outlined = nodes;
    for (const node of nodes) mark(node, words);
    if (nodes.length && !was.includes(nodes[0])) nodes[0].scrollIntoView({ block: "nearest" });
  };
}

/** @param {Element} node @param {string} words */
function mark(node, words) {
  node.setAttribute("data-guided", "");
  node.setAttribute("aria-describedby", words);
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
