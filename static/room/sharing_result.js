// @ts-check
// The buttons that share something as a picture: drawn, and fetched, when it is pressed.

/** @import { Page } from "#types/room" */
/** @import { Evening, Us } from "#room/between_told.js" */
import { announce } from "#kit/announce.js";

/** The result on the table. @param {Page} page */
export const share = (page) =>
  or_say_why_not(page, async () => (await import("#room/ending_picture.js")).share_picture(page));

/** An evening at it. @param {Page} page @param {Us} us @param {Evening} evening */
export const share_evening = (page, us, evening) =>
  or_say_why_not(page, async () => (await import("#room/evening_picture.js")).share_picture(page, us, evening));

/** @param {Page} page @param {() => Promise<void>} shared */
async function or_say_why_not({ say }, shared) {
  try {
    await shared();
  } catch {
    announce([say("The server does not answer. Check your connection and try again.")]);
  }
}
