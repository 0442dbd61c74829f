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

/**
 * Announces these sentences in place of earlier ones: nothing that fades may stay on the page.
 * @param {string[]} sentences
 */
export function announce(sentences) {
  if (!sentences.length) return;
  come_forward(); // even if dialogs have no toggle event
  region.replaceChildren(...sentences.map(paragraph));
}

/** Announces more after the present sentences. @param {string[]} sentences */
export function announce_too(sentences) {
  if (!region.children.length) return announce(sentences);
  region.append(...sentences.map(paragraph));
}

/** Each stays for the same time, even if it was added later. @param {string} sentence */
function paragraph(sentence) {
  const said = Object.assign(document.createElement("p"), { textContent: sentence });
  setTimeout(() => said.remove(), SPOKEN_MS);
  return said;
}

/** Clears the region. */
export function hush() {
  region.replaceChildren();
}
