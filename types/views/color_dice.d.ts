/** What a page sees of Color Dice, as games/color_dice has it. Written by `python -m tools.dev types --write`. */

import type { Seat } from "#types/wire";

export type Phase = "throwing" | "ordering" | "attacking" | "sending" | "striking" | "countering" | "over";

export type Name = "red" | "yellow" | "green" | "blue" | "black" | "white";

export type Pips = 1 | 2 | 3 | 4 | 5 | 6;

export type Does = "attack" | "counter";

/** A colour, its die, and its pawns outside the areas. Without a seat it is a dummy. */
export interface SeenColour {
  name: Name;
  seat: Seat | null;
  die: Pips;
  /** How often in this turn. */
  thrown: 1 | 2 | 3;
  outside: number;
  gone: number;
  /**
   * What the dice allow, until it is over in this turn: the player whose turn it is may attack this colour, or it may
   * counterattack them …
   */
  may: Does | null;
  /** … with this many pawns. */
  pawns: number;
  /** Whether no group of so many pawns can do that, as the pawns stand now. */
  blocked: boolean;
  /** Already, in this turn. */
  attacked: boolean;
}

/** The home of this colour. */
export type Area = number;

/** The first colours are those of the players, by seat; any others are dummies. */
export type Colour = number;

export type Kind = "move" | "strike" | "mixed";

/** A number of pawns that dice can allow. */
export type Group = number;

/** The colour of each pawn that is struck, in order. */
export type Struck = Colour[];

export type Players = 2 | 3 | 4 | 5 | 6;

/**
 * A group of pawns goes from one place, null for outside, to one area. There some move to empty places, and some
 * strike. `struck` is null when that is to be chosen yet.
 */
export interface Send {
  do: "send";
  colour: Colour;
  kind: Kind;
  origin: Area | null;
  area: Area;
  moves: Group;
  strikes: Group;
  struck: Struck | null;
  players: Players;
}

/** The attack that is being chosen. `send`: its group, when only the pawns to strike are still open. */
export interface SeenAttack {
  colour: Colour;
  target: Colour;
  pawns: number;
  counter: boolean;
  send: Send | null;
}

/** A remaining step of this turn, and its colour. */
export interface Step {
  does: Does;
  colour: Colour;
}

/**
 * The table. `areas`: in each, how many pawns of each colour. `locked`: areas, and colours in them. `places`: in each
 * area, as many as each colour has pawns. `locks`: how many pawns of a colour lock it abroad. `throws`: how often a die
 * may be thrown in a turn.
 */
export interface View {
  players: number;
  turn: Seat | null;
  round: number;
  rounds: number;
  phase: Phase;
  colours: SeenColour[];
  areas: number[][];
  locked: [Area, Colour][];
  places: number;
  locks: number[];
  throws: number;
  attack: SeenAttack | null;
  /** In this turn, after what is being asked. */
  to_come: Step[];
}

/** What a line tells of. */
export type LineKind =
  | "first_turn" | "threw" | "threw_again" | "attack_first" | "counter_first" | "attack" | "no_attack" | "counter"
  | "no_counter" | "locked";

/** Throw these dice again. */
export interface Rethrow {
  do: "rethrow";
  dice: Colour[];
}

/** Leave the dice as they are. */
export interface Keep {
  do: "keep";
}

/** All of your attacks before the counterattacks. */
export interface AttackFirst {
  do: "attack_first";
}

/** All of your attacks after the counterattacks. */
export interface CounterFirst {
  do: "counter_first";
}

/** Attack this colour, with as many pawns as the dice say. */
export interface Attack {
  do: "attack";
  target: Colour;
  pawns: Group;
  players: Players;
}

/** Attack nobody else in this turn. */
export interface Stop {
  do: "stop";
}

/** Of the pawns that can be struck, strike these. */
export interface Strike {
  do: "strike";
  struck: Struck;
  players: Players;
}

/** Choose again; nothing has been carried out. */
export interface Back {
  do: "back";
}

/** Let the counterattack be. */
export interface Decline {
  do: "decline";
}

/** What can be answered. */
export type Move = Rethrow | Keep | AttackFirst | CounterFirst | Attack | Stop | Send | Strike | Back | Decline;

/** What the host may choose. The first value of each is the default. */
export interface Options {
  target?: "sheet" | "colour" | "area" | "free";
  dummies?: "controlled" | "automatic" | "none";
}
