/** The types shared by the modules of the replay page. */

import type { Analysis, Replay } from "#types/api";
import type { Drawing, Language, Say } from "#types/room";
import type { Figure, Level, Line, Speaker, Text } from "#types/wire";
import type { Loaded } from "#replay/state.js";

/** The viewer: a seat, a spectator (null), or somebody who may see everything. */
export type Eyes = Replay["eyes"];

/** The data block of the page: a finished game of the room, and the other ones. */
export interface Boot {
  room: string;
  game: string;
  number: number;
  names: string[];
  /** The chosen figures, by seat. */
  figures: (Figure | null)[];
  /** By seat: the level of its bot; null where a person played. */
  bots: (Level | null)[];
  /** The commitment to its secret; empty if none was published. */
  deal: string;
  games: { number: number; title: string }[];
  /** Whether the server can compute the chances. */
  analysed: boolean;
  /** Whether anything is drawn while the game is played. */
  counted: boolean;
  languages: Language[];
  /** The moment that this game was played on from, for the player who did so. */
  source: string | null;
}

/** A line, and its step. */
export interface Heard {
  line: Line;
  step: number;
  /** Its index among the lines of its step. */
  nth: number;
}

/** The reader's position. */
export interface Place {
  eyes: Eyes;
  step: number;
}

/** A range of steps shown in a loop, both ends included. */
export interface Clip {
  from: number;
  to: number;
}

/** The contents of an address. */
export interface Address extends Place {
  /** The event before this moment, if the address names that instead of the step. */
  seq: number;
  clip: Clip | null;
  /** It was opened, or went to: its clip plays by itself. */
  is_followed?: boolean;
}

/** Looking back together with others. */
export interface Company {
  line: "opening" | "open" | "closed";
  /** `asking`: it is not known yet whether anybody leads. `alone`: on one's own way. */
  role: "asking" | "following" | "leading" | "alone";
  leader: Speaker | null;
  /** Why the server refused. */
  problem: Text | null;
  pointed: Pointed | null;
  /** A table that somebody has opened to play on from a moment of this game, with free seats. */
  table: { room: string; name: string } | null;
}

/** A piece that somebody points at. */
export interface Pointed {
  /** Its name on the page: `data-k`. */
  at: string;
  /** Whose finger it is. */
  name: string;
}

/** A step at which the game turned, and why. */
export interface TurningPoint {
  step: number;
  why: Text[];
}

/** Which chances are shown: as each seat could know them at the time, or as everything was. */
export type Way = "known" | "exact";

/** The input for drawing the page: its state, and what never changes. */
export interface Viewing extends Loaded {
  boot: Boot;
  say: Say;
  /** The name of the player on a seat. */
  name: (seat: number) => string;
  /** All lines of the game for this viewer, oldest first. */
  heard: Heard[];
  turning: TurningPoint[];
  commands: Commands;
}

/** The same when the chances are known. */
export interface Analysed extends Viewing {
  analysis: Analysis;
}

export interface Commands {
  go_to: (step: number) => void;
  /** While the slider is dragged: nothing is announced yet. */
  drag_to: (step: number) => void;
  toggle_playing: () => void;
  look_through: (eyes: Eyes) => void;
  /** Follows whoever leads, leads, or goes on alone; `asking`: follows if somebody leads, and leads if not. */
  look_together: (role: Company["role"]) => void;
  /** Points at a piece by the keyboard. */
  choose_piece: () => void;
  toggle_ahead: () => void;
  copy_link: () => void;
  /** Copies the whole table at this step as text. */
  copy_position: () => void;
  /** Begins a clip here, or ends it here and copies its link. */
  cut_clip: () => void;
  /** Shows the whole game again, from here. */
  leave_clip: () => void;
  choose_way: (way: Way) => void;
  bring_chances: () => void;
  /** Brings the counts of dice and draws, once. */
  bring_draws: () => void;
  /** Loads what draws the knowledge of a seat, once. */
  bring_could_be: () => void;
  /** Asks for a seat, and opens a new table at this moment. */
  play_on: () => void;
  show_more: () => void;
  unfold: (what: string, is_open: boolean) => void;
  /** Copies the fingerprint of the deal. */
  copy_deal: () => void;
  change_language: (language: Language) => void;
}

/** A button of the controls. */
export interface Control {
  key: string;
  label: string;
  /** The key that does the same. */
  shortcut: string;
  drawing: Drawing;
  press: () => void;
  disabled?: boolean;
}
