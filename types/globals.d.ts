/** Put there by static/theme.js, which runs before anything is painted. */
declare var apply_theme: ((theme: "system" | "light" | "dark", table: "felt" | "walnut" | "azulejo" | "night") => void) | undefined;
/** Where the browser knows Trusted Types: what static/room/push.js needs of them. */
declare var trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): string } }
  | undefined;
