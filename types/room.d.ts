/** What the modules of the room page hand each other. */

import type { TemplateResult, nothing } from "lit-html";
import type { Argument, Chat, Choice, Frame, Line, Move, Sight, Table, Text } from "#types/wire";

/** What lit-html can put into a page. */
export type Drawing = TemplateResult | typeof nothing | string | Drawing[];

/** Says a sentence in the reader's language. */
export type Say = (sentence: string | Text, args?: Record<string, Argument>) => string;

/** The data block that the page comes with. */
export interface Boot {
  room: string;
  ws: string;
  game: string;
  card: { key: string; title: string; options: Schema };
}

/** A part of JSON Schema: what the words for a table's options need. */
export interface Schema {
  title?: string;
  properties?: Record<string, Schema>;
  /** What the values of a choice are called. */
  labels?: Record<string, string>;
}

/** The line to the server: open, being opened, or lost. `closed`: the room is no more. */
export type Connection = "opening" | "open" | "lost" | "closed";

/** Everything this page knows, and nothing that it should have forgotten. */
export interface Known {
  connection: Connection;
  table: Table | null;
  /** The last frame; its lines have been taken out. */
  frame: Frame | null;
  /** What stays in the log, oldest first. */
  lines: Line[];
  /** What was said or shown a moment ago, oldest first; forgotten by itself. */
  moments: Line[];
  chat: Chat[];
  /** The question whose answer is on its way. */
  answered: number | null;
  /** Why the last wish was refused. */
  refusal: Text | null;
}

/** What of the page only this reader decides. */
export interface Reading {
  /** The move whose piece is picked but not yet confirmed, as `choices.js` spells it. */
  picked: string | null;
  /** What is chosen so far of an answer that is a set. */
  chosen: number[];
  tab: "log" | "chat" | "people";
  /** Whether the rail is open where it does not always stand. */
  rail_open: boolean;
  /** The newest message that was on the screen. */
  read: number;
  /** The prompt has just changed: its buttons do not listen yet. */
  settling: boolean;
  /** The seat that is waiting for a name to be typed. */
  wants_seat: number | null;
  copied: boolean;
}

/** How a piece declares the move that it stands for. `label`: what the prompt's button says, if the rules' words will not do. */
export interface StandFor {
  (move: Move, name: string, how?: { confirm?: boolean; place?: string; digit?: number; label?: string }): Drawing;
}

/** The set that is asked for during one drawing of the page. */
export interface Picking {
  do: string;
  least: number;
  most: number;
  /** In ascending order. */
  chosen: number[];
  /** Whether so many may be sent. */
  enough: boolean;
  may: (item: number) => boolean;
  has: (item: number) => boolean;
  /** How a piece declares the item that it stands for. `words`: what is to be read on the button. */
  stand_for: (item: number, name: string, how?: { place?: string; digit?: number; words?: Drawing }) => Drawing;
  /** What no piece stands for. Ask after the board is drawn. */
  rest: () => number[];
  /** The board says what the chosen ones bring about: the words of the prompt's button. */
  call: (label: string) => void;
  label: () => string | undefined;
  /** Answers, if an answer would be taken now. */
  commit: () => void;
}

/** The answers that are open during one drawing of the page. */
export interface Offer {
  stand_for: StandFor;
  is_open: (move: Move) => boolean;
  is_picked: (move: Move) => boolean;
  /** What no piece stands for. Ask after the board is drawn. */
  rest: () => Choice[];
  picked: () => Choice | null;
  /** What the board calls this answer in full. */
  label: (choice: Choice) => string | undefined;
  /** The board draws what the prompt's button of this move shows; its words become the button's name. */
  show_as: (move: Move, drawing: Drawing) => void;
  drawing: (choice: Choice) => Drawing | undefined;
  /** Answers, if an answer would be taken now. */
  answer: (choice: Choice) => void;
  /** The set that is asked for, if one is. */
  picking: Picking | null;
}

/** One picture of a game. */
export interface Picture {
  /** The middle of the table. */
  centre: Drawing;
  /** What lies in front of a seat. `own`: drawn large, at the reader's place. */
  in_front_of: (seat: number, own: boolean) => Drawing;
  /** What is to be said of a seat, in words: "out". */
  words_for: (seat: number) => string[];
}

/** games/<key>/board.js */
export interface Game {
  /** Builds the furniture once. What it returns gives the same picture whatever was drawn before. */
  board: (say: Say) => (frame: Frame<any>, offer: Offer, sights: Sight[]) => Picture;
  /** How long a sight is shown, in milliseconds. */
  lasts: (sight: Sight) => number;
  /** Whether whoever brought the sight about may end it with [Continue]. */
  can_be_ended: (sight: Sight) => boolean;
}

/** What a reader can ask for. */
export interface Wishes {
  sit: (seat: number) => void;
  stand: () => void;
  start: () => void;
  seat_bot: (seat: number) => void;
  rematch: () => void;
  /** Whether it went out. */
  speak: (text: string) => boolean;
  /** Comes in again under this name, and sits down unless `seat` is null. */
  take_name: (name: string, seat: number | null) => void;
  copy_link: () => void;
  share_link: () => void;
  show_tab: (tab: Reading["tab"]) => void;
  toggle_rail: () => void;
  /** Opens the chat to write in it. */
  write: () => void;
  show_menu: () => void;
  /** Ends what is shown for a moment, if this reader brought it about; null when there is nothing to end. */
  carry_on: (() => void) | null;
  /** Takes back what is picked, else closes the open rail. */
  step_back: () => void;
}

/** What every part of the room page is drawn from. */
export interface Page {
  known: Known & { table: Table };
  reading: Reading;
  say: Say;
  wish: Wishes;
  boot: Boot;
}
