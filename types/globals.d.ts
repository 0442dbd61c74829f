/** Put there by static/kit/theme.js, which runs before anything is painted. */
declare var apply_theme: ((theme: "system" | "light" | "dark") => void) | undefined;
