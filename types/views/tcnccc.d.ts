/** What a page sees of TCNCCC, as games/tcnccc has it. Written by `python -m tools.dev types --write`. */

import type { Seat } from "#types/wire";

export type Piece = "red" | "yellow" | "green" | "blue" | "joker";

/** What lies open now. Never how many pieces are where, nor whether a cylinder is full or empty. */
export interface View {
  turn: Seat | null;
  held: Piece[][];
  out: boolean[];
  cylinders: number[];
  bag_empty: boolean;
  drawn: Piece | null;
  rounds_left: number;
}

/**
 * What nobody may see: the pieces in each cylinder from the bottom up (null: it has left the game), and those in the
 * bag.
 */
export interface Beneath {
  cylinders: (Piece[] | null)[];
  bag: Piece[];
}

/** A piece comes out of the bag. It stays in sight until it is placed. */
export interface Drawn {
  shows: "drawn";
  piece: Piece;
}

/** A piece goes into a cylinder, and the lid goes back on. */
export interface Placed {
  shows: "placed";
  cylinder: number;
  piece: Piece;
}

/** A lid is taken off and there is no room underneath. */
export interface Full {
  shows: "full";
  cylinder: number;
}

/** What stood in a cylinder, from the bottom up. */
export interface Lifted {
  shows: "lifted";
  cylinder: number;
  pieces: Piece[];
}

/** A piece goes back into the bag. */
export interface Returned {
  shows: "returned";
  seat: Seat;
  piece: Piece;
}

/** What is shown for a moment. */
export type Sight = Drawn | Placed | Full | Lifted | Returned;

/** What a line tells of. */
export type LineKind =
  | "first_turn" | "drew" | "placed" | "full" | "lifted" | "lifted_empty" | "kept" | "kept_nothing" | "no_pair"
  | "gave_back" | "drew_kept" | "drew_nothing" | "out" | "removed";

/** Draw a piece from the bag. */
export interface Draw {
  do: "draw";
}

export type Cylinder = number;

/** Lift a cylinder. */
export interface Lift {
  do: "lift";
  cylinder: Cylinder;
}

/** Put the piece just drawn in a cylinder. */
export interface Place {
  do: "place";
  cylinder: Cylinder;
}

/** Put one of your pieces back in the bag. */
export interface GiveBack {
  do: "give_back";
  piece: Piece;
}

/** What can be answered. */
export type Move = Draw | Lift | Place | GiveBack;

/** What the host may choose. */
export interface Options {
  capacity?: 4 | 5 | 6 | 7 | 8;
  memory?: "strict" | "aided";
}
