// @ts-check
// What does not fit the window scrolls within the table, which says so. The first possible answer is brought into
// sight.

/** @import { Say } from "#types/room" */

/** Parts of the table that scroll in a window too small for them. */
const PARTS = ".felt, .opponents, main > .place";
/** Less than this is an edge, a shadow, or the lower half of something whose middle can be pressed. */
const EDGE_PX = 20;

/**
 * @param {ParentNode} page
 * @param {Say} say
 */
export function make_more(page, say) {
  /** The question, and its answers on the table, as last brought into sight. */
  let shown = "";

  /** To be called after every drawing. */
  function keep_in_sight() {
    make_room(page);
    const now = answers_now(page);
    if (now !== shown) bring_into_sight(page);
    shown = now;
    say_so();
  }

  function say_so() {
    const parts = /** @type {HTMLElement[]} */ ([...page.querySelectorAll(PARTS)]);
    const measured = parts.map(measure); // all of them before any is changed: that would force layouts in between
    for (const [nth, part] of parts.entries()) note_more(part, measured[nth], say);
  }

  addEventListener("resize", () => {
    shown = "";
    keep_in_sight();
  });
  document.addEventListener("scroll", say_so, { capture: true, passive: true });
  return { keep_in_sight };
}

/** @param {ParentNode} page */
function make_room(page) {
  const main = /** @type {HTMLElement | null} */ (page.querySelector("main"));
  const prompt = /** @type {HTMLElement | null} */ (page.querySelector("main > .prompt"));
  const felt = /** @type {HTMLElement | null} */ (
    page.querySelector("main[data-state=playing] > .felt:has(+ .latest)")
  );
  const is_long = main !== null && prompt !== null && is_longer_than_its_place(prompt, main);
  const fits = felt !== null && is_higher_than_it_has_to_be(felt);
  main?.toggleAttribute("data-long", is_long); // it takes the place of the latest event, too
  document.body.toggleAttribute("data-fits", fits); // the page is as high as the window
}

/** @param {HTMLElement} prompt @param {HTMLElement} main */
function is_longer_than_its_place(prompt, main) {
  const usual = Math.max(least_height(getComputedStyle(prompt)), least_height(getComputedStyle(main, "::after")));
  return prompt.offsetHeight > usual + 1;
}

/** @param {HTMLElement} felt */
const is_higher_than_it_has_to_be = (felt) => felt.offsetHeight > least_height(getComputedStyle(felt)) + 1;

/** @param {CSSStyleDeclaration} style */
const least_height = ({ minBlockSize }) => Number.parseFloat(minBlockSize) || 0;

/** @param {HTMLElement} part */
function measure(part) {
  const scrolls = getComputedStyle(part).overflowY === "auto" && part.scrollHeight > part.clientHeight;
  return { scrolls, below: part.scrollHeight - part.clientHeight - part.scrollTop };
}

/** @param {HTMLElement} part @param {ReturnType<typeof measure>} measured @param {Say} say */
function note_more(part, { scrolls, below }, say) {
  if (scrolls && below > EDGE_PX) part.dataset.more = say("More below");
  else part.removeAttribute("data-more");
  // Without anything that Tab leads to, keys could not scroll it.
  if (scrolls && !part.querySelector("button, a, summary")) part.tabIndex = 0;
  else part.removeAttribute("tabindex");
}

/** The question, and its answers on the table. @param {ParentNode} page */
function answers_now(page) {
  const answers = stands(page, "main .stand").map(({ dataset }) => dataset.focus);
  return [document.documentElement.dataset.asked, ...answers].join();
}

/**
 * Scrolls to the first possible answer, with as many of the others as fit, once for each question and whenever the
 * answers change. Visible things are left alone: Tab would continue from there.
 * @param {ParentNode} page
 */
function bring_into_sight(page) {
  if (!document.documentElement.dataset.asked) return;
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
