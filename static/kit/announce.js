// @ts-check
// Announcements: sentences read aloud in the one live region, and the mark in title and icon of a reader's turn.

const SPOKEN_MS = 4000;
const region = /** @type {HTMLElement} */ (document.getElementById("announcer"));

// Behind a modal dialog nothing is read aloud: while one is open, the region lies in it.
for (const changes of ["toggle", "close"]) document.addEventListener(changes, come_forward, true);

function come_forward() {
  const place = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  if (region && region.parentElement !== place) place.append(region); // some pages have nothing to say
}

/**
 * Says the sentences in place of earlier ones: nothing that fades may stay on the page.
 * @param {string[]} sentences
 */
export function announce(sentences) {
  if (!sentences.length) return;
  come_forward(); // also where dialogs do not tell that they open
  region.replaceChildren(...sentences.map(paragraph));
}

/** Says more, after what is being said. @param {string[]} sentences */
export function announce_too(sentences) {
  if (!region.children.length) return announce(sentences);
  region.append(...sentences.map(paragraph));
}

/** Each is there for as long, also if it was said after others. @param {string} sentence */
function paragraph(sentence) {
  const said = Object.assign(document.createElement("p"), { textContent: sentence });
  setTimeout(() => said.remove(), SPOKEN_MS);
  return said;
}

/** Clears the region. */
export function hush() {
  region.replaceChildren();
}
