// @ts-check
// Words on the table wait for what they tell of: those that are new fade in when the last piece has landed. They are in
// the page at once, for those who listen; and nothing that can be pressed waits.

/** @typedef {{ place: unknown, text: string }} Written */
/** @typedef {Written & { place: Element, node: HTMLElement }} Word */

const FADE_MS = 160;
/** Where words tell of what happens. In each of these the same words are no news, wherever they stand now. */
const PLACES = ".log, .latest, .prompt, .seat, .table";
/** Buttons and their labels, pieces, clocks, warnings; drawings have no words. */
const AT_ONCE = "svg, button, label, legend, [data-k], [role=timer], [role=alert], .refusal, .unseen";

/** Everything written on the table. @param {ParentNode} root @returns {Word[]} */
export function words_of(root) {
  /** @type {Word[]} */
  const words = [];
  for (const place of root.querySelectorAll(PLACES)) if (!place.closest(AT_ONCE)) read(place, place, words);
  return words;
}

/** Adds what is written within a node. @param {Element} place @param {Element} within @param {Word[]} words */
function read(place, within, words) {
  for (let part = within.firstElementChild; part; part = part.nextElementSibling) {
    if (part.matches(AT_ONCE)) continue;
    const node = /** @type {HTMLElement} */ (part);
    if (is_text(node)) words.push({ place, node, text: node.textContent?.trim() ?? "" });
    read(place, node, words);
  }
}

/** Whether there is text in it that is not in a part of it. @param {Element} node */
function is_text(node) {
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (child.nodeType === Node.TEXT_NODE && /\S/.test(/** @type {Text} */ (child).data)) return true;
  return false;
}

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
