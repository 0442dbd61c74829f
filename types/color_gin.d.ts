/** The types shared by the modules of the table of Color Gin. */

import type { Offer, Say } from "#types/room";
import type { Card, GoOut, Move, Sight, Suit, View } from "#types/views/color_gin";

/** A way of going out, and its result. */
export interface WayOut extends Pick<GoOut, "card" | "melds"> {
  points: number;
  suits: Suit[];
}

/** The input for drawing every part of the table. */
export interface Scene {
  say: Say;
  /** After the game: both hands. */
  view: View & { open?: Card[][] };
  offer: Offer<Move>;
  sights: Sight[];
  you: number | null;
}
