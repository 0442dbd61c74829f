/** What the table sounds like. */

import type { Frame, Sight } from "#types/wire";

/** Those of the pieces, then that it is the reader's turn, and that the game is over. */
export type Sound = "lid" | "thud" | "coin" | "card" | "die" | "pawn" | "turn" | "end";

/** What has happened, as far as this viewer may know it: two frames in succession, and what is shown between them. */
export interface Event<View = unknown, S extends Sight = Sight> {
  before: Frame<View>;
  now: Frame<View>;
  /** Oldest first. */
  sights: S[];
}

/** games/<key>/sounds.js */
export interface SoundsOfGame<View = unknown, S extends Sight = Sight> {
  /** What the pieces sound like; null where nothing is moved. */
  sound: (event: Event<View, S>) => Sound | null;
  /** Whether something has gone that was the reader's; left out where nothing ever does. */
  is_taken?: (event: Event<View, S>) => boolean;
}
