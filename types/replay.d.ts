/** The types shared by the modules of the replay page. */

import type { Analysis, Replay } from "#types/api";
import type { Noise } from "#types/noise";
import type { Drawing, Hindsight, Language, Say } from "#types/room";
import type { Figure, Level, Line, Text } from "#types/wire";

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
}

/** A step at which the game turned, and why. */
export interface TurningPoint {
  step: number;
  why: Text[];
}

/** Which chances are shown: as each seat could know them at the time, or as everything was. */
export type Way = "known" | "exact";

/** The input for drawing the page. */
export interface Viewing extends Place {
  boot: Boot;
  replay: Replay;
  say: Say;
  /** The name of the player on a seat. */
  name: (seat: number) => string;
  playing: boolean;
  /** Lines of later steps are listed, too. */
  ahead: boolean;
  /** What the link on the clipboard leads to. */
  copied: "moment" | "clip" | null;
  /** How often more lines were asked for. */
  more: number;
  /** What is unfolded beyond its first line. */
  unfolded: string[];
  /** The fingerprint of the deal is on the clipboard. */
  deal_is_copied: boolean;
  /** All lines of the game for this viewer, oldest first. */
  heard: Heard[];
  turning: TurningPoint[];
  clip: Clip | null;
  /** The start of the clip being made. */
  clip_from: number | null;
  hindsight: Hindsight | undefined;
  /** What the game's pictures show of the steps before: see `Game.trace`. */
  trace: unknown;
  noise: Noise;
  /** The analysis; undefined until it is known, null if it could not be computed. */
  analysis?: Analysis | null;
  way: Way;
  /** The module that draws the chances, once loaded. */
  chances?: typeof import("#replay/chances.js") | null;
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
  toggle_ahead: () => void;
  copy_link: () => void;
  /** Begins a clip here, or ends it here and copies its link. */
  cut_clip: () => void;
  /** Shows the whole game again, from here. */
  leave_clip: () => void;
  choose_way: (way: Way) => void;
  bring_chances: () => void;
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
