/** What a page sees of TCNCCC: games/tcnccc/view.py. */

export type Colour = "red" | "yellow" | "green" | "blue";
export type Piece = Colour | "joker";

export interface View {
  turn: number | null;
  /** By seat, in the order in which the pieces were gained. */
  held: Piece[][];
  out: boolean[];
  /** Those that are still in the game. */
  cylinders: number[];
  bag_empty: boolean;
  /** The piece in the hand of whoever's turn it is. */
  drawn: Piece | null;
  /** Turns until the game is ended. */
  rounds_left: number;
}

/** What is shown for a moment. */
export type Sight =
  | { shows: "drawn"; piece: Piece }
  | { shows: "placed"; cylinder: number; piece: Piece }
  | { shows: "full"; cylinder: number }
  | { shows: "lifted"; cylinder: number; pieces: Piece[] }
  | { shows: "returned"; seat: number; piece: Piece };
