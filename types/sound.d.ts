/** The sounds of the table. */

import type { Frame, Seat, Sight } from "#types/wire";

/** Pieces; then people, calls and endings: static/room/sound_recipes.js. */
export type Sound =
  | "rustle" | "lid" | "shut" | "thud" | "coin" | "stake" | "card" | "snap" | "shuffle" | "die" | "pawn" | "strike"
  | "tile" | "knock" | "pop" | "nudge" | "turn" | "clock" | "won" | "ended" | "lost";

/** One thing that is heard of an event, or several alike. */
export interface Cue {
  name: Sound;
  /** How many things; one, if omitted. */
  count?: number;
  /** Seconds from one of them to the next, if they move at a pace of their own. */
  apart?: number;
  /** It is one thing, which makes so many steps. */
  steps?: boolean;
  /** Seconds after the first piece has landed, if others land before it. */
  late?: number;
  /** Where it is heard; omitted by games: by whoever was asked. null: in the middle. */
  seat?: Seat | null;
}

/** A sound as it is played: seconds from now, its share of the volume, its pitch beside the recipe's, and its seat. */
export interface Stroke {
  name: Sound;
  at: number;
  gain: number;
  rate: number;
  seat: Seat | null;
}

/** An event as far as this viewer may know it: two successive frames, and the sights between them. */
export interface Event<View = unknown, S extends Sight = Sight> {
  before: Frame<View>;
  now: Frame<View>;
  /** Oldest first. */
  sights: S[];
}

/** games/<key>/sounds.js */
export interface SoundsOfGame<View = unknown, S extends Sight = Sight> {
  /** What is heard of the pieces, in this order; nothing if none moved. */
  cues: (event: Event<View, S>) => Cue[];
  /** Whether the reader lost something; omitted if that never happens. */
  is_taken?: (event: Event<View, S>) => boolean;
}
