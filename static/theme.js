// @ts-check
// Runs before anything else: a classic script in the head, right after the dark colours. It sets the reader's theme
// before the first paint, and tells readers whose browser lacks import maps, and so will never run the page. Written in
// syntax that older browsers know.

/**
 * Whether the browser darkens light pages by itself. It would recolour what is drawn on a piece, and not the piece; a
 * dark page it leaves alone.
 */
const darkens_pages = () => {
  if (matchMedia("(forced-colors: active)").matches) return false; // the reader's own colours, on everything
  const probe = document.createElement("div");
  probe.style.setProperty("color-scheme", "light");
  probe.style.backgroundColor = "Canvas";
  document.documentElement.append(probe);
  const parts = getComputedStyle(probe).backgroundColor.match(/\d+/g) || [];
  probe.remove();
  return parts.slice(0, 3).every((part) => Number(part) < 128);
};
const in_the_dark = matchMedia("(prefers-color-scheme: dark)");
globalThis.apply_theme = (theme, table) => {
  const root = document.documentElement;
  const dark = /** @type {HTMLLinkElement} */ (document.getElementById("dark"));
  const tables = /** @type {HTMLLinkElement | null} */ (document.getElementById("tables"));
  const chosen = table === "night" || darkens_pages() ? "dark" : theme;
  dark.media = { system: "(prefers-color-scheme: dark)", dark: "screen", light: "not all" }[chosen];
  root.toggleAttribute("data-dark", chosen === "dark" || (chosen === "system" && in_the_dark.matches));
  root.dataset.table = table;
  if (tables && table !== "felt") tables.rel = "stylesheet"; // not fetched until then
};
const apply_own = () => {
  let own = null;
  try {
    own = JSON.parse(localStorage.getItem("tertulia:settings") || "null");
  } catch (_) {} // storage is forbidden, or damaged
  const { theme, table } = own || {};
  /** @type {NonNullable<typeof apply_theme>} */ (globalThis.apply_theme)(
    ["light", "dark"].indexOf(theme) >= 0 ? theme : "system",
    ["walnut", "azulejo", "night"].indexOf(table) >= 0 ? table : "felt",
  );
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
