// @ts-check
// The address of a moment in a replay: #seat=1&step=42. Seats count from 0, as on the wire.

/** @import { Boot, Eyes, Place } from "#types/replay" */

const ONLOOKER = "none";

/** @param {Eyes} eyes */
export const spelled_eyes = (eyes) => (eyes === null ? ONLOOKER : String(eyes));

/** @param {Place} place */
export const hash_of = ({ eyes, step }) => `#seat=${spelled_eyes(eyes)}&step=${step}`;

/**
 * Without parameters: the beginning, with all secrets shown.
 * @param {string} hash
 * @param {number} seats
 * @returns {Place}
 */
export function place_in(hash, seats) {
  const said = new URLSearchParams(hash.slice(1));
  const step = Number(said.get("step"));
  return { eyes: eyes_in(said.get("seat"), seats), step: Number.isSafeInteger(step) && step > 0 ? step : 0 };
}

/**
 * @param {string | null} seat
 * @param {number} seats
 * @returns {Eyes}
 */
function eyes_in(seat, seats) {
  if (seat === ONLOOKER) return null;
  return seat !== null && /^\d{1,2}$/.test(seat) && Number(seat) < seats ? Number(seat) : "all";
}

/** The API address of the game from this viewpoint. @param {Boot} boot @param {Eyes} eyes */
export function source_of({ room, number }, eyes) {
  const query = new URLSearchParams({ game: String(number), ...(eyes !== null && { seat: String(eyes) }) });
  return `/api/rooms/${room}/replay?${query}`;
}

/** The whole address of a moment: also when the room has played on. @param {Boot} boot @param {Place} place */
export const link_to = ({ room, number }, place) =>
  `${location.origin}/t/${room}/replay?game=${number}${hash_of(place)}`;
