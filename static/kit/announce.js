// @ts-check
// The one voice of the page: a polite live region that says what happened and what is asked, once.

const SPOKEN_MS = 4000;
const region = /** @type {HTMLElement} */ (document.getElementById("announcer"));
let timer = 0;

/**
 * Says the sentences. What was there before goes: nothing that fades may stay on the page.
 * @param {string[]} sentences
 */
export function announce(sentences) {
  if (!sentences.length) return;
  region.replaceChildren(
    ...sentences.map((sentence) => Object.assign(document.createElement("p"), { textContent: sentence })),
  );
  clearTimeout(timer);
  timer = setTimeout(hush, SPOKEN_MS);
}

/** Takes back what is not yet forgotten. */
export function hush() {
  region.replaceChildren();
}
