// @ts-check
// Runs before anything else: a classic script in the head, right after the dark colours. It sets the reader's theme
// before the first paint, and tells readers whose browser lacks import maps, and so will never run the page. Written in
// syntax that older browsers know.

const in_the_dark = matchMedia("(prefers-color-scheme: dark)");
globalThis.apply_theme = (theme, table) => {
  const root = document.documentElement;
  const dark = /** @type {HTMLLinkElement} */ (document.getElementById("dark"));
  const tables = /** @type {HTMLLinkElement | null} */ (document.getElementById("tables"));
  const chosen = table === "night" ? "dark" : theme;
  dark.media = { system: "(prefers-color-scheme: dark)", dark: "screen", light: "not all" }[chosen];
  root.toggleAttribute("data-dark", chosen === "dark" || (chosen === "system" && in_the_dark.matches));
  root.dataset.table = table;
  if (tables && table !== "felt") tables.rel = "stylesheet"; // not fetched until then
};
const kept_settings = () => {
  try {
    return localStorage.getItem("tertulia:settings");
  } catch {
    return null; // storage is forbidden
  }
};
const apply_own = () => {
  const own = JSON.parse(kept_settings() || "{}");
  /** @type {NonNullable<typeof apply_theme>} */ (globalThis.apply_theme)(own.theme || "system", own.table || "felt");
};
in_the_dark.onchange = apply_own;
apply_own();

if (!("supports" in HTMLScriptElement && HTMLScriptElement.supports("importmap")))
  addEventListener("DOMContentLoaded", () => {
    const too_old = document.getElementById("too-old");
    const waiting = /** @type {HTMLElement | null} */ (document.querySelector(".sentence"));
    if (too_old) too_old.hidden = false;
    if (waiting) waiting.hidden = true;
  });
