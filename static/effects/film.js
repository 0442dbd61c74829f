// @ts-check
// The film of the rules that a guest sees before the game (static/room/welcome.js): an element that survives redraws.
// The film comes later, and nothing moves for it.

/** @import { Boot, Say } from "#types/room" */
/** @import { State } from "#state/state.js" */

/** @param {Boot} boot @param {Say} say */
export function make_film(boot, say) {
  const screen = Object.assign(document.createElement("div"), { className: "film" });
  let is_called = false;

  /** Without it the page has a smaller picture, and everything else. @param {State} state */
  async function show({ table, is_drawn }) {
    if (is_called || !is_drawn || !boot.box || table?.state !== "gathering" || table.you.host) return;
    is_called = true;
    try {
      const { show_film } = await import("#room/film.js");
      await show_film(screen, boot, say);
    } catch {
      screen.remove();
    }
  }

  return { screen, show };
}
