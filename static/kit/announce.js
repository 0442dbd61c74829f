// @ts-check
// Announcements: sentences read aloud in the only live region, and the mark in title and icon when the reader is asked.

const SPOKEN_MS = 4000;
const region = /** @type {HTMLElement} */ (document.getElementById("announcer"));

// Nothing outside an open modal dialog is read aloud, so the region is moved into it.
for (const changes of ["toggle", "close"]) document.addEventListener(changes, come_forward, true);

function come_forward() {
  const place = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  if (region && region.parentElement !== place) place.append(region); // some pages have no announcements
}

/** What is said of these may have to go before its time. @typedef {"step" | "line that fades" | "question"} Passing */

/**
 * Announces what came of a step by the reader, in place of the step before: of quick ones only the last counts.
 * @param {string[]} sentences
 */
export function announce(sentences) {
  if (!sentences.length) return;
  take_back("step");
  announce_news(sentences, "step");
}

/**
 * Announces news after earlier sentences, and in place of none.
 * @param {string[]} sentences
 * @param {Passing} [passing]
 */
export function announce_news(sentences, passing) {
  if (!sentences.length) return;
  come_forward(); // even if dialogs have no toggle event
  region.append(...sentences.map((sentence) => paragraph(sentence, passing)));
}

/** Removes what was said of these: it may not be looked up any more. @param {Passing} passing */
export function take_back(passing) {
  for (const said of /** @type {HTMLElement[]} */ ([...region.children]))
    if (said.dataset.of === passing) said.remove();
}

/** Each stays for the same time, even if it was added later. @param {string} sentence @param {Passing} [passing] */
function paragraph(sentence, passing) {
  const said = Object.assign(document.createElement("p"), { textContent: sentence });
  if (passing) said.dataset.of = passing;
  setTimeout(() => said.remove(), SPOKEN_MS);
  return said;
}

/** Clears the region. */
export function hush() {
  region.replaceChildren();
}
