/** The sounds of the table. */

import type { Frame, Sight } from "#types/wire";

/** The sounds of pieces, then those for the reader's turn and the end of the game. */
export type Sound = "lid" | "thud" | "coin" | "card" | "die" | "pawn" | "turn" | "end";

/** An event as far as this viewer may know it: two successive frames, and the sights between them. */
export interface Event<View = unknown, S extends Sight = Sight> {
  before: Frame<View>;
  now: Frame<View>;
  /** Oldest first. */
  sights: S[];
}

/** games/<key>/sounds.js */
export interface SoundsOfGame<View = unknown, S extends Sight = Sight> {
  /** The sound of the pieces; null if nothing moved. */
  sound: (event: Event<View, S>) => Sound | null;
  /** Whether the reader lost something; omitted if that never happens. */
  is_taken?: (event: Event<View, S>) => boolean;
}
