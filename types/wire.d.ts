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
}

export interface Outcome {
  winners: number[];
  scores: number[];
  why: Text;
}

/** An answer that is a set: some of `among`, as the field of this name. */
export interface Pick {
  do: string;
  field: string;
  among: number[];
  least: number;
  most: number;
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
}

export interface SeatView {
  name: string | null;
  here: boolean;
  bot: string | null;
}

/** Who is here and how the table is set. */
export interface Table {
  type: "table";
  room: string;
  game: string;
  title: string;
  state: "gathering" | "playing" | "over";
  host: number | null;
  you: { seat: number | null; name: string | null; host: boolean };
  seats: SeatView[];
  watching: string[];
  options: Record<string, unknown>;
}

export interface Chat {
  type: "chat";
  seq: number;
  from: { seat: number | null; name: string };
  text: string;
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

export type FromServer = Table | Frame | Chat | Ack | Refused | Retry | Bye;

/** An answer on its way: kept, and sent again unchanged, until the server has spoken. */
export interface Play {
  type: "play";
  id: string;
  question: number | null;
  move: Move;
}

export type ToServer =
  | { type: "hello"; name?: string; seen: number }
  | { type: "sit"; seat: number }
  | { type: "stand" }
  | { type: "start" }
  | { type: "seat_bot"; seat: number; level: "careful" }
  | Play
  | { type: "chat"; text: string }
  | { type: "rematch" };
