// @ts-check
// Brings what is told of the people of a room: when its dialog is opened, and again when another game has ended.

/** @import { Boot, Page } from "#types/room" */
/** @import { Results } from "#types/wire" */
/** @import { Event } from "#state/reduce.js" */
/** @import { State } from "#state/state.js" */
import { answer_of, NO_ANSWER } from "#effects/fetching.js";
import { with_style } from "#kit/style_sheets.js";
import { learn } from "#kit/text.js";
import { between } from "#room/between.js";

/** @param {Boot} boot @param {() => State} state @param {(event: Event) => void} dispatch */
export async function make_between(boot, state, dispatch) {
  await Promise.all([with_style(boot.between), learn("between")]);
  let is_asking = false;
  /** @type {Results | null} */
  let asked_with = null;

  /** @param {Results | null} results */
  async function bring(results) {
    [asked_with, is_asking] = [results, true];
    const told = await answer_of(`/api/rooms/${boot.room}/between`).catch(() => NO_ANSWER);
    if (asked_with !== results) return; // asked again meanwhile
    is_asking = false;
    const { between_us } = state();
    if (between_us) dispatch({ type: "change", fields: { between_us: { ...between_us, told } } });
  }

  return {
    /** @param {Page} page */
    between(page) {
      const { between_us, results } = page.state;
      if (asked_with !== results || !(is_asking || between_us?.told)) bring(results);
      return between(page);
    },
  };
}
