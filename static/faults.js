// @ts-check
// Runs before everything else: a classic script in the head. What goes wrong on any page is said, reported without
// names or texts, and loaded again once by itself. Written in syntax that older browsers know.

(() => {
  /** The address of one of our own scripts, and a line. */
  const OURS = /\/static\/([\w/]+\.js)\?v=([0-9a-f]+):(\d+)/;
  /** Said by browsers when there is no network, of which pages speak themselves. */
  const NO_NETWORK = /fetch|network|load failed|import/i;
  const MOST_REPORTS = 3;
  /** For so long loading again waits for the report. */
  const MOST_MS = 1000;
  const PLACE = "tertulia:loaded-again";
  let reports = 0;

  /** Settled once the report has arrived, or could not. @param {string} where  an address and a line, or a stack */
  function report(where) {
    const found = OURS.exec(where);
    if (!found || reports >= MOST_REPORTS) return Promise.resolve();
    reports += 1;
    const body = JSON.stringify({ module: found[1], build: found[2], line: Number(found[3]) });
    const how = { method: "POST", headers: { "content-type": "application/json" }, body };
    return fetch("/api/faults", how).then(
      () => {},
      () => {},
    );
  }

  /** Once for each page of this tab; never where that cannot be remembered. */
  function may_load_again() {
    try {
      const known = sessionStorage.getItem(PLACE) || "";
      if (known.split(" ").indexOf(location.pathname) >= 0) return false;
      sessionStorage.setItem(PLACE, `${known} ${location.pathname}`);
      return true;
    } catch (_) {
      return false;
    }
  }

  /** @param {boolean} shown */
  function show(shown) {
    const sentence = document.getElementById("fault");
    if (sentence) sentence.hidden = !shown;
    else if (shown) addEventListener("DOMContentLoaded", () => show(true));
  }

  /** The page does not work: nothing was drawn, or not all of it. @param {string} where */
  function fail(where) {
    const reported = report(where);
    if (!may_load_again()) return show(true);
    const long_enough = new Promise((done) => setTimeout(done, MOST_MS));
    Promise.race([reported, long_enough]).then(() => location.reload());
  }

  const stack_of = (/** @type {unknown} */ fault) => (fault instanceof Error ? String(fault.stack) : "");

  /** Draws, or says that it did not work. @param {() => void} draw */
  globalThis.guarded = (draw) => {
    try {
      draw();
      show(false);
    } catch (fault) {
      console.error(fault);
      fail(stack_of(fault));
    }
  };

  addEventListener(
    "error",
    (event) => {
      const where =
        event.target instanceof HTMLScriptElement
          ? `${event.target.src}:0`
          : event instanceof ErrorEvent && `${event.filename}:${event.lineno}`;
      if (where && OURS.test(where)) fail(where); // others' scripts, such as extensions', are not ours to answer for
    },
    true,
  );
  addEventListener("unhandledrejection", ({ reason }) => {
    if (!(reason instanceof Error) || reason instanceof DOMException || NO_NETWORK.test(reason.message)) return;
    if (!OURS.test(stack_of(reason))) return;
    report(stack_of(reason));
    show(true);
  });
  addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("#fault button")) location.reload();
  });
})();
