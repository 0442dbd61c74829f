// @ts-check
// What was filled in and not yet sent, over a reload: table settings of a host, and a message.

/** @import { State } from "#state/state.js" */
/** @import { Draft } from "#state/settings_draft.js" */
import { is_flag, is_object, is_text, keep, kept, kept_object, one_of } from "#kit/keeping.js";
import { changed_in } from "#state/settings_draft.js";

/** @param {string} room */
const place_of = (room) => `tertulia:draft:${room}`;

/** @param {string} room @param {State} state */
export function keep_draft(room, { draft, opened_draft }) {
  if (draft && opened_draft && !draft.is_sent)
    keep("sessionStorage", place_of(room), JSON.stringify(changed_in(draft, opened_draft)));
}

/** Takes what was kept. @param {string} room @returns {Partial<Draft> | null} */
export function take_draft(room) {
  if (kept("sessionStorage", place_of(room)) === null) return null;
  const draft = kept_object("sessionStorage", place_of(room), {
    game: is_text,
    seats: Number.isInteger,
    options: is_object,
    sitting: one_of("freely", "asked"),
    onlookers: is_flag,
    locked: is_flag,
    clock: (clock) => clock === null || (is_object(clock) && Number.isInteger(clock.seconds)),
    fast_bots: is_flag,
    hints: is_flag,
  });
  keep("sessionStorage", place_of(room), null);
  return draft;
}

const TYPED = `tertulia:typed:${location.pathname}`;
export const kept_typed = () => kept("sessionStorage", TYPED) ?? "";

/** @param {State} before @param {State} after */
export function keep_typed(before, { typed }) {
  if (typed !== before.typed) keep("sessionStorage", TYPED, typed || null);
}
