/** What travels between the server and a page: docs/protocol.md. The names are app/wire.py's. */

/** A sentence: an English template and its arguments. The template is the key of the other languages' catalogs. */
export interface Text {
  text: string;
  with?: Record<string, Argument>;
}

/** `{seat}` stands for the name of whoever sits there. */
export type Argument = number | string | Text | { seat: number } | Argument[];

/** One answer to a question, in the game's own words: `do` is its verb. */
export interface Move {
  do: string;
  [field: string]: unknown;
}

export interface Choice {
  move: Move;
  label: Text;
}

/** What a game shows for a moment; `shows` says which kind it is. */
export interface Sight {
  shows: string;
}

export interface Line {
  seq: number;
  seat: number | null;
  text: Text;
  fades: boolean;
  sight: Sight | null;
  /** Nobody else heard it. */
  yours?: boolean;
}

export interface Outcome {
  winners: number[];
  scores: number[];
  why: Text;
  /** What the seats have reached together; null unless they are one team, and when it failed. */
  team: number | null;
}

/** An answer that is a set: some of `among`, as the field of this name. */
export interface Pick {
  do: string;
  field: string;
  among: number[];
  least: number;
  most: number;
}

/** Whether a player's last move may be taken back: at once, if the others agree, or not, and why not. */
export interface Undo {
  can: "now" | "ask" | "no";
  why: Text | null;
}

/** Everything one viewer may see of the game now. `view` is the game's own type. */
export interface Frame<View = unknown> {
  type: "frame";
  seq: number;
  you: number | null;
  question: number | null;
  asked: number[];
  prompt: Text;
  choices: Choice[];
  free: Choice[];
  pick: Pick | null;
  view: View;
  lines: Line[];
  outcome: Outcome | null;
  /** Only for a player. */
  undo: Undo | null;
  /** By seat: milliseconds left when the frame was sent; the clocks of `asked` run unless the table is paused. */
  clocks: (number | null)[] | null;
}

export interface SeatView {
  name: string | null;
  here: boolean;
  bot: string | null;
}

/** How long a player has. */
export interface Clock {
  each: "question" | "game";
  seconds: number;
}

/** Somebody would like to sit down. */
export interface Wish {
  name: string;
  seat: number;
}

export type Matter = "undo" | "end";

/** What a seat proposes, and who has still to agree. */
export interface Proposal {
  matter: Matter;
  seat: number;
  waiting: number[];
}

/** A team's score in this game with these options. `here`: reached at this table. */
export interface TeamScore {
  score: number;
  /** In milliseconds since 1970, as all times. */
  at: number;
  here: boolean;
}

/** Whom the server takes this page for. `seats`: all that are played on this device; with more than one, `seat` is the
 * one that this page looks through, if any. */
export interface You {
  seat: number | null;
  name: string | null;
  host: boolean;
  seats: number[];
}

/** Who is here and how the table is set. */
export interface Table {
  type: "table";
  room: string;
  game: string;
  title: string;
  state: "gathering" | "playing" | "over";
  host: number | null;
  you: You;
  seats: SeatView[];
  watching: string[];
  options: Record<string, unknown>;
  /** Of the current game in this room; 0 before the first. */
  number: number;
  paused: boolean;
  /** Whether the host lets everybody sit down who asks. */
  sitting: "freely" | "asked";
  onlookers: boolean;
  password: boolean;
  clock: Clock | null;
  /** The players are one team: they may not talk while they play. */
  team: boolean;
  /** The best scores of teams in this game with these options on this server, best first. */
  best: TeamScore[];
  wishes: Wish[];
  /** The names of those who may not talk. */
  muted: string[];
  proposal: Proposal | null;
}

/** How a game of this room ended; winners and scores are by seat. No winners: the team failed, or all agreed to end it. */
export interface GameResult {
  number: number;
  game: string;
  title: string;
  at: number;
  names: string[];
  bots: boolean[];
  winners: number[];
  scores: number[];
  team: number | null;
  stopped: boolean;
  /** How many in a row the winner has won. */
  streak: number;
}

/** What one person has won in this room. */
export interface Standing {
  name: string;
  played: number;
  won: number;
}

/** The newest games of this room, newest first. */
export interface Results {
  type: "results";
  games: GameResult[];
  standings: Standing[];
}

export interface Speaker {
  seat: number | null;
  name: string;
}

export interface Chat {
  type: "chat";
  seq: number;
  from: Speaker;
  text: string;
}

export type Reaction = "bravo" | "laugh" | "wow" | "ouch" | "thinking" | "hurry";

/** A quick word, shown for a moment and not kept. */
export interface Reacted {
  type: "reaction";
  from: Speaker;
  what: Reaction;
}

/** With this link a seat can be taken once from another device. `qr`: an SVG path in modules, `size` of them wide. */
export interface SeatLink {
  type: "link";
  seat: number;
  link: string;
  url: string;
  qr: string;
  size: number;
}

/** This page is shown the door, or the room is closed: the socket closes with 4403 or 4404. */
export interface Farewell {
  type: "farewell";
  text: Text;
}

export interface Ack {
  type: "ack";
  id: string;
  seq: number;
}

export interface Refused {
  type: "refused";
  id: string | null;
  code: string;
  text: Text;
}

export interface Retry {
  type: "retry";
  id: string | null;
  after_ms: number;
}

export interface Bye {
  type: "bye";
  retry_ms: number;
}

export type FromServer =
  | Table
  | Frame
  | Results
  | Chat
  | Reacted
  | SeatLink
  | Farewell
  | Ack
  | Refused
  | Retry
  | Bye;

/** An answer on its way: kept, and sent again unchanged, until the server has spoken. */
export interface Play {
  type: "play";
  id: string;
  question: number | null;
  move: Move;
  /** Needed only with several seats on one device. */
  seat?: number;
}

/** How the room is kept. What is left out stays as it is; an empty password is none. */
export interface Doors {
  type: "doors";
  sitting?: "freely" | "asked";
  onlookers?: boolean;
  password?: string;
  clock?: Clock | null;
}

export type ToServer =
  | { type: "hello"; name?: string; seen: number; password?: string }
  | { type: "sit"; seat: number; also?: string }
  | { type: "stand"; seat?: number }
  | { type: "look"; seat: number | null }
  | { type: "start" }
  | { type: "seat_bot"; seat: number; level: "careful" }
  | Play
  | { type: "chat"; text: string; seat?: number }
  | { type: "rematch" }
  | { type: "options"; game: string; seats: number; options: Record<string, unknown> }
  /** `seats[i]` is the seat whose owner sits on seat i from now on; null: by lot. */
  | { type: "order"; seats: number[] | null }
  | Doors
  | { type: "admit"; name: string; yes: boolean }
  | { type: "kick"; name: string; out?: boolean }
  | { type: "hand_over"; name: string }
  | { type: "give_seat"; seat: number; name: string }
  | { type: "link"; seat?: number }
  | { type: "take_seat"; link: string }
  | { type: "pause" }
  | { type: "resume" }
  | { type: "propose"; matter: Matter; seat?: number }
  | { type: "agree"; yes: boolean; seat?: number }
  | { type: "mute"; name: string; yes: boolean }
  | { type: "react"; what: Reaction; seat?: number }
  | { type: "earlier"; before: number }
  | { type: "close" };
