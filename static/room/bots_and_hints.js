// @ts-check
// The table settings for bots and hints.

/** @import { Drawing, Say } from "#types/room" */
import { choice } from "#room/form_fields.js";

/** @typedef {{ fast_bots: boolean, hints: boolean }} Settings */

/**
 * @param {Say} say
 * @param {Settings} now
 * @param {(changes: Partial<Settings>) => void} change
 * @returns {Drawing}
 */
export const bots_and_hints = (say, { fast_bots, hints }, change) => [
  choice({
    id: "fast_bots",
    title: say("Bots"),
    values: [
      [false, say("Leave time to watch")],
      [true, say("Answer fast")],
    ],
    now: fast_bots,
    set: (fast_bots) => change({ fast_bots }),
  }),
  choice({
    id: "hints",
    title: say("Hints"),
    values: [
      [false, say("No hints")],
      [true, say("On request")],
    ],
    now: hints,
    set: (hints) => change({ hints }),
    hint: say("Everybody reads that a player asks for one. Who plays with bots alone may always ask."),
  }),
];
