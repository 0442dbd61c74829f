// @ts-check
// Who acts at this table when something is pushed: kit/stage.js plays what the game's own stage.js says.

/** @import { Known } from "#types/room" */
/** @import { Staging } from "#types/stage" */
/** @import { Frame, Line } from "#types/wire" */
import { make_stage } from "#kit/stage.js";

/** @param {string} game */
export async function stage_of(game) {
  const { acts } = /** @type {Staging} */ (await import(`#games/${game}/stage.js`));
  const { play, clear } = make_stage(/** @type {HTMLElement} */ (document.getElementById("room")));

  /**
   * How this push is played. Nothing happened where the eyes are others, or the game is, or none of it was seen.
   * @param {Frame} before
   * @param {Pick<Known, "frame">} known  the page's, after the push
   * @param {Line[]} news
   */
  const perform = (before, { frame }, news) =>
    play((drawn, left) => {
      if (!frame || before.you !== frame.you || before.outcome) return [];
      return acts({ before, after: frame, sights: news.flatMap(({ sight }) => sight ?? []), drawn, left });
    });

  return { perform, clear };
}
