// @ts-check
// What the page fetches once its state asks for it.

/** @import { Boot } from "#types/room" */
/** @import { Event } from "#state/reduce.js" */
/** @import { State } from "#state/state.js" */
import { works_only_here } from "#kit/share.js";

const NO_ANSWER = { text: "The server does not answer. Check your connection and try again." };

/** @param {string} path */
export async function answer_of(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/**
 * @param {Boot} boot
 * @param {State} before
 * @param {State} after
 * @param {(event: Event) => void} dispatch
 */
export function fetch_what_is_needed(boot, before, after, dispatch) {
  if (after.draft && !before.draft && !Array.isArray(after.cards))
    answer_of("/api/games").then(
      (cards) => dispatch({ type: "change", fields: { cards } }),
      () => dispatch({ type: "change", fields: { cards: NO_ANSWER } }),
    );
  const invites = after.inviting && !before.inviting && !works_only_here(boot);
  if (invites && (after.invitation === null || "text" in after.invitation))
    answer_of(`/api/rooms/${boot.room}/invitation`).then(
      (invitation) => dispatch({ type: "change", fields: { invitation } }),
      () => dispatch({ type: "change", fields: { invitation: NO_ANSWER } }),
    );
}
