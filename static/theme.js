// @ts-check
// Sets the reader's theme before the first paint: a classic script in the head, right after the dark colours.

globalThis.apply_theme = (theme) => {
  const dark = /** @type {HTMLLinkElement} */ (document.getElementById("dark"));
  dark.media = { system: "(prefers-color-scheme: dark)", dark: "screen", light: "not all" }[theme];
  document.documentElement.dataset.theme = theme;
};
globalThis.apply_theme(JSON.parse(localStorage.getItem("tertulia:settings") ?? "{}").theme ?? "system");
