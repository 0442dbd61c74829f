// @ts-check
// The keyboard: arrows move within a group, digits go to the prompt's buttons. No single letter acts on the game.

/**
 * @typedef {object} Acts
 * @property {() => void} step_back
 * @property {() => void} show_keys
 * @property {() => void} write
 * @property {() => void} say_prompt
 * @property {() => void} say_last_line
 */

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** @param {Acts} acts */
export function listen_to_keys(acts) {
  /** @type {Record<string, () => void>} */
  const named = {
    Escape: acts.step_back,
    "?": acts.show_keys,
    "/": acts.write,
    p: acts.say_prompt,
    l: acts.say_last_line,
  };
  document.addEventListener("focusin", tidy_groups);
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (
      event.key !== "Escape" &&
      target.matches("input:not([type=radio], [type=checkbox], [readonly]), textarea, select")
    )
      return;
    const done =
      within_group(target, event.key) ||
      to_button(target, event.key) ||
      act(named[event.key.length === 1 ? event.key.toLowerCase() : event.key]);
    if (done && event.key !== "Escape") event.preventDefault();
  });
}

/** @param {(() => void) | undefined} what */
function act(what) {
  what?.();
  return what !== undefined;
}

/**
 * Arrows, Home and End go through the buttons of the group.
 * @param {HTMLElement} target
 * @param {string} key
 */
function within_group(target, key) {
  const group = target.closest("[data-roving]");
  if (!group) return false;
  const members = buttons(group);
  const step = STEPS[key];
  const here = members.indexOf(target);
  const next =
    key === "Home"
      ? 0
      : key === "End"
        ? members.length - 1
        : step
          ? (here + step + members.length) % members.length
          : -1;
  members[next]?.focus();
  return next >= 0;
}

/**
 * Digits: the cylinder of that number while the focus is on the table, else the n-th button of the prompt.
 * @param {HTMLElement} target
 * @param {string} key
 */
function to_button(target, key) {
  if (!/^[1-9]$/.test(key)) return false;
  const on_table = /** @type {HTMLElement | null | undefined} */ (
    target.closest("[data-roving]")?.querySelector(`[data-digit="${key}"]`)
  );
  const button =
    on_table ??
    /** @type {HTMLElement | undefined} */ (document.querySelectorAll(".prompt button")[Number(key) - 1]);
  button?.focus();
  return button !== undefined;
}

/** Of every group one member is in the tab order: the focused one, else the first. */
export function tidy_groups() {
  for (const group of document.querySelectorAll("[data-roving]")) {
    const members = buttons(group);
    const current =
      members.find((member) => member === document.activeElement) ??
      members.find((member) => member.ariaSelected === "true") ??
      members[0];
    for (const member of members) member.tabIndex = member === current ? 0 : -1;
  }
}

/** @param {Element} group */
const buttons = (group) => /** @type {HTMLElement[]} */ (Array.from(group.querySelectorAll("button")));
