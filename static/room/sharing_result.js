// @ts-check
// The button that shares the result on the table as a picture: drawn, and fetched, when it is pressed.

/** @import { Page } from "#types/room" */
import { announce } from "#kit/announce.js";

/** @param {Page} page */
export async function share(page) {
  try {
    const { share_picture } = await import("#room/ending_picture.js");
    await share_picture(page);
  } catch {
    announce([page.say("The server does not answer. Check your connection and try again.")]);
  }
}
