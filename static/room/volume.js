// @ts-check
// The table's volume: as set by the reader, otherwise soft for players and silent for spectators.

/** @import { Settings } from "#kit/preferences.js" */
/** @import { State } from "#state/state.js" */

/** @typedef {NonNullable<Settings["volume"]>} Volume */

/** @type {Record<Volume, string>} */
export const VOLUMES = { off: "Off", soft: "Soft", full: "Loud" };

/** @param {Pick<State, "settings" | "table">} state @returns {Volume} */
export const volume = ({ settings: { volume }, table }) => volume ?? (table?.you.seats.length ? "soft" : "off");

/** Desktops have the function, but no motor. */
export const can_vibrate = () => "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
