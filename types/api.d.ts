/**
 * What the server answers to calls, as app/web/models.py, app/replay/ and games/analysis.py have it. Written by `python
 * -m tools.dev types --write`.
 */

import type { Frame, Level, RefusalCode, Seat, Text } from "#types/wire";

/** A game of this server. `options` is the JSON Schema of its settings. */
export interface GameCard {
  /** The key of the game in URLs and calls. */
  key: string;
  /** The title of the game. */
  title: string;
  /** Possible numbers of players. */
  seats: number[];
  /** JSON Schema of the options, with defaults. */
  options: Record<string, unknown>;
  /** The version of the rules. */
  version: number;
}

/** Open a room with this many seats. The caller is its host, on seat 0, under this name. */
export interface OpenRoom {
  /** The key of the game. */
  game: string;
  /** The number of players, one that the game allows. */
  seats: number;
  /** The host's name in the room, at most 20 letters. */
  name: string;
  /** The options that differ from the game's defaults. */
  options?: Record<string, unknown>;
  /** Fill all other seats with bots and begin at once. */
  bots?: boolean;
  /** How well these bots play. */
  level?: Level;
  /** Begin a first lesson with bots: seats, options, the position and what is drawn first are those of the lesson. */
  guided?: boolean;
}

/** Play on from a moment of a finished game of the room, at a new table, against bots. */
export interface PlayOn {
  /** The number of the game. */
  game: number;
  /** The moment: after this event, which is a step’s `seq` in the replay. */
  seq: number;
  /** The caller’s seat: what it knew then stays as it was, everything else is dealt anew. */
  seat: number;
  /** How well the bots play. */
  level?: Level;
  /** The caller’s name in the new room, if they have none on this server yet. */
  name: string;
}

/** The code of the new room. Its page is /t/{room}, its WebSocket /ws/{room}. */
export interface RoomOpened {
  /** The room code. */
  room: string;
}

/** A refusal. `text` is a template with its arguments, for the reader’s own language. */
export interface NotDone {
  /** The reason, for programs. */
  code: RefusalCode;
  /** The reason, for people: a template, and in `with` the values of its placeholders. */
  text: Text;
}

/**
 * The effect of one event. `frame` is what this viewer saw then, without earlier lines. `label` is the text of the
 * move's button, for its author and for `all`.
 */
export interface ReplayStep {
  /** The number of the event in its room. */
  seq: number;
  /** The seat that moved or that the event is about, if any. */
  seat: Seat | null;
  /** What the viewer saw then. */
  frame: Frame;
  /** The words on the move's button; only for its author and for `all`. */
  label?: Text | null;
  /** Facts that were hidden from somebody; only for `all`. */
  secrets?: Text[];
  /** What lay hidden, for drawing; its shape depends on the game. Only for `all`. */
  beneath?: unknown;
  /** The whole table as text, as games/<key>/notation.py has it; only for `all`. */
  position?: string;
  /** Why the game turned here, in sentences. */
  turning?: Text[];
}

/** A finished game of a room for one viewer. `names` are by seat, as of its end. */
export interface Replay {
  /** The key of the game. */
  game: string;
  /** The title of the game. */
  title: string;
  /** The game's number in its room, from 1. */
  number: number;
  /** The players' names, by seat. */
  names: string[];
  /** The number of seats. */
  seats: number;
  /** The viewer: a seat, null for a spectator, or `all` with everything hidden. */
  eyes: Seat | "all" | null;
  /** The steps, in order. */
  steps: ReplayStep[];
}

/**
 * The end of a room's game of this number. `facts`: at most three, the best first. `beneath`: what lay hidden, as the
 * game's board draws it; null where nothing did.
 */
export interface Ending {
  /** The game's number in its room, from 1. */
  number: number;
  /** What was remarkable about the game: at most three sentences. */
  facts: Text[];
  /** What lay hidden at its end, for drawing; its shape depends on the game, null where nothing did. */
  beneath: unknown;
  /** Which strong bots made some of their decisions like medium ones. */
  bots: Text[];
}

/**
 * An answer that would clearly have been better than the one that was given, as far as its seat could know, and by how
 * many hundredths.
 */
export interface Missed {
  /** The number of the event in its room. */
  seq: number;
  /** The seat that answered. */
  seat: Seat;
  /** The better answer, as its button was labelled. */
  better: Text;
  /** How much better it was, in hundredths of a chance to win. */
  cost: number;
}

/**
 * One way to look at the game. `chances`: after each step. `luck`: by seat, whatever its own choices do not explain.
 * `turns`: the steps with the greatest changes, in order.
 */
export interface Curve {
  /** After each of the steps: by seat, its chance to win, in hundredths. */
  chances: number[][];
  /** By seat: the change from the first chance to the last that its choices do not explain. */
  luck: number[];
  /** The up to three steps that changed somebody's chance most, counted from 0. */
  turns: number[];
}

/**
 * The analysis of a game. `seqs`: the events of the steps. `choices`: by seat, how much its choices changed, never
 * above 0. In every curve a seat's luck and choices add up to its last chance less its first.
 */
export interface Analysis {
  /** The numbers of the events after which chances are given: the beginning, and each move. */
  seqs: number[];
  /** By seat: how much its choices changed its chance to win, in hundredths; never above 0. */
  choices: number[];
  /** Answers that would clearly have been better than the ones given. */
  missed: Missed[];
  /** The game as each seat could know it then. */
  known: Curve;
  /** The game as it was; null where that cannot be computed. */
  exact: Curve | null;
}
