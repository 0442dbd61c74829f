// @ts-check
// Marks what the guide or a hint refers to, and describes it for those who do not see the mark.

const GUIDED = "data-guided";
const MARKED = "[data-guided], [data-spoken-of]";

/**
 * Marks these in place of those before, where they are seen.
 * @param {string} words  the id of what describes them
 * @param {string} how  the attribute that marks them: what is guided to is also brought in sight
 */
export function make_outline(words, how = GUIDED) {
  /** @type {Element[]} */
  let outlined = [];

  return (/** @type {Element[]} */ nodes) => {
    const was = outlined;
    if (nodes.length === was.length && nodes.every((node) => was.includes(node) && node.hasAttribute(how))) return;
    for (const node of was) forget(node, how);
    outlined = nodes;
    for (const node of nodes) mark(node, words, how);
    if (how === GUIDED && nodes.length && !was.includes(nodes[0])) nodes[0].scrollIntoView({ block: "nearest" });
  };
}

/** @param {Element} node @param {string} words @param {string} how */
function mark(node, words, how) {
  node.setAttribute(how, "");
  node.setAttribute("aria-describedby", words);
}

/** What is marked otherwise meanwhile keeps its description. @param {Element} node @param {string} how */
function forget(node, how) {
  node.removeAttribute(how);
  if (!node.matches(MARKED)) node.removeAttribute("aria-describedby");
}

/** The visible elements of these selectors, in their order. @param {string[]} selectors */
export const in_sight = (selectors) =>
  selectors
    .flatMap((selector) => [...document.querySelectorAll(selector)])
    .filter((node) => node.getClientRects().length > 0);
