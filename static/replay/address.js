// @ts-check
// The address of a moment in a replay: #seat=1&step=42; of a clip: #seat=1&step=42&to=50. Seats count from 0, as on the
// wire. Tables that were played on link to the moment after an event: #seat=1&seq=57.

/** @import { Address, Boot, Clip, Eyes, Place } from "#types/replay" */

const ONLOOKER = "none";

/** @param {Eyes} eyes */
export const spelled_eyes = (eyes) => (eyes === null ? ONLOOKER : String(eyes));

/** @param {Place & { clip?: Clip | null }} place */
export const hash_of = ({ eyes, step, clip }) =>
  `#seat=${spelled_eyes(eyes)}&step=${clip ? `${clip.from}&to=${clip.to}` : step}`;

/**
 * Without parameters: the beginning, with all secrets shown.
 * @param {string} hash
 * @param {number} seats
 * @returns {Address}
 */
export function place_in(hash, seats) {
  const said = new URLSearchParams(hash.slice(1));
  const [step, to, seq] = ["step", "to", "seq"].map((name) => step_in(said.get(name)));
  return { eyes: eyes_in(said.get("seat"), seats), step, seq, clip: to > step ? { from: step, to } : null };
}

/** @param {string | null} said */
function step_in(said) {
  const step = Number(said);
  return Number.isSafeInteger(step) && step > 0 ? step : 0;
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

/** The API address for opening a table to play on. @param {Boot} boot */
export const onward_address = ({ room }) => `/api/rooms/${room}/onward`;

/** The API address of the chances. @param {Boot} boot */
export const analysis_of = ({ room, number }) => `/api/rooms/${room}/analysis?game=${number}`;

/**
 * The whole address of a moment or a clip, valid even after later games in the room.
 * @param {Boot} boot
 * @param {Place & { clip?: Clip | null }} place
 */
export const link_to = ({ room, number }, place) =>
  new URL(`/t/${room}/replay?game=${number}${hash_of(place)}`, location.origin).href;
