// @ts-check
// How loud the table is: as the reader has set it, else softly for players and not at all for onlookers.

/** @import { Settings } from "#kit/preferences.js" */
/** @import { Page } from "#types/room" */
import { settings } from "#kit/preferences.js";

/** @typedef {NonNullable<Settings["volume"]>} Volume */

/** @type {Record<Volume, string>} */
export const VOLUMES = { off: "Off", soft: "Soft", full: "Loud" };

/** Before there were three steps, `sound: false` stood for off. @param {Page} page @returns {Volume} */
export function volume({ known: { table } }) {
  const { volume, sound } = settings();
  return volume ?? (sound === false || !table.you.seats.length ? "off" : "soft");
}

/** Desktops have the call for it, but nothing that moves. */
export const can_vibrate = () => "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
