// @ts-check
// The table's volume: as set by the reader, otherwise soft for players and silent for spectators.

/** @import { Settings } from "#kit/preferences.js" */
/** @import { State } from "#state/state.js" */

/** @typedef {NonNullable<Settings["volume"]>} Volume */

/** @type {Record<Volume, string>} */
export const VOLUMES = { off: "Off", soft: "Soft", full: "Loud" };

/**
 * Before there were three levels, `sound: false` stood for off.
 * @param {Pick<State, "settings" | "table">} state
 * @returns {Volume}
 */
export const volume = ({ settings: { volume, sound }, table }) =>
  volume ?? (sound === false || !table?.you.seats.length ? "off" : "soft");

/** Desktops have the function, but no motor. */
export const can_vibrate = () => "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
