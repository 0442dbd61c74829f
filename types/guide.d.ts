/** The guide through a first game: games/<key>/guide.js has its steps. */

import type { Page } from "#types/room";
import type { Frame, Move } from "#types/wire";

export interface Step<View = unknown, M extends Move = Move> {
  title: string;
  words: string;
  /** Selectors of what it talks about; the first that can be seen is outlined. */
  at: string[];
  /** For what the player is asked to do: whether it is done. Looked at only once it could be done. */
  until?: (now: Guided<View, M>) => boolean;
  /** Whether it could be done now; if this is left out, as soon as the player is asked anything. */
  from?: (now: Guided<View, M>) => boolean;
}

export type Guided<View = unknown, M extends Move = Move> = Page & { known: { frame: Frame<View, M> } };
