// @ts-check
// The page state that only this reader controls, as initialized.

/** @import { Reading } from "#types/room" */
import { kept } from "#kit/keeping.js";
import { take_copied_mark } from "#kit/share.js";

/** @param {string} room @returns {Reading} */
export const open_reading = (room) => ({
  picked: null,
  chosen: [],
  said: {},
  tab: "log",
  rail_open: false,
  read: 0,
  settling: false,
  wants_seat: null,
  copied: take_copied_mark(room),
  beside: false,
  guided: location.hash === "#guide",
  had_turn: false,
  onward: taken_link(),
  confirming: null,
  menu: false,
  setting: kept("sessionStorage", `tertulia:draft:${room}`) !== null,
  in_short: false,
  figuring: null,
  inviting: false,
  why: "",
});

/**
 * Takes a seat's link from the address and removes it there, so that nobody else sees it.
 * @returns {Reading["onward"]}
 */
function taken_link() {
  const link = /^#seat=(.+)$/.exec(location.hash)?.[1];
  if (!link) return null;
  history.replaceState(null, "", location.pathname);
  return { does: "take", link, sent: false };
}
