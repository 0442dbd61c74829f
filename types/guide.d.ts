/** The guide to a first lesson. What it says comes with the frame; games/<key>/guide.js says where that is on the page. */

import type { Drawing, Page } from "#types/room";
import type { Frame, Guide as Said } from "#types/wire";

/** games/<key>/guide.js */
export interface GuideOfGame {
  /** Selectors of what the script speaks of, by its name there; the first visible one is outlined. */
  places: Record<string, string[]>;
  /** Selectors of pieces that answer nothing when pressed, and are always free. */
  harmless?: string;
  /** Pieces side by side: above, a correct example; below, a wrong one. */
  figures?: Record<string, () => Drawing[][]>;
}

/** What steps go by: the state at a lesson in play, seen by the pupil, and what the guide says there. */
export interface Guided {
  state: Omit<Page["state"], "frame"> & { frame: Frame };
  said: Said;
}

/** The reader's place in the guide. */
export interface Guide {
  /** How far the game is in its script, as the guide has last said; undefined before it has said anything. */
  place: number | null | undefined;
  /** Which of its steps the reader has come to. */
  nth: number;
  /** The number of the step that is shown, among all of them: kept over a reload. */
  step: number | null;
  /** The reader has skipped what is to be done. */
  has_left: boolean;
  /** Something else was pressed. */
  was_held_back: boolean;
  /** Whether its card is on the page: not while nothing is to be done. */
  is_shown: boolean;
  /** Only a line of the card is. */
  is_folded: boolean;
}
