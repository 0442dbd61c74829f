/** What a page sees of Sin Color: games/sin_color/view.py. */

import type { Offer, Say } from "#types/room";

export type Suit = "suns" | "moons" | "crowns" | "arms";
/** 0 is the null, 1 the ace. */
export type Value = 0 | 1 | 2 | 3 | 4 | 5;
/** A tile, or both sides of a coin. */
export type Face = [Suit, Value];
/** What one side of a coin shows. */
export type Shown = Suit | Value;
/** Null: grid side up. */
export type Tile = Face | null;

/** What somebody has to do in this turn. Without a die: the payment that ends it. */
export interface Step {
  seat: number;
  die: Value | null;
}

export interface View {
  turn: number | null;
  /** By seat and place: the upper sides; null until everybody has arranged. */
  rows: (Shown | null)[][];
  /** By seat: both sides of its coins, as far as this viewer knows them. */
  coins: (Face[] | null)[];
  /** While the others still arrange: which of the viewer's own coins lie value up. */
  value_up: number[] | null;
  tops: Tile[];
  /** Null at a table that only counts them. */
  paid: Face[] | null;
  paid_count: number;
  /** By seat: the places of the coins under offer. */
  offers: (number[] | null)[];
  /** By seat, as they lie since the last throw. */
  dice: (Value | null)[];
  /** What is to be done in this turn; the first is being done now. */
  steps: Step[];
  /** Turns until the game is stopped, if nobody pays. */
  turns_left: number;
  /** From the top down, when the game is over. */
  stacks: Tile[][] | null;
}

/** What is shown for a moment. Places in rows are those before it happened. */
export type Sight =
  | { shows: "turned_over"; seat: number; coin: number; upper: Shown }
  | { shows: "traded"; seat: number; partner: number; given: number[]; taken: number[] }
  | { shows: "moved"; stack: number; to: "top" | "bottom"; top: Tile }
  | { shows: "paid"; seat: number; coin: number; stack: number; face: Face };

/** What every part of the table is drawn from. */
export interface Scene {
  say: Say;
  view: View;
  offer: Offer;
  sights: Sight[];
  you: number | null;
  asked: number[];
  over: boolean;
}
