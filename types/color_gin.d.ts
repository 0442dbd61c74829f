/** The types shared by the modules of the table of Color Gin. */

import type { Offer, Say } from "#types/room";
import type { Card, GoOut, Move, Sight, Suit, View } from "#types/views/color_gin";

/** A way of going out, and its result. */
export interface WayOut extends Pick<GoOut, "card" | "melds"> {
  points: number;
  suits: Suit[];
}

/** Groups of cards; the last one is the deadwood, and may be empty. */
export type Grouping = Card[][];

/** The input for drawing every part of the table. */
export interface Scene {
  say: Say;
  /** After the game: both hands. */
  view: View & { open?: Card[][] };
  offer: Offer<Move, Grouping>;
  sights: Sight[];
  you: number | null;
  /** The reader's own grouping of their hand. */
  arranged: Grouping | null;
  /** Whether there is room for the score sheet. */
  spacious: boolean;
}
