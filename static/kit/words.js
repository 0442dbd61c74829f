// @ts-check
// Words on the table wait for what they tell of: those that are new fade in when the last piece has landed. They are in
// the page at once, for those who listen; and nothing that can be pressed waits.

/** @typedef {{ place: unknown, text: string }} Written */
/** @typedef {Written & { place: Element, node: HTMLElement }} Word */

const FADE_MS = 160;
/** Where words tell of what happens. In each of these the same words are no news, wherever they stand now. */
const PLACES = ".log, .latest, .prompt, .seat, .table";
/** Buttons and their labels, pieces, clocks, warnings. */
const AT_ONCE = "button, label, legend, [data-k], [role=timer], [role=alert], .refusal, .unseen";

/** Everything written on the table. @param {ParentNode} root @returns {Word[]} */
export const words_of = (root) =>
  Array.from(root.querySelectorAll(PLACES)).flatMap((place) =>
    Array.from(/** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("*")))
      .filter((node) => is_text(node) && !node.closest(AT_ONCE))
      .map((node) => ({ place, node, text: node.textContent?.trim() ?? "" })),
  );

/** Whether there is text in it that is not in a part of it. @param {Element} node */
const is_text = (node) => Array.from(node.childNodes).some((child) => child.nodeType === 3 && child.nodeValue?.trim());

/**
 * What is written now and was not before.
 * @template {Written} W
 * @param {Written[]} before
 * @param {W[]} after
 * @returns {W[]}
 */
export function new_words(before, after) {
  /** @type {Map<unknown, Set<string>>} */
  const known = new Map();
  for (const { place, text } of before) known.set(place, (known.get(place) ?? new Set()).add(text));
  return after.filter(({ place, text }) => !known.get(place)?.has(text));
}

/** Lets these fade in after so many milliseconds. @param {Word[]} words @param {number} ms */
export const fade_in = (words, ms) =>
  words.map(({ node }) =>
    node.animate([{ opacity: 0 }, { opacity: 1 }], { delay: ms, duration: FADE_MS, fill: "backwards" }),
  );
