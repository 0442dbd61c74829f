/** The guide through a first game: games/<key>/guide.js has its steps. */

import type { Drawing, Page } from "#types/room";
import type { Frame, Move, Text } from "#types/wire";

export interface Step<View = unknown, M extends Move = Move> {
  title: string;
  words: string | ((now: Guided<View, M>) => Text);
  /** Selectors of what it talks about; the first that can be seen is outlined. */
  at: string[];
  /** True only of the opening that was chosen for a first lesson, and while nothing of that was skipped. */
  lesson?: boolean;
  /** For what the player is asked to do: whether it is done. Looked at only once it could be done. */
  until?: (now: Guided<View, M>) => boolean;
  /** Whether it could be done now; if this is left out, as soon as the player is asked anything. */
  from?: (now: Guided<View, M>) => boolean;
  /** Said until it can be done. */
  meanwhile?: string;
  /** Selectors of what is to be pressed: that is outlined, and no other answer is taken until it is done. */
  press?: (now: Guided<View, M>) => string[];
  /** The same for the button with which what has been picked is confirmed, if it is not the first. */
  confirm?: (now: Guided<View, M>) => string;
  /** Pieces side by side: above as the words say, below as it is not. */
  figure?: () => Drawing[][];
}

/** games/<key>/guide.js */
export interface GuideOfGame {
  steps: Step[];
  /** Selectors of pieces whose press answers nothing, and is always free. */
  harmless?: string;
}

export type Guided<View = unknown, M extends Move = Move> = Omit<Page, "known"> & {
  known: Omit<Page["known"], "frame"> & { frame: Frame<View, M> };
};
