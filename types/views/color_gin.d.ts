/** What a page sees of Color Gin, as games/color_gin has it. Written by `python -m tools.dev types --write`. */

import type { Seat, Text } from "#types/wire";

export type Phase = "upcard" | "turn" | "shedding" | "joker" | "round_over" | "over";

/** Rank and suit; the jokers have neither. */
export type Card =
  | "AS" | "2S" | "3S" | "4S" | "5S" | "6S" | "7S" | "8S" | "9S" | "TS" | "JS" | "QS" | "KS" | "AH" | "2H" | "3H"
  | "4H" | "5H" | "6H" | "7H" | "8H" | "9H" | "TH" | "JH" | "QH" | "KH" | "AD" | "2D" | "3D" | "4D" | "5D" | "6D"
  | "7D" | "8D" | "9D" | "TD" | "JD" | "QD" | "KD" | "AC" | "2C" | "3C" | "4C" | "5C" | "6C" | "7C" | "8C" | "9C"
  | "TC" | "JC" | "QC" | "KC" | "*1" | "*2";

/** A run or a set, in the order of ALL. */
export type Meld = Card[];

/** The least deadwood of a hand as it is. */
export interface Best {
  melds: Meld[];
  leftovers: Card[];
  points: number;
}

export type Suit = "S" | "H" | "D" | "C";

/** The least deadwood when this card is shed; `spoiled` goes with these melds. */
export interface Shed {
  card: Card;
  points: number;
  spoiled: Suit[];
  melds: Meld[];
}

/** What a player has in each suit. */
export type Columns = Record<Suit, number>;

/** A round on the sheet. `out`: who went out; `counts`: what was left over, by seat; `suits`: those that scored. */
export interface Row {
  round: number;
  dealer: Seat;
  out: Seat | null;
  how: "gin" | "knock" | "void";
  counts: number[] | null;
  winner: Seat | null;
  points: number;
  suits: Suit[];
}

/** A hand laid open. `laid_off`: cards, each with the index of the other hand's meld that it went to. */
export interface Laid {
  melds: Meld[];
  leftovers: Card[];
  laid_off: [Card, number][];
  count: number;
}

/** The result of a round. `suits`: those that score, for the winner; `won`: those that it closes. */
export interface Showdown {
  out: Seat;
  how: "gin" | "knock";
  shed: Card;
  hands: [Laid, Laid];
  spoiled: Suit[];
  suits: Suit[];
  winner: Seat | null;
  points: number;
  /** How the points are calculated, in numbers only. */
  sum: Text;
  won: Suit[];
}

/** What a seat, or a spectator, can see. */
export interface View {
  phase: Phase;
  mode: "versus" | "coop" | "jokers";
  target: number;
  round: number;
  /** Turns played in this round. */
  turns: number;
  dealer: Seat;
  turn: Seat | null;
  deck: number;
  /** The top of the pile; what lies deeper is for the players to remember. */
  discard: Card | null;
  discards: number;
  hands: number[];
  /** How often in a row the pile may be taken before somebody has to draw. */
  takes_left: number;
  /** Your own, as are the next four. */
  hand: Card[] | null;
  /** The card that may not be shed in this turn. */
  taken: Card | null;
  drawn: Card | null;
  best: Best | null;
  /** For each card that you may shed now. */
  sheds: Shed[] | null;
  /** The most deadwood with which one may go out, but for a joker. */
  most_to_knock: number;
  scores: Columns[];
  closed: Partial<Record<Suit, Seat>>;
  /** The round in which each of these was won. Left out where there are none. */
  closed_in?: Partial<Record<Suit, number>>;
  /** The newest rounds, at most eight. */
  sheet: Row[];
  showdown: Showdown | null;
  /** All eight columns together, in a team. */
  team: number | null;
  /**
   * All rounds before those of `sheet`, a word for each: how it ended (its first letter), who went out, who scored (`-`:
   * nobody), how much and in which suits: `k1019SH`. A void round is `v`. Left out where there are none.
   */
  before?: string;
}

/** Both hands. The deck has no order: nobody knows what comes next. */
export interface Beneath {
  hands: Card[][];
}

/** The first discard of a round. It stays in sight until it is taken or covered. */
export interface TurnedUp {
  shows: "turned_up";
  card: Card;
}

/** A card goes from the top of the discard pile to a hand. */
export interface Took {
  shows: "took";
  seat: Seat;
  card: Card;
}

/** A card goes from the deck to a hand. Its owner sees it there. */
export interface Drew {
  shows: "drew";
  seat: Seat;
  card: Card;
}

/** A card goes from a hand to the top of the discard pile. It stays in sight until it is taken or covered. */
export interface Discarded {
  shows: "discarded";
  seat: Seat;
  card: Card;
}

/** What is shown for a moment. */
export type Sight = TurnedUp | Took | Drew | Discarded;

/** What a line tells of. */
export type LineKind =
  | "dealt" | "turned_up" | "passed" | "took" | "drew" | "drew_joker" | "must_draw" | "discarded" | "void" | "gin"
  | "knock" | "scored" | "undercut" | "no_score" | "won_suits";

/** Take this card, the top of the discard pile. */
export interface Take {
  do: "take";
  card: Card;
}

/** Leave the first discard where it is. */
export interface Pass {
  do: "pass";
}

/** Draw from the deck. */
export interface Draw {
  do: "draw";
}

/** Discard a card, and the turn is over. */
export interface Discard {
  do: "discard";
  card: Card;
}

/** Of ten cards. */
export type Melds = Meld[];

export type Points = number;

/** Discard a card and lay out the other ten: these melds, the rest is left over. */
export interface GoOut {
  do: "go_out";
  card: Card;
  melds: Melds;
  points?: Points | null;
  suits?: Suit[] | null;
}

/** Go on to the next round. */
export interface Next {
  do: "next";
}

/** What can be answered. */
export type Move = Take | Pass | Draw | Discard | GoOut | Next;

/** What the host may choose. */
export interface Options {
  target?: number;
  two_each?: "tie" | "total";
  mode?: "versus" | "coop" | "jokers";
  gin_bonus?: number;
  undercut_bonus?: number;
  equal_counts?: "undercut" | "nobody";
}
