/**
 * The types shared by the modules of the table of Color Dice. A colour is a number, and so is the area that is its
 * home.
 */

import type { Offer, Say } from "#types/room";
import type { Area, Colour, Move, View } from "#types/views/color_dice";
import type { Outcome } from "#types/wire";
import type { Wanderings } from "#games/color_dice/wanderings.js";

/** Where pawns stand: an area, or outside of all of them. */
export type Place = Area | "outside";

/** The input for drawing every part of the table. */
export interface Scene {
  say: Say;
  view: View;
  offer: Offer<Move>;
  you: number | null;
  outcome: Outcome | null;
  raid: Raid;
  /** Which pawn stands where. */
  pawns: Wanderings;
}

/** A place that can be pressed. */
export interface Opening {
  name: string;
  chip: string;
  pressed: boolean;
  /** The choices of the attack after pressing it. */
  said: Record<string, unknown>;
}

/** An attack as chosen so far: what the pieces show of it before it is carried out. */
export interface Raid {
  /** The places that can be pressed. */
  open: Map<Place, Opening>;
  origin: Place | undefined;
  area: Area | undefined;
  colour: Colour;
  /** The number of pawns leaving the origin. */
  pawns: number;
  /** The number of pawns moving to empty places of the area. */
  moves: number;
  /** The number of pawns struck in the area, by colour. */
  struck: Map<Colour, number>;
}
