/** What the modules of the table of Color Gin hand each other. */

import type { Offer, Say } from "#types/room";
import type { Card, GoOut, Move, Sight, Suit, View } from "#types/views/color_gin";

/** A way of going out, and what it comes to. */
export interface WayOut extends Pick<GoOut, "card" | "melds"> {
  points: number;
  suits: Suit[];
}

/** What every part of the table is drawn from. */
export interface Scene {
  say: Say;
  /** Of a game that is over: both hands. */
  view: View & { open?: Card[][] };
  offer: Offer<Move>;
  sights: Sight[];
  you: number | null;
}
