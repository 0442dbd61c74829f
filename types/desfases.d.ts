/** What a page sees of Desfases: games/desfases/view.py. */

export type Suit = "suns" | "moons" | "crowns" | "arms";
/** 0 is the null, 1 the ace. */
export type Value = 0 | 1 | 2 | 3 | 4 | 5;
export type Side = "N" | "E" | "S" | "W";

/** A used coin; its value only where that is open. */
export interface Coin {
  suit: Suit;
  value: Value | null;
}

export interface Tile {
  suit: Suit;
  value: Value;
  /** The side at the bottom of its number; null while nobody plays its suit. */
  facing: Side | null;
  /** Held by a pawn or a coin. */
  pinned: boolean;
  /** What scored it. */
  coin: Coin | null;
}

/** A suit that is played. */
export interface Player {
  suit: Suit;
  seat: number;
  side: Side;
  /** The square of its pawn; null, like the die, until the dice are thrown. */
  pawn: string | null;
  die: Value | null;
  /** The coin under the die. */
  under: Coin | null;
  reserve: Value[];
  /** Its coins in the gap. */
  gap: Coin[];
  stopped: boolean;
  /** Null while scores are hidden. */
  points: number | null;
}

export interface View {
  turn: { suit: Suit; seat: number } | null;
  /** 1 to 21; 0 while suits are chosen. */
  round: number;
  /** Where each seat sits. */
  sides: Side[];
  /** By square, "a1" to "e5" without "c3". */
  tiles: Record<string, Tile>;
  /** In the order in which they take their turns. */
  suits: Player[];
}

/** What is shown for a moment. */
export type Sight =
  | { shows: "fed"; suit: Suit; coin: Value }
  | { shows: "scored"; suit: Suit; tile: string; coin: Value; points: number }
  | { shows: "thrown_away"; suit: Suit; coin: Value };
