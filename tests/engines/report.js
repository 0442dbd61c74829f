// Runs in every page before its own scripts: records errors, across reloads too, and whether sound was made.
(() => {
  if (!location.host) return;
  const note = (...what) => {
    const noted = JSON.parse(sessionStorage.complaints ?? "[]");
    sessionStorage.complaints = JSON.stringify([...noted, what.join(" ").slice(0, 400)]);
  };
  let is_left = false;
  addEventListener("beforeunload", () => {
    is_left = true;
  });
  // What was still being loaded when the page is left is cut off: Firefox calls that an error.
  addEventListener(
    "error",
    ({ message, filename, lineno, target }) =>
      (message || !is_left) && note(message ?? `not loaded: ${target.src ?? target.href}`, filename, lineno),
    true,
  );
  addEventListener("unhandledrejection", ({ reason }) => note("not caught:", reason?.stack ?? reason));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    note("forbidden:", violatedDirective, blockedURI),
  );
  localStorage["tertulia:settings"] ??= '{"pace":"off"}';
  const { AudioContext } = globalThis;
  if (!AudioContext) return;
  globalThis.AudioContext = class extends AudioContext {
    constructor() {
      super();
      globalThis.sounding = this;
    }
  };
  const { start } = AudioBufferSourceNode.prototype;
  globalThis.sounds = 0;
  AudioBufferSourceNode.prototype.start = function (...when) {
    globalThis.sounds += 1;
    start.apply(this, when);
  };
})();
