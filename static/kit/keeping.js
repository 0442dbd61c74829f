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

/**
 * The stored object, with only the fields that fit: what was damaged, changed by hand, or kept by another version of
 * the page is left out.
 * @param {Storing} storing
 * @param {string} place
 * @param {Record<string, (value: unknown) => boolean>} fits
 * @returns {Record<string, any>}
 */
export function kept_object(storing, place, fits) {
  const all = parsed(kept(storing, place));
  const fitting = Object.keys(fits).filter((field) => Object.hasOwn(all, field) && fits[field](all[field]));
  return Object.fromEntries(fitting.map((field) => [field, all[field]]));
}

/** @param {string | null} text @returns {Record<string, unknown>} */
function parsed(text) {
  try {
    const what = JSON.parse(text ?? "{}");
    return is_object(what) ? what : {};
  } catch {
    return {};
  }
}

/** @param {unknown} what @returns {what is Record<string, unknown>} */
export const is_object = (what) => typeof what === "object" && what !== null && !Array.isArray(what);

/** @param {unknown} what */
export const is_text = (what) => typeof what === "string";

/** @param {unknown} what */
export const is_flag = (what) => typeof what === "boolean";

/** @param {(item: unknown) => boolean} fits @returns {(what: unknown) => boolean} */
export const list_of = (fits) => (what) => Array.isArray(what) && what.every(fits);

/** @param {(item: unknown) => boolean} fits @returns {(what: unknown) => boolean} */
export const each_of = (fits) => (what) => is_object(what) && Object.values(what).every(fits);

/** @param {...unknown} values @returns {(what: unknown) => boolean} */
export const one_of =
  (...values) =>
  (what) =>
    values.includes(what);

/** @param {Storing} storing @param {string} place @param {string | null} text  null: nothing any more */
export function keep(storing, place, text) {
  try {
    if (text === null) globalThis[storing].removeItem(place);
    else globalThis[storing].setItem(place, text);
  } catch {}
}

// --- Deals ------------------------------------------------------------------------------------------------

/** The fingerprints that this browser was shown while games were played, to compare them with afterwards. */
const DEALS = "tertulia:deals";
const MOST_DEALS = 200;
const fits = { noted: each_of(is_text) };

/** @returns {Record<string, string>} */
const noted = () => kept_object("localStorage", DEALS, fits).noted ?? {};

/** The one noted for this game of a room; null if this browser saw none. @param {string} room @param {number} number */
export const noted_deal = (room, number) => noted()[`${room}/${number}`] ?? null;

/** The first one that it was shown counts. @param {string} room @param {number} number @param {string} commitment */
export function note_deal(room, number, commitment) {
  const before = noted();
  const game = `${room}/${number}`;
  if (before[game]) return;
  forget_notes(room);
  const newest = Object.entries({ ...before, [game]: commitment }).slice(-MOST_DEALS);
  keep("localStorage", DEALS, JSON.stringify({ noted: Object.fromEntries(newest) }));
}

// --- Notes ------------------------------------------------------------------------------------------------

/** What players note for themselves, by room, game and seat. */
const NOTES = "tertulia:notes";
const MOST_NOTES = 20;

/** @returns {Record<string, string>} */
export const kept_notes = () => kept_object("localStorage", NOTES, fits).noted ?? {};

/** Keeps the newest of these; empty ones are gone. @param {Record<string, string>} notes */
export function keep_notes(notes) {
  const newest = Object.entries(notes)
    .filter(([, text]) => text)
    .slice(-MOST_NOTES);
  keep("localStorage", NOTES, newest.length ? JSON.stringify({ noted: Object.fromEntries(newest) }) : null);
}

/** A new game begins in this room. @param {string} room */
function forget_notes(room) {
  const others = Object.entries(kept_notes()).filter(([of]) => !of.startsWith(`${room}/`));
  keep_notes(Object.fromEntries(others));
}
