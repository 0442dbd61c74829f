// @ts-check
// The moment in the address, which is updated after a pause: browsers limit how often.

/** @import { State } from "#replay/state.js" */
import { hash_of } from "#replay/address.js";

const SETTLED_MS = 300;

export function make_address() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let settling;
  const not_now = () => clearTimeout(settling);

  /** @param {State} state */
  function later(state) {
    not_now();
    settling = setTimeout(() => history.replaceState(null, "", hash_of(state)), SETTLED_MS);
  }

  return { later, not_now };
}
