/** What the modules of the table of Color Dice hand each other. A colour is a number, and so is the area that is its home. */

import type { Offer, Say } from "#types/room";
import type { Area, Colour, Move, View } from "#types/views/color_dice";
import type { Outcome } from "#types/wire";

/** Where pawns stand: an area, or outside of all of them. */
export type Place = Area | "outside";

/** What every part of the table is drawn from. */
export interface Scene {
  say: Say;
  view: View;
  offer: Offer<Move>;
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
  area: Area | undefined;
  colour: Colour;
  /** How many leave the origin. */
  pawns: number;
  /** How many come to empty places of the area. */
  moves: number;
  /** By colour: how many are struck in the area. */
  struck: Map<Colour, number>;
}
