// @ts-check
// What is kept in the reader's browser. It may be told to keep nothing, and it may be full: then a page keeps it for
// itself, or does without.

/** @typedef {"localStorage" | "sessionStorage"} Storing */

/** Null: nothing is kept there. @param {Storing} storing @param {string} place */
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
