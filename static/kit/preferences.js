// @ts-check
// What a reader has set for himself, kept in his browser.

const PLACE = "tertulia:settings";
const touch = matchMedia("(pointer: coarse)");

/** @typedef {{ theme: "system" | "light" | "dark", sound: boolean, always_confirm: boolean, pace: "off" | "normal" | "slow", two_colours: boolean, notify: boolean, push: boolean, badge: boolean }} Settings */

/** @type {Partial<Settings>} */
const own = JSON.parse(localStorage.getItem(PLACE) ?? "{}");

/** On a touch screen every answer takes two presses unless the reader says otherwise. @returns {Settings} */
export function settings() {
  return {
    theme: "system",
    sound: true,
    always_confirm: touch.matches,
    pace: "normal",
    two_colours: false,
    notify: false,
    push: false,
    badge: true,
    ...own,
  };
}

/** @param {Partial<Settings>} changes */
export function set(changes) {
  Object.assign(own, changes);
  localStorage.setItem(PLACE, JSON.stringify(own));
  globalThis.apply_theme?.(settings().theme);
}

const NAME = "tertulia:name";
export const own_name = () => localStorage.getItem(NAME) ?? "";
/** @param {string} name */
export const keep_name = (name) => localStorage.setItem(NAME, name);
