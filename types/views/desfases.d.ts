/** What a page sees of Desfases, as games/desfases has it. Written by `python -m tools.dev types --write`. */

import type { Suit, Value } from "#types/views/piecepack";
import type { Seat } from "#types/wire";

/** Whose turn it is. */
export interface Turn {
  suit: Suit;
  seat: Seat;
}

/** A tile faces the side that is at the bottom of its number. */
export type Side = "N" | "E" | "S" | "W";

/** Files from west to east, ranks from south to north; the gap is where c3 would be. */
export type Square =
  | "a1" | "b1" | "c1" | "d1" | "e1" | "a2" | "b2" | "c2" | "d2" | "e2" | "a3" | "b3" | "d3" | "e3" | "a4" | "b4"
  | "c4" | "d4" | "e4" | "a5" | "b5" | "c5" | "d5" | "e5";

/** A coin suit side up; its value only if that is open. */
export interface SeenCoin {
  suit: Suit;
  value: Value | null;
}

/** A tile; it faces nowhere before somebody plays its suit. `pinned`: it would not turn now. */
export interface SeenTile {
  suit: Suit;
  value: Value;
  facing: Side | null;
  pinned: boolean;
  coin: SeenCoin | null;
}

/** A suit that is played; without pawn and die before the dice are thrown. */
export interface SeenSuit {
  suit: Suit;
  seat: Seat;
  side: Side;
  pawn: Square | null;
  die: Value | null;
  under: SeenCoin | null;
  reserve: Value[];
  gap: SeenCoin[];
  stopped: boolean;
  points: number | null;
}

/**
 * What lies open now. `round`: from 1 on, 0 while suits are chosen; `rounds`: how many there are. `sides`: where each
 * seat sits. `scores`: what each tile that can be scored now would bring, if coins are open; `shares`: what it brings
 * besides the value of the coin.
 */
export interface View {
  turn: Turn | null;
  round: number;
  rounds: number;
  sides: Side[];
  tiles: Record<Square, SeenTile>;
  suits: SeenSuit[];
  scores: Partial<Record<Square, number>>;
  shares: Partial<Record<Square, number>>;
}

/** The coins of one suit that have left the reserve, except those on tiles: under the die, and in the gap. */
export interface OfSuit {
  under: Value | null;
  gap: Value[];
}

/** The values of coins that lie suit side up: by the tiles' squares, and beside the board by suit. */
export interface Beneath {
  tiles: Partial<Record<Square, Value>>;
  suits: Partial<Record<Suit, OfSuit>>;
}

/** A coin goes under its die. */
export interface Fed {
  shows: "fed";
  suit: Suit;
  coin: Value;
}

/** A coin goes from under its die to the tile it scores. Its value and the points only where scores are open. */
export interface Scored {
  shows: "scored";
  suit: Suit;
  tile: Square;
  coin: Value | null;
  points: number | null;
}

/** A coin goes from under its die to the gap. Its value only where scores are open. */
export interface ThrownAway {
  shows: "thrown_away";
  suit: Suit;
  coin: Value | null;
}

/** The coin that was under the die, and its points: shown only to its player. */
export interface Used {
  shows: "used";
  suit: Suit;
  coin: Value;
  points: number;
}

/** What is shown for a moment. */
export type Sight = Fed | Scored | ThrownAway | Used;

/** What a line tells of. */
export type LineKind =
  | "first_turn" | "suit" | "die" | "moved" | "stayed" | "scored" | "thrown_away" | "used" | "fed" | "stopped"
  | "revealed" | "points";

/** Play a suit. */
export interface Choose {
  do: "choose";
  suit: Suit;
}

/** Move the pawn. */
export interface MoveTo {
  do: "move";
  to: Square;
}

/** Mark a tile with the coin from under the die. */
export interface Score {
  do: "score";
  tile: Square;
}

/** Put a coin under the die. */
export interface Feed {
  do: "feed";
  coin: Value;
}

/** What can be answered. */
export type Move = Choose | MoveTo | Score | Feed;

/** What the host may choose. */
export interface Options {
  scores?: "hidden" | "open";
  suits?: "chosen" | "random";
  sides?: "own" | "four";
}
