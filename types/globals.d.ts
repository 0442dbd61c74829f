/** Defined by static/theme.js, which runs before the first paint. */
declare var apply_theme: ((theme: "system" | "light" | "dark", table: "felt" | "walnut" | "azulejo" | "night") => void) | undefined;
/** Defined by static/faults.js: draws, or says that it did not work. */
declare var guarded: (draw: () => void) => void;
/** Trusted Types, if the browser has them, as far as static/room/push.js needs them. */
declare var trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): string } }
  | undefined;
