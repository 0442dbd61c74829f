// @ts-check
// What does not fit the window scrolls within the table, which says so. The first possible answer is brought into
// sight.

/** @import { Say } from "#types/room" */

/** Parts of the table that scroll in a window too small for them. */
const PARTS = ".felt, .opponents, main > .place";
/** Less than this is an edge, a shadow, or the lower half of something whose middle can be pressed. */
const EDGE_PX = 20;

/** The question, its answers on the table, and how many requests there are, as last brought into sight. */
let shown = "";
/** @type {() => void} */
let see_to_it = () => {};
let says_so = () => {};
addEventListener("resize", () => {
  shown = "";
  see_to_it();
});
document.addEventListener("scroll", () => says_so(), { capture: true, passive: true });

/** To be called after every drawing. @param {ParentNode} page @param {Say} say */
export function keep_in_sight(page, say) {
  says_so = () => {
    for (const part of page.querySelectorAll(PARTS)) note_more(/** @type {HTMLElement} */ (part), say);
  };
  see_to_it = () => {
    make_room(page);
    bring_into_sight(page);
    says_so();
  };
  see_to_it();
}

/** A question longer than its place takes that of the latest event. @param {ParentNode} page */
function make_room(page) {
  const prompt = /** @type {HTMLElement | null} */ (page.querySelector("main > .prompt"));
  if (!prompt) return;
  const main = /** @type {HTMLElement} */ (prompt.parentElement);
  const places = [getComputedStyle(prompt), getComputedStyle(main, "::after")];
  const usual = Math.max(...places.map(({ minBlockSize }) => Number.parseFloat(minBlockSize) || 0));
  main.toggleAttribute("data-long", prompt.offsetHeight > usual + 1);
}

/** @param {HTMLElement} part @param {Say} say */
function note_more(part, say) {
  const below = part.scrollHeight - part.clientHeight - part.scrollTop;
  const scrolls = getComputedStyle(part).overflowY === "auto" && part.scrollHeight > part.clientHeight;
  if (scrolls && below > EDGE_PX) part.dataset.more = say("More below");
  else part.removeAttribute("data-more");
  // Without anything that Tab leads to, keys could not scroll it.
  if (scrolls && !part.querySelector("button, a, summary")) part.tabIndex = 0;
  else part.removeAttribute("tabindex");
}

/**
 * Scrolls to the first possible answer, with as many of the others as fit, once for each question and whenever the
 * answers change. Visible things are left alone: Tab would continue from there.
 * @param {ParentNode} page
 */
function bring_into_sight(page) {
  const answers = stands(page, "main .stand");
  const { asked } = document.documentElement.dataset;
  const asks = page.querySelectorAll(".ask").length;
  const now = [asked, asks, ...answers.map(({ dataset }) => dataset.focus)].join();
  if (now === shown) return;
  shown = now;
  if (!asked) return;
  for (const group of [stands(page, "main > .place .stand"), stands(page, ".felt .stand")])
    for (const answer of [group.at(-1), group[0]])
      if (answer && !is_in_sight(answer)) answer.scrollIntoView({ block: "nearest" });
}

/** What can be pressed, now or in a moment. @param {ParentNode} page @param {string} which */
const stands = (page, which) => /** @type {HTMLElement[]} */ ([...page.querySelectorAll(which)]);

/** @param {Element} answer */
function is_in_sight(answer) {
  const { left, right, top, bottom } = answer.getBoundingClientRect();
  return answer.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}
