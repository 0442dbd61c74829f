/** What a page sees of Sin Color, as games/sin_color has it. Written by `python -m tools.dev types --write`. */

import type { Suit, Value } from "#types/views/piecepack";
import type { Seat } from "#types/wire";

/** What a side of a coin shows. */
export type Shown = Suit | Value;

/** A suit and a value: what a tile shows, or the two sides of a coin together. */
export type Face = [suit: Suit, value: Value];

/** A tile in a stack. One that is turned grid-side up shows nothing, and nobody needs to know what it was. */
export type Tile = Face | null;

/** What a seat has yet to do in this turn: use a die or, if there is none, pay at its end. */
export interface Step {
  seat: Seat;
  die: Value | null;
}

export type Deed = "nothing" | "pay" | "sink" | "raise";

/** What a seat, or a spectator, can see. Lists are by seat, by place in a row, or by stack. */
export interface View {
  turn: Seat | null;
  /** The upper sides; null until everybody has arranged. */
  rows: (Shown | null)[][];
  /** Both sides of each coin in your own row; when the game is over, in every row. */
  coins: (Face[] | null)[];
  /** Which of your coins you laid value up, while the others still arrange theirs. */
  value_up: number[] | null;
  /** Null is the grid side. */
  tops: Tile[];
  /** In the order in which they were paid; null at a table that only counts them. */
  paid: Face[] | null;
  paid_count: number;
  /** Coins under offer, by their places. Until all offers are in, only the player who made a sealed one sees it. */
  offers: (number[] | null)[];
  /** The dice as last thrown. */
  dice: (Value | null)[];
  /** The steps of this turn: first the one that is being done, then those that follow. */
  steps: Step[];
  /** What each face of a die does, from null to 5. */
  deeds: Deed[];
  /** Turns until the game is stopped, if nobody pays any more … */
  turns_left: number;
  /** … or even if somebody does, because it has lasted that long. */
  stops_anyway: boolean;
  /** When the game is over: each stack from the top down. */
  stacks: Tile[][] | null;
}

/** Both sides of the coins of every seat, by their places, and each stack from the top down. */
export interface Beneath {
  coins: Face[][];
  stacks: Tile[][];
}

/** A coin is turned over, and shows this now. It stays in sight. */
export interface TurnedOver {
  shows: "turned_over";
  seat: Seat;
  coin: number;
  upper: Shown;
}

/** Coins change hands. They lay in these places, and lie at the right ends of the rows now, in the same order. */
export interface Traded {
  shows: "traded";
  seat: Seat;
  partner: Seat;
  given: number[];
  taken: number[];
}

/** A tile went from one end of its stack to the other; this one (null: without colour) lies on top now. */
export interface Moved {
  shows: "moved";
  stack: number;
  to: "top" | "bottom";
  top: Tile;
}

/** A coin that lay in this place is paid, and the top tile of the stack is turned grid-side up. */
export interface Paid {
  shows: "paid";
  seat: Seat;
  coin: number;
  stack: number;
  face: Face;
}

/** What is shown for a moment. */
export type Sight = TurnedOver | Traded | Moved | Paid;

/** What a line tells of. */
export type LineKind =
  | "arranged" | "turned_over" | "offered" | "no_trade" | "traded" | "gave" | "threw" | "threw_null" | "acts_first"
  | "sunk" | "raised" | "paid" | "paid_nothing" | "no_match";

/** In a row, which can have all coins. */
export type Place = number;

export type Places = Place[];

/** Lay these coins value up and all others suit up. */
export interface Arrange {
  do: "arrange";
  value_up: Places;
}

/** Turn over one of your coins. */
export interface TurnOver {
  do: "turn_over";
  coin: Place;
}

/** Offer these coins for a trade. */
export interface Offer {
  do: "offer";
  coins: Places;
}

/** Trade with nobody in this turn. */
export interface NoTrade {
  do: "no_trade";
}

export type Partner = Seat;

/** Swap the coins on offer with this player. */
export interface Trade {
  do: "trade";
  partner: Partner;
}

/** After a trade: this player acts first, and you use your two dice in this order. */
export interface Order {
  do: "order";
  first: Partner;
  dice: [Value, Value];
}

export type Stack = number;

/** Move the top tile of this stack to the bottom. */
export interface Sink {
  do: "sink";
  stack: Stack;
}

/** Move the bottom tile of this stack to the top. */
export interface Raise {
  do: "raise";
  stack: Stack;
}

/** Pay the coin in this place, which is this one. */
export interface Pay {
  do: "pay";
  coin: Place;
  suit: Suit;
  value: Value;
}

/** Keep your coins. */
export interface PayNothing {
  do: "pay_nothing";
}

/** What can be answered. */
export type Move = Arrange | TurnOver | Offer | NoTrade | Trade | Order | Sink | Raise | Pay | PayNothing;

/** What the host may choose. The first value of each is the default. */
export interface Options {
  payments?: "compulsory" | "optional";
  offers?: "sealed" | "open";
  paid_coins?: "open" | "counted";
  memory?: "strict" | "aided";
}
