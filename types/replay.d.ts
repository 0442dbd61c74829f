/** What the modules of the replay page hand each other. */

import type { Replay } from "#types/api";
import type { Drawing, Language, Say } from "#types/room";
import type { Line } from "#types/wire";

/** Whose eyes: a seat's, an onlooker's (null), or somebody's who may see everything. */
export type Eyes = Replay["eyes"];

/** The data block that the page comes with: a finished game of the room, and what others there are. */
export interface Boot {
  room: string;
  game: string;
  number: number;
  names: string[];
  bots: boolean[];
  /** The commitment to its secret; empty when none was published. */
  deal: string;
  games: { number: number; title: string }[];
  languages: Language[];
}

/** A line, and in which step it was heard. */
export interface Heard {
  line: Line;
  step: number;
}

/** Where the reader is. */
export interface Place {
  eyes: Eyes;
  step: number;
}

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
  copied: boolean;
  /** Everything these eyes have heard in the game, oldest first. */
  heard: Heard[];
  commands: Commands;
}

export interface Commands {
  go_to: (step: number) => void;
  /** While the slider is dragged: nothing is said aloud yet. */
  drag_to: (step: number) => void;
  toggle_playing: () => void;
  look_through: (eyes: Eyes) => void;
  toggle_ahead: () => void;
  copy_link: () => void;
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
