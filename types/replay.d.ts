/** What the modules of the replay page hand each other. */

import type { Analysis, Replay } from "#types/api";
import type { Noise } from "#types/noise";
import type { Drawing, Hindsight, Language, Say } from "#types/room";
import type { Figure, Level, Line, Text } from "#types/wire";

/** Whose eyes: a seat's, an onlooker's (null), or somebody's who may see everything. */
export type Eyes = Replay["eyes"];

/** The data block that the page comes with: a finished game of the room, and what others there are. */
export interface Boot {
  room: string;
  game: string;
  number: number;
  names: string[];
  /** By seat: what they have chosen to be shown as. */
  figures: (Figure | null)[];
  /** By seat: the level of its bot; null where a person played. */
  bots: (Level | null)[];
  /** The commitment to its secret; empty when none was published. */
  deal: string;
  games: { number: number; title: string }[];
  /** Whether the server can tell how the chances to win changed. */
  analysed: boolean;
  languages: Language[];
  /** Where the game began that this one was played on from, for whoever played it on. */
  source: string | null;
}

/** A line, and in which step it was heard. */
export interface Heard {
  line: Line;
  step: number;
  /** Among the lines of its step. */
  nth: number;
}

/** Where the reader is. */
export interface Place {
  eyes: Eyes;
  step: number;
}

/** Some steps of a replay that are shown alone, again and again: both ends belong to it. */
export interface Clip {
  from: number;
  to: number;
}

/** What an address names. */
export interface Address extends Place {
  /** Of the event after which this moment is, where the address names that instead of the step. */
  seq: number;
  clip: Clip | null;
}

/** A step in which the game took a turn, and why. */
export interface TurningPoint {
  step: number;
  why: Text[];
}

/** Which chances are shown: as each seat could know them then, or as everything stood. */
export type Way = "known" | "exact";

/** What the page is drawn from. */
export interface Viewing extends Place {
  boot: Boot;
  replay: Replay;
  say: Say;
  /** Of whoever sat there. */
  name: (seat: number) => string;
  playing: boolean;
  /** Lines of later steps are listed too. */
  ahead: boolean;
  /** The link to what is on the clipboard. */
  copied: "moment" | "clip" | null;
  /** Everything these eyes have heard in the game, oldest first. */
  heard: Heard[];
  turning: TurningPoint[];
  clip: Clip | null;
  /** Where a clip begins that the reader is about to make. */
  clip_from: number | null;
  hindsight: Hindsight | undefined;
  noise: Noise;
  /** How the chances changed; undefined while it is not known yet, null when it could not be worked out. */
  analysis?: Analysis | null;
  way: Way;
  /** What draws the chances, once it is there. */
  chances?: typeof import("#replay/chances.js") | null;
  commands: Commands;
}

/** The same when the chances are known. */
export interface Analysed extends Viewing {
  analysis: Analysis;
}

export interface Commands {
  go_to: (step: number) => void;
  /** While the slider is dragged: nothing is said aloud yet. */
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
  /** Asks as whom, and opens a new table at this moment. */
  play_on: () => void;
  redraw: () => void;
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
