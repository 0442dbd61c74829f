// @ts-check
// The reader's preferences, kept in their browser.

import { is_flag, keep, kept, kept_object, one_of } from "#kit/keeping.js";

const PLACE = "tertulia:settings";
const touch = matchMedia("(pointer: coarse)");

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {"felt" | "walnut" | "azulejo" | "night"} table  what the table is made of; night is always dark
 * @property {"off" | "soft" | "full" | null} volume  null: nothing was chosen
 * @property {boolean} vibrate
 * @property {boolean} always_confirm  every answer takes a second press
 * @property {boolean} [no_shortcuts]  no keys of one character: programs that listen may type words by accident
 * @property {"off" | "normal" | "slow"} pace  at which other players' moves are shown
 * @property {boolean} two_colours  of the suits of cards, instead of four
 * @property {boolean} notify  while the page is hidden
 * @property {boolean} push  while no page is open
 * @property {boolean} badge  on the installed app's icon
 * @property {boolean} awake  the screen stays on during one's games
 * @property {"shut" | "log" | "chat" | "people" | "results"} rail  what is open beside the table
 */

/** @type {{ [Setting in keyof Settings]-?: (value: unknown) => boolean }} */
const fits = {
  theme: one_of("system", "light", "dark"),
  table: one_of("felt", "walnut", "azulejo", "night"),
  volume: one_of("off", "soft", "full", null),
  vibrate: is_flag,
  always_confirm: is_flag,
  no_shortcuts: is_flag,
  pace: one_of("off", "normal", "slow"),
  two_colours: is_flag,
  notify: is_flag,
  push: is_flag,
  badge: is_flag,
  awake: is_flag,
  rail: one_of("shut", "log", "chat", "people", "results"),
};
const all_kept = () => /** @type {Partial<Settings>} */ (kept_object("localStorage", PLACE, fits));
const own = all_kept();

/** The settings. On a touch screen every answer takes two presses by default. @returns {Settings} */
export function settings() {
  return {
    theme: "system",
    table: "felt",
    volume: null,
    vibrate: true,
    always_confirm: touch.matches,
    pace: "normal",
    two_colours: false,
    notify: false,
    push: false,
    badge: true,
    awake: true,
    rail: "shut",
    ...own,
  };
}

/** Changes settings; others may have been changed in another tab. @param {Partial<Settings>} changes */
export function set(changes) {
  Object.assign(own, all_kept(), changes);
  keep("localStorage", PLACE, JSON.stringify(own));
  globalThis.apply_theme?.(settings().theme, settings().table);
}

const NAME = "tertulia:name";
export const own_name = () => kept("localStorage", NAME) ?? "";
/** @param {string} name */
export const keep_name = (name) => keep("localStorage", NAME, name);
