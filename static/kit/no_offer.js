// @ts-check
// An offer of nothing, for a board that is only looked at: in a replay and in figures.

/** @import { Offer } from "#types/room" */
import { html } from "lit-html";

/** What a piece is that cannot be pressed, in words. @param {string} name */
export const unseen = (name) => html`<span class="unseen">${name}</span>`;

/** @type {Offer<any, any>} */
export const NO_OFFER = {
  stand_for: (_, name) => unseen(name),
  barred: unseen,
  is_open: () => false,
  among: () => [],
  is_picked: () => false,
  picking: null,
  said: {},
  tell() {},
  compose() {},
  arrange() {},
  ready: false,
  only_seen: true,
};
