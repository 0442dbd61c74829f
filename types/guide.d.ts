/** The guide to a first game; games/<key>/guide.js has its steps. */

import type { Drawing, Page } from "#types/room";
import type { Frame, Move, Text } from "#types/wire";

export interface Step<View = unknown, M extends Move = Move> {
  title: string;
  words: string | ((now: Guided<View, M>) => Text);
  /** Selectors of the subject; the first visible one is outlined. */
  at: string[];
  /** The step applies only to the opening chosen for a first lesson, while nothing of that was skipped. */
  lesson?: boolean;
  /** Whether the requested action is done. Checked only once it was possible. */
  until?: (now: Guided<View, M>) => boolean;
  /** Whether the action is possible now; by default as soon as the player is asked anything. */
  from?: (now: Guided<View, M>) => boolean;
  /** The text until it is possible. */
  meanwhile?: string;
  /** Selectors of what to press: outlined, and no other answer is accepted until it is done. */
  press?: (now: Guided<View, M>) => string[];
  /** The same for the button that confirms the pick, if it is not the first. */
  confirm?: (now: Guided<View, M>) => string;
  /** Pieces side by side: above, a correct example; below, a wrong one. */
  figure?: () => Drawing[][];
}

/** games/<key>/guide.js */
export interface GuideOfGame {
  steps: Step[];
  /** Selectors of pieces that answer nothing when pressed, and are always free. */
  harmless?: string;
}

/** What steps go by: the state at a table in play, seen by a player. */
export interface Guided<View = unknown, M extends Move = Move> {
  state: Omit<Page["state"], "frame"> & { frame: Frame<View, M> };
}

/** The reader's place in the guide. */
export interface Guide {
  /** Those of this game at this table, without what was skipped; empty until it begins. */
  steps: Step[];
  nth: number;
  /** The title of the step that the reader has come to: kept over a reload. */
  place: string | null;
  /** Whether the step's action is possible: now, and since it is shown. */
  can_be_done: boolean;
  could_be_done: boolean;
  /** The step's text. */
  words: string | Text;
  /** Something else was pressed. */
  was_held_back: boolean;
  /** Whether its card is on the page: not while nothing is to be done. */
  is_shown: boolean;
  /** Only a line of the card is. */
  is_folded: boolean;
}
