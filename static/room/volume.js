// @ts-check
// The table's volume: as set by the reader, otherwise soft for players, silent for spectators, and full on a big
// screen, which has a volume of its own.

/** @import { Settings } from "#kit/preferences.js" */
/** @import { State } from "#state/state.js" */

/** @typedef {NonNullable<Settings["volume"]>} Volume */

/** @type {Record<Volume, string>} */
export const VOLUMES = { off: "Off", soft: "Soft", full: "Loud" };

/** @param {Pick<State, "settings" | "table" | "tv">} state @returns {Volume} */
export const volume = ({ settings: { volume }, table, tv }) =>
  volume ?? (tv ? "full" : table?.you.seats.length ? "soft" : "off");

/** Desktops have the function, but no motor. */
export const can_vibrate = () => "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
