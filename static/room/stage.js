// @ts-check
// Acts of this table for each push: kit/stage.js plays what the game's own stage.js describes, and what others have
// moved leaves a trail, and words beside it.

/** @import { State } from "#state/state.js" */
/** @import { Staging } from "#types/stage" */
/** @import { Frame, Line } from "#types/wire" */
import { make_stage } from "#kit/stage.js";
import { make_trails } from "#kit/trails.js";
import { make_caption } from "#room/caption.js";

/** @param {Staging} game @param {HTMLElement} root */
export function stage_of({ acts, is_remembered = false }, root) {
  const { play, ...stage } = make_stage(root);
  const trails = make_trails(is_remembered);
  const caption = make_caption(root);

  /**
   * Plays this push; nothing if the viewer or the game has changed, or if it was not seen.
   * @param {Frame} before
   * @param {Pick<State, "frame">} state  the page's, after the push
   * @param {Line[]} news
   */
  const perform = (before, { frame }, news) =>
    play(
      (drawn, left) => {
        if (!frame || before.you !== frame.you || before.outcome) return [];
        return acts({ before, after: frame, sights: news.flatMap(({ sight }) => sight ?? []), drawn, left });
      },
      (parts) => {
        const seats = new Set(news.flatMap(({ seat }) => seat ?? []));
        if (!frame || frame.outcome || seats.has(frame.you ?? -1)) return trails.wipe;
        if (!seats.size) return () => {};
        const stand_by = caption.stand_by(parts);
        return () => {
          trails.draw([...seats], parts, stage.lands_in());
          stand_by(stage.lands_in(), frame.asked.includes(frame.you ?? -1));
        };
      },
    );

  function clear() {
    stage.clear();
    trails.wipe();
    caption.put_back();
  }

  return { ...stage, perform, clear, put_caption_back: caption.put_back };
}
