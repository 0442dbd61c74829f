/** What a page sees of Color Dice: games/color_dice/view.py. A colour is a number, and so is the area that is its home. */

import type { Offer, Say } from "#types/room";
import type { Outcome } from "#types/wire";

export type Name = "red" | "yellow" | "green" | "blue" | "black" | "white";
export type Pips = 1 | 2 | 3 | 4 | 5 | 6;
/** Where pawns stand: an area, or outside of all of them. */
export type Place = number | "outside";

export interface Colour {
  name: Name;
  /** Null: a dummy. */
  seat: number | null;
  die: Pips;
  /** How often it was thrown in this turn. */
  thrown: 1 | 2 | 3;
  outside: number;
  /** Pawns that are out of the game. */
  gone: number;
  /** By the dice: the active player may attack it, or it may counterattack him. */
  may: "attack" | "counter" | null;
  /** With so many pawns. */
  pawns: number;
  /** In this turn. */
  attacked: boolean;
}

/** A group goes from one place to an area; some go to empty places, some strike. */
export interface Send {
  do: "send";
  colour: number;
  kind: "move" | "strike" | "mixed";
  /** Null: outside. */
  origin: number | null;
  area: number;
  moves: number;
  strikes: number;
  /** The colours of the pawns struck; null when they are chosen next. */
  struck: number[] | null;
}

export interface View {
  players: number;
  /** The active player; null when the game is over. */
  turn: number | null;
  round: number;
  rounds: number;
  phase: "throwing" | "ordering" | "attacking" | "sending" | "striking" | "countering" | "over";
  colours: Colour[];
  /** By area and colour: how many pawns stand there. */
  areas: number[][];
  /** Area and colour of pawns that can neither move nor be struck. */
  locked: [number, number][];
  attack: { colour: number; target: number; pawns: number; counter: boolean; send: Send | null } | null;
  /** What follows in this turn after what is asked now. */
  to_come: { does: "attack" | "counter"; colour: number }[];
}

/** What every part of the table is drawn from. */
export interface Scene {
  say: Say;
  view: View;
  offer: Offer;
  you: number | null;
  outcome: Outcome | null;
  raid: Raid;
}

/** A place that can be pressed. */
export interface Opening {
  name: string;
  chip: string;
  pressed: boolean;
  /** What is said of the attack once it is pressed. */
  said: Record<string, unknown>;
}

/** An attack as far as it is put together: what the pieces show of it before it is carried out. */
export interface Raid {
  /** The places that can be pressed. */
  open: Map<Place, Opening>;
  origin: Place | undefined;
  area: number | undefined;
  colour: number;
  /** How many leave the origin. */
  pawns: number;
  /** How many come to empty places of the area. */
  moves: number;
  /** By colour: how many are struck in the area. */
  struck: Map<number, number>;
}
