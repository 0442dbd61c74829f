// @ts-check
// Acts of this table for each push: kit/stage.js plays what the game's own stage.js describes.

/** @import { State } from "#state/state.js" */
/** @import { Staging } from "#types/stage" */
/** @import { Frame, Line } from "#types/wire" */
import { make_stage } from "#kit/stage.js";

/** @param {Staging} game @param {HTMLElement} root */
export function stage_of({ acts }, root) {
  const { play, ...stage } = make_stage(root);

  /**
   * Plays this push; nothing if the viewer or the game has changed, or if it was not seen.
   * @param {Frame} before
   * @param {Pick<State, "frame">} state  the page's, after the push
   * @param {Line[]} news
   */
  const perform = (before, { frame }, news) =>
    play((drawn, left) => {
      if (!frame || before.you !== frame.you || before.outcome) return [];
      return acts({ before, after: frame, sights: news.flatMap(({ sight }) => sight ?? []), drawn, left });
    });

  return { perform, ...stage };
}
