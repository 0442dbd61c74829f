// @ts-check
// Browser storage. It may be forbidden or full: then a page keeps the value for itself, or does without.

/** @typedef {"localStorage" | "sessionStorage"} Storing */

/** The stored text, or null. @param {Storing} storing @param {string} place */
export function kept(storing, place) {
  try {
    return globalThis[storing].getItem(place);
  } catch {
    return null;
  }
}

/** @param {Storing} storing @param {string} place @param {string | null} text  null: nothing any more */
export function keep(storing, place, text) {
  try {
    if (text === null) globalThis[storing].removeItem(place);
    else globalThis[storing].setItem(place, text);
  } catch {}
}
