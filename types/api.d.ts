/**
 * What the server answers to calls, as app/web/api.py and app/replay/replays.py have it. Written by `python -m
 * tools.dev types --write`.
 */

import type { Frame, RefusalCode, Seat, Text } from "#types/wire";

/** A game that can be played here. `options` is the JSON Schema of what its host may choose. */
export interface GameCard {
  key: string;
  title: string;
  seats: number[];
  options: Record<string, unknown>;
  version: number;
}

/** Open a room for so many seats. Whoever asks is its host, sits on seat 0 and goes by this name. */
export interface OpenRoom {
  game: string;
  seats: number;
  name: string;
  options?: Record<string, unknown>;
  /** Bots on all other seats, and the game begins at once. */
  bots?: boolean;
}

/** The code of the new room: its page is /t/{room}, its socket /ws/{room}. */
export interface RoomOpened {
  room: string;
}

/** A definite no. `text` is a template with its arguments, for the reader’s own language. */
export interface NotDone {
  code: RefusalCode;
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
