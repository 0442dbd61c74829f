/**
 * What the server answers to calls, as app/web/models.py and app/replay/replays.py have it. Written by `python -m
 * tools.dev types --write`.
 */

import type { Frame, RefusalCode, Seat, Text } from "#types/wire";

/** A game that can be played here. `options` is the JSON Schema of what its host may choose. */
export interface GameCard {
  /** The name of the game in addresses and calls. */
  key: string;
  /** The name of the game for people. */
  title: string;
  /** How many can play it. */
  seats: number[];
  /** What its host may choose, as JSON Schema with the defaults. */
  options: Record<string, unknown>;
  /** The version of its rules. */
  version: number;
}

/** Open a room for so many seats. Whoever asks is its host, sits on seat 0 and goes by this name. */
export interface OpenRoom {
  /** The key of the game. */
  game: string;
  /** How many play: one of the numbers of the game. */
  seats: number;
  /** What the host is called in the room: up to 20 letters. */
  name: string;
  /** What differs from the defaults of the game. */
  options?: Record<string, unknown>;
  /** Bots on all other seats, and the game begins at once. */
  bots?: boolean;
}

/** The code of the new room: its page is /t/{room}, its socket /ws/{room}. */
export interface RoomOpened {
  /** The code. */
  room: string;
}

/** A definite no. `text` is a template with its arguments, for the reader’s own language. */
export interface NotDone {
  /** Why, for programs. */
  code: RefusalCode;
  /** Why, for people: a template, and `with` the values for its names. */
  text: Text;
}

/**
 * The effect of one event. `frame` is what this viewer saw then, without earlier lines. `label` is the text of the
 * move's button, for its author and for `all`.
 */
export interface ReplayStep {
  seq: number;
  seat: Seat | null;
  frame: Frame;
  label?: Text | null;
  /** For `all` only: facts that were hidden from somebody. */
  secrets?: Text[];
}

/** A finished game of a room for one viewer. `names` are by seat, as of its end. */
export interface Replay {
  game: string;
  title: string;
  number: number;
  names: string[];
  seats: number;
  eyes: Seat | "all" | null;
  steps: ReplayStep[];
}
