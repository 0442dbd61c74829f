/** What a page sees of Color Gin: games/color_gin/view.py. */

import type { Card, Suit } from "#kit/cards.js";
import type { Offer, Say } from "#types/room";
import type { Text } from "#types/wire";

export type { Card, Suit };
export type Phase = "upcard" | "turn" | "shedding" | "joker" | "round_over" | "over";

/** Cards in melds, and what is left over. */
export interface Arrangement {
  melds: Card[][];
  leftovers: Card[];
  points: number;
}

/** What is left over at least after a card is shed, and what that arrangement would spoil. */
export interface Shed {
  card: Card;
  points: number;
  spoiled: Suit[];
  melds: Card[][];
}

/** A past round. */
export interface Round {
  round: number;
  dealer: number;
  /** Who went out; null: the round was void. */
  out: number | null;
  how: "gin" | "knock" | "void";
  /** Left over, by seat. */
  counts: number[] | null;
  winner: number | null;
  points: number;
  suits: Suit[];
}

export interface OpenHand {
  melds: Card[][];
  leftovers: Card[];
  /** Cards, and on which meld of the other hand. */
  laid_off: [Card, number][];
  count: number;
}

export interface Showdown {
  out: number;
  how: "gin" | "knock";
  shed: Card;
  hands: OpenHand[];
  spoiled: Suit[];
  /** The suits that may score. */
  suits: Suit[];
  winner: number | null;
  points: number;
  sum: Text;
  /** Suits won in this round. */
  won: Suit[];
}

export interface View {
  phase: Phase;
  mode: "versus" | "coop" | "jokers";
  target: number;
  round: number;
  turns: number;
  dealer: number;
  turn: number | null;
  deck: number;
  discard: Card | null;
  discards: number;
  hands: number[];
  takes_left: number;
  /** The viewer's own, sorted; null for everybody else. So are the next four. */
  hand: Card[] | null;
  taken: Card | null;
  drawn: Card | null;
  best: Arrangement | null;
  sheds: Shed[] | null;
  scores: Record<Suit, number>[];
  /** By suit: the seat that has won it. */
  closed: Partial<Record<Suit, number>>;
  sheet: Round[];
  showdown: Showdown | null;
  team: number | null;
}

/** What is shown for a moment. */
export type Sight =
  | { shows: "turned_up"; card: Card }
  | { shows: "took"; seat: number; card: Card }
  | { shows: "drew"; seat: number; card: Card }
  | { shows: "discarded"; seat: number; card: Card };

/** How somebody goes out. */
export interface GoOut {
  card: Card;
  melds: Card[][];
  points: number;
  suits: Suit[];
}

/** What every part of the table is drawn from. */
export interface Scene {
  say: Say;
  view: View;
  offer: Offer;
  sights: Sight[];
  you: number | null;
}
