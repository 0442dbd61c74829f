// @ts-check
// What cannot wait: a classic script in the head, right after the dark colours. It sets the reader's theme before the
// first paint, and where a browser does not know import maps, and so will never run the page, it says so. In words that
// older browsers know.

globalThis.apply_theme = (theme) => {
  const dark = /** @type {HTMLLinkElement} */ (document.getElementById("dark"));
  dark.media = { system: "(prefers-color-scheme: dark)", dark: "screen", light: "not all" }[theme];
  document.documentElement.dataset.theme = theme;
};
globalThis.apply_theme(JSON.parse(localStorage.getItem("tertulia:settings") || "{}").theme || "system");

if (!("supports" in HTMLScriptElement && HTMLScriptElement.supports("importmap")))
  addEventListener("DOMContentLoaded", () => {
    const too_old = document.getElementById("too-old");
    const waiting = /** @type {HTMLElement | null} */ (document.querySelector(".sentence"));
    if (too_old) too_old.hidden = false;
    if (waiting) waiting.hidden = true;
  });
