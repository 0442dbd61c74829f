/** The types shared by the modules of the table of Sin Color. */

import type { Offer, Say } from "#types/room";
import type { Move, Sight, View, Beneath } from "#types/views/sin_color";

/** The input for drawing every part of the table. */
export interface Scene {
  say: Say;
  /** After the game: hidden things. */
  view: View & { beneath?: Beneath };
  offer: Offer<Move, string[]>;
  sights: Sight[];
  you: number | null;
  asked: number[];
  over: boolean;
  /** The reader's own order of their coins, each spelled as row_order.js does. */
  arranged: string[] | null;
}
