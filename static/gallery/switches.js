// @ts-check
// Switches of the gallery: the theme, and the simulated colour vision. Radio buttons, so arrows work.

import { html } from "lit-html";
import { settings } from "#kit/preferences.js";

/** @typedef {{ name: string, words: Record<string, string>, now: string, change: (value: string) => void }} Switch */

/** Simulated after Machado, Oliveira and Fernandes, 2009, at full severity: the filters are in the page. */
const EYES = { all: "All cones", protan: "Protan", deutan: "Deutan", tritan: "Tritan" };
const THEMES = { system: "Same as device", light: "Light", dark: "Dark" };

/** @param {() => void} changed  the theme is another now */
export function switches(changed) {
  const root = document.documentElement;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
  return html`${one({
    name: "Theme",
    words: THEMES,
    now: settings().theme,
    change(theme) {
      // For this page only.
      globalThis.apply_theme?.(/** @type {"system" | "light" | "dark"} */ (theme), settings().table);
      changed();
    },
  })}
  ${one({ name: "Eyes", words: EYES, now: "all", change: (eyes) => (root.dataset.eyes = eyes) })}`;
}

/** @param {Switch} which */
const one = ({ name, words, now, change }) => html`<fieldset class="switch">
  <legend>${name}</legend>
  ${Object.entries(words).map(
    ([value, word]) => html`<label>
      <input type="radio" name=${name} value=${value} .checked=${value === now} @change=${() => change(value)} />${word}
    </label>`,
  )}
</fieldset>`;
