// @ts-check
// The reader's preferences, kept in their browser.

import { keep, kept } from "#kit/keeping.js";

const PLACE = "tertulia:settings";
const touch = matchMedia("(pointer: coarse)");

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {"felt" | "walnut" | "azulejo" | "night"} table  what the table is made of; night is always dark
 * @property {"off" | "soft" | "full" | null} volume  null: nothing was chosen
 * @property {boolean} [sound]  what earlier pages kept instead
 * @property {boolean} vibrate
 * @property {boolean} always_confirm  every answer takes a second press
 * @property {boolean} [no_shortcuts]  no keys of one character: programs that listen may type words by accident
 * @property {"off" | "normal" | "slow"} pace  at which other players' moves are shown
 * @property {boolean} two_colours  of the suits of cards, instead of four
 * @property {boolean} notify  while the page is hidden
 * @property {boolean} push  while no page is open
 * @property {boolean} badge  on the installed app's icon
 */

/** @returns {Partial<Settings>} */
const all_kept = () => JSON.parse(kept("localStorage", PLACE) ?? "{}");
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
