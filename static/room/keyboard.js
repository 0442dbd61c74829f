// @ts-check
// The keyboard: arrows move within a group, digits press the prompt's buttons. No single letter makes a move.

import { settings } from "#kit/preferences.js";

/**
 * @typedef {object} Acts
 * @property {() => void} step_back
 * @property {() => void} show_in_short
 * @property {() => void} write
 * @property {() => void} skip
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
    "?": acts.show_in_short,
    "/": acts.write,
    s: acts.skip,
    p: acts.say_prompt,
    l: acts.say_last_line,
  };
  document.addEventListener("focusin", tidy_groups);
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key.length === 1 && settings().no_shortcuts) return;
    if (
      event.key !== "Escape" &&
      target.matches("input:not([type=radio], [type=checkbox], [readonly]), textarea, select")
    )
      return;
    // A held key presses a button only once.
    if (event.key === "Enter" && event.repeat && target.matches("button")) return event.preventDefault();
    const done = within_group(target, event.key) || to_button(target, digit_of(event)) || act(named[sign_of(event)]);
    if (done && event.key !== "Escape") event.preventDefault();
  });
}

/**
 * The digit on a key, also where one has to hold Shift to write it, as in French; 0 if it has none.
 * @param {KeyboardEvent} event
 */
const digit_of = ({ key, code, shiftKey }) =>
  Number(key) || (shiftKey ? 0 : Number(/^Digit(\d)$/.exec(code)?.[1] ?? 0));

/**
 * The key by what is written on it, or for a letter of another script by its place on the keyboard.
 * @param {KeyboardEvent} event
 */
function sign_of({ key, code }) {
  if (key === "؟") return "?";
  if (key.length !== 1) return key;
  return (key > "~" && /^Key[A-Z]$/.test(code) ? code.slice(-1) : key).toLowerCase();
}

/** @param {(() => void) | undefined} what */
function act(what) {
  what?.();
  return what !== undefined;
}

/**
 * Arrows, Home and End move through the buttons of the group. In a grid, up and down go to the nearest one there.
 * @param {HTMLElement} target
 * @param {string} key
 */
function within_group(target, key) {
  const group = target.closest("[data-roving]");
  if (!group) return false;
  const members = buttons(group).filter((member) => lane_of(member) === lane_of(target));
  const next = neighbour(members, members.indexOf(target), key, group.matches("[data-roving=grid]"));
  next?.focus();
  return next !== undefined;
}

/**
 * @param {HTMLElement[]} members
 * @param {number} here
 * @param {string} key
 * @param {boolean} in_rows
 */
function neighbour(members, here, key, in_rows) {
  const step = STEPS[key];
  if (key === "Home") return members[0];
  if (key === "End") return members.at(-1);
  if (!step) return undefined;
  if (in_rows && /Up|Down/.test(key)) return nearest(members, here, step);
  return members[(here + step + members.length) % members.length];
}

/**
 * The nearest button above or below; the same one if there is none.
 * @param {HTMLElement[]} members
 * @param {number} here
 * @param {number} step  -1: above
 */
function nearest(members, here, step) {
  const middles = members.map((member) => {
    const { x, y, width, height } = member.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2, height };
  });
  const from = middles[here];
  const ways = middles.map(({ x, y }) =>
    (y - from.y) * step > from.height / 2 ? (y - from.y) * step + 2 * Math.abs(x - from.x) : Infinity,
  );
  const least = Math.min(...ways);
  return members[least < Infinity ? ways.indexOf(least) : here];
}

/**
 * Digits: the piece with that number while the focus is among pieces, otherwise the n-th button of the prompt, or else
 * the piece.
 * @param {HTMLElement} target
 * @param {number} digit
 */
function to_button(target, digit) {
  if (!digit) return false;
  const numbered = `[data-digit="${digit}"]`;
  const button =
    target.closest("[data-roving]")?.querySelector(numbered) ??
    document.querySelectorAll(":is(.prompt, .result) button:not(.plain)")[digit - 1] ??
    document.querySelector(numbered);
  /** @type {HTMLElement | null} */ (button)?.focus();
  return button !== null;
}

/**
 * Roving tabindex: in every group, or each of its lanes, one member is in the tab order: the focused one, one of the
 * same piece, the last one left, otherwise the first.
 */
export function tidy_groups() {
  for (const group of document.querySelectorAll("[data-roving]")) {
    const members = buttons(group);
    for (const lane of new Set(members.map(lane_of))) tidy(members.filter((member) => lane_of(member) === lane));
  }
}

/** @param {HTMLElement[]} members */
function tidy(members) {
  const current =
    members.find((member) => member === document.activeElement) ??
    members.find((member) => member.closest("[data-lane]") && piece_of(member) === piece_of(document.activeElement)) ??
    members.find((member) => member.ariaSelected === "true") ??
    members.find((member) => member.getAttribute("tabindex") === "0") ??
    members[0];
  for (const member of members) {
    const tabindex = member === current ? "0" : "-1";
    if (member.getAttribute("tabindex") !== tabindex) member.setAttribute("tabindex", tabindex);
  }
}

/** @param {Element | null} member */
const piece_of = (member) => member?.closest("[data-lane]")?.parentElement;

/** A group whose pieces have several buttons each has a lane for each kind. @param {Element} member */
const lane_of = (member) => /** @type {HTMLElement | null} */ (member.closest("[data-lane]"))?.dataset.lane;

/** @param {Element} group */
const buttons = (group) => /** @type {HTMLElement[]} */ (Array.from(group.querySelectorAll("button")));
