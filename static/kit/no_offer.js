// @ts-check
// An offer of nothing, for a board that is only looked at: in a replay and in figures.

/** @import { Offer } from "#types/room" */
import { make_offer } from "#kit/choices.js";

const nothing_happens = () => {};

/** @returns {Offer<any>} */
export const no_offer = () => ({
  ...make_offer({
    frame: null,
    picked: null,
    ready: false,
    always_confirm: false,
    pick: nothing_happens,
    answer: nothing_happens,
    picking: null,
    said: {},
    tell: nothing_happens,
    not_now: "",
    explain: nothing_happens,
  }),
  only_seen: true,
});
