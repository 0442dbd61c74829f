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
 * What an event changed or said. `frame`: what these eyes saw then, as games.frame makes it; what happened before is
 * not in it. `label`: the words on the move's button, known to its author and to whoever may see everything.
 */
export interface ReplayStep {
  seq: number;
  seat: Seat | null;
  frame: Frame;
  label?: Text | null;
  /** For whoever may see everything: what was hidden from somebody. */
  secrets?: Text[];
}

/** A finished game of a room, as seen by these eyes. Names are by seat, as they were at its end. */
export interface Replay {
  game: string;
  title: string;
  number: number;
  names: string[];
  seats: number;
  eyes: Seat | "all" | null;
  steps: ReplayStep[];
}
