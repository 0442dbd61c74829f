// @ts-check
// What the page fetches once its state asks for it.

/** @import { Boot } from "#types/room" */
/** @import { Event, Own } from "#state/reduce.js" */
/** @import { State } from "#state/state.js" */
import { works_only_here } from "#kit/share.js";

export const NO_ANSWER = { text: "The server does not answer. Check your connection and try again." };

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
  /** @param {Partial<Own>} fields */
  const change = (fields) => dispatch({ type: "change", fields });
  const here = `/api/rooms/${boot.room}`;

  if (after.draft && !before.draft && !Array.isArray(after.cards))
    answer_of("/api/games").then(
      (cards) => change({ cards }),
      () => change({ cards: NO_ANSWER }),
    );
  const invites = (after.inviting && !before.inviting) || (after.tv && after.table && !before.table);
  if (invites && !works_only_here(boot) && (after.invitation === null || "text" in after.invitation))
    answer_of(`${here}/invitation`).then(
      (invitation) => change({ invitation }),
      () => change({ invitation: NO_ANSWER }),
    );
  if (after.wonders && !before.wonders)
    answer_of(`${here}/could-be`).then(
      (could_be) => change({ could_be }),
      () => change({ could_be: NO_ANSWER }),
    );
  if (after.asked_for && !before.asked_for)
    earlier(here, after).then(dispatch, () => change({ asked_for: null, refusal: NO_ANSWER }));
  const number = told_ending(after);
  if (number !== undefined && number !== told_ending(before))
    answer_of(`${here}/ending?game=${number}`).then(
      (told) => change({ ending: { number, told } }),
      () => {}, // the end is shown without it
    );
}

/** The game whose end there is more to tell of: of one deal, when all its tables have ended. @param {State} state */
const told_ending = ({ table, ending }) => (table?.sharing?.over === false ? undefined : ending?.number);

/** Lines, or results, from before those that the page was sent. @param {string} here @param {State} state */
async function earlier(here, { asked_for, table }) {
  if (asked_for === "results") {
    const results = await answer_of(`${here}/results`);
    return /** @type {const} */ ({ type: "change", fields: { asked_for: null, results } });
  }
  const seat = table?.you.seat ?? null;
  const lines = await answer_of(`${here}/lines${seat === null ? "" : `?seat=${seat}`}`);
  return /** @type {const} */ ({ type: "earlier", lines, seat });
}
