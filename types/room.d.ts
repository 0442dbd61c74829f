/** What the modules of the room page hand each other. */

import type { TemplateResult, nothing } from "lit-html";
import type { GameCard } from "#types/api";
import type { Noise } from "#types/noise";
import type {
  Argument,
  Chat,
  Choice,
  Frame,
  HintView,
  Level,
  Line,
  Move,
  Reacted,
  Results,
  SeatLink,
  Sight,
  Table,
  Text,
  ToServer,
} from "#types/wire";

/** What lit-html can put into a page. */
export type Drawing = TemplateResult | typeof nothing | string | Drawing[];

/** Says a sentence in the reader's language. */
export type Say = (sentence: string | Text, args?: Record<string, Argument>) => string;

/** The data block that the page comes with. */
export interface Boot {
  room: string;
  ws: string;
  game: string;
  /** So many letters has a name at most. */
  longest_name: number;
  card: { title: string; options: Schema };
  /** Whose game it is. */
  credit: Text[];
  /** For those who are invited: what the game is, for whom and how long, and the style sheets of the film. */
  box?: { about: Text; facts: Text[]; film: string[] };
  /** The style sheets of what is loaded when it is first drawn. */
  styles: string[];
  languages: Language[];
  /** The key with which a browser subscribes to be called; null where the server does not push. */
  push: string | null;
  /** Where the game began that this one was played on from, for whoever played it on. */
  source?: string;
}

/** One that the page can speak: its tag, the tag for Intl, what it calls itself, and the addresses of its sentences. */
export interface Language {
  tag: string;
  locale: string;
  name: string;
  catalogs: string[];
}

/** A part of JSON Schema: what the words for a table's options need. */
export interface Schema {
  title?: string;
  properties?: Record<string, Schema>;
  description?: string;
  default?: unknown;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  /** What the values of a choice are called. */
  labels?: Record<string, string>;
}

/** A game as GET /api/games lists it. */
export type Card = GameCard & { options: Schema };

/** The line to the server: open, being opened, or lost. `closed`: for good. */
export type Connection = "opening" | "open" | "lost" | "closed";

/** Everything this page knows, and nothing that it should have forgotten. */
export interface Known {
  connection: Connection;
  table: Table | null;
  /** The last frame; its lines have been taken out. */
  frame: Frame | null;
  /** What stays in the log, oldest first. */
  lines: Line[];
  /** Perhaps there are lines before those: a page gets only the newest when it opens. */
  has_earlier: boolean;
  /** What was said or shown a moment ago, oldest first; forgotten by itself. */
  moments: Line[];
  chat: Chat[];
  /** The question whose answer is on its way. */
  answered: number | null;
  /** Why the last command was refused. */
  refusal: Text | null;
  /** The table has a password, and this page has still to say it. */
  locked: boolean;
  /** Why this page was sent away for good. */
  farewell: Text | null;
  results: Results | null;
  /** The newest hint that this page has asked for. */
  hint: HintView | null;
  /** The lines that were told while this reader did not see the table, until they have read them. */
  missed: Line[];
  /** Shown for a moment, oldest first. */
  reactions: Reacted[];
  /** Of the newest frame, also while it waits to be shown: the milliseconds each seat had left when it came, by this
   * page's own clock, and whose run. */
  clock: { left: (number | null)[]; running: number[]; at: number } | null;
}

/** What of the page only this reader decides. */
export interface Reading {
  /** The move whose piece is picked but not yet confirmed, as `choices.js` spells it. */
  picked: string | null;
  /** What is chosen so far of an answer that is a set. */
  chosen: number[];
  /** What is said so far of an answer that is put together step by step. */
  said: Record<string, unknown>;
  tab: "log" | "chat" | "people" | "results";
  /** Whether the rail is open where it does not always stand. */
  rail_open: boolean;
  /** The newest message that was on the screen. */
  read: number;
  /** The prompt has just changed: its buttons do not listen yet. */
  settling: boolean;
  /** The seat that is waiting for a name to be typed. */
  wants_seat: number | null;
  copied: boolean;
  /** Somebody beside this reader is about to be given a seat. */
  beside: boolean;
  /** A first game is guided. */
  guided: boolean;
  /** This reader has been asked, and has answered. */
  had_turn: boolean;
  /** A seat is about to go to another device, or to come here. */
  onward: Onward | null;
  /** What waits for a second press that confirms it. */
  confirming: string | null;
  /** The menu is open. */
  menu: boolean;
  /** The host's dialog is open. */
  setting: boolean;
  /** So are the rules in short. */
  in_short: boolean;
  /** The seat whose figure is being chosen. */
  figuring: number | null;
  /** The link is shown, to be given away. */
  inviting: boolean;
  /** Why what was pressed last cannot be chosen. */
  why: string;
}

/** Of a game: the commitment to its secret, and where the file is once it is over. */
export interface Deal {
  room: string;
  number: number;
  commitment: string;
  /** A first lesson: the secret was chosen. */
  lesson?: boolean;
  is_over: boolean;
}

/** `give`: a link to this seat is shown. `take`: such a link was opened here. `problem`: why that cannot be done. */
export type Onward = { sent: boolean; problem?: Text } & (
  | { does: "give"; seat: number; name: string | null; made?: SeatLink; copied?: boolean; is_gone?: boolean }
  | { does: "take"; link: string; had?: number }
);

/**
 * How a piece declares the move that it stands for. `label`: what the prompt's button says, if the rules' words will not
 * do. `can_be_taken_back`: the next question leads back, so that one press will do whatever the reader's settings. `why`:
 * what a press tells while the move is not open.
 */
export interface StandFor<M extends Move = Move> {
  (move: M, name: string, how?: { confirm?: boolean; can_be_taken_back?: boolean; place?: string; digit?: number; label?: string; why?: string | undefined }): Drawing;
}

/** The set that is asked for during one drawing of the page. */
export interface Picking<M extends Move = Move> {
  do: M["do"];
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
  /** The answer that the chosen ones are. */
  move: () => Move;
}

/** An answer that is put together step by step: which one, is narrowed down until a single one is left. */
export interface Plan<M extends Move = Move> {
  /** The listed answers that the pieces of the board stand for together. */
  among: Choice<M>[];
  /** The answer that is left; null while more has to be said. */
  choice: Choice<M> | null;
  /** What its button says: the whole consequence, or what is still to be chosen. */
  label: string;
  /** A form for what no piece stands for, such as numbers. */
  extra?: Drawing;
}

/** A button beside the prompt's own. */
export interface Beside {
  choice: Choice;
  label: string | Text;
  press: () => void;
}

/** The answers that are open during one drawing of the page; to a board they are its own game's moves. */
export interface Offer<M extends Move = Move> {
  stand_for: StandFor<M>;
  /** A piece that stands for nothing now, and what a press on it tells. */
  barred: (name: string, why?: string) => Drawing;
  is_open: (move: M) => boolean;
  /** The open answers of this kind. */
  among: <Verb extends M["do"]>(verb: Verb) => Choice<M & { do: Verb }>[];
  is_picked: (move: M) => boolean;
  /** What no piece stands for. Ask after the board is drawn. */
  rest: () => Choice<M>[];
  picked: () => Choice<M> | null;
  /** What the board calls this answer in full. */
  label: (choice: Choice<M>) => string | undefined;
  /** The board draws what the prompt's button of this move shows; its words become the button's name. */
  show_as: (move: M, drawing: Drawing) => void;
  drawing: (choice: Choice<M>) => Drawing | undefined;
  /** Answers, if an answer would be taken now. */
  answer: (choice: Choice<M>) => void;
  /** The same by a button of the prompt: it may want to be confirmed. */
  answer_by_button: (choice: Choice<M>) => void;
  /** The same with the set that is chosen. */
  commit: () => void;
  /** The set that is asked for, if one is. */
  picking: Picking<M> | null;
  /** What the reader has said so far of an answer that is put together, the latest last. Nothing of it is sent. */
  said: Readonly<Record<string, unknown>>;
  /** Replaces all of that. */
  tell: (said: Record<string, unknown>) => void;
  /** Whether an answer would be taken now. */
  ready: boolean;
  /** The board puts an answer together. */
  plan: (plan: Plan<M>) => void;
  /** Ask after the board is drawn. */
  planned: () => Plan<M> | null;
  /** The board adds a button to the prompt, also for an answer that is not listed but that the rules allow. `beside`:
   * only while that move is picked. `confirm`: it takes a second press. `label`: if the choice's own words will not do. */
  button: (choice: Choice<M>, how?: { beside?: M; confirm?: boolean; can_be_taken_back?: boolean; label?: string }) => void;
  /** Those to be shown now. Ask after the board is drawn. */
  buttons: () => Beside[];
  /** The board says something after the prompt's sentence. */
  note: (words: string) => void;
  noted: () => string;
  /** The game is only looked at: pieces stand for nothing at all. */
  only_seen?: boolean;
}

/** One picture of a game. */
export interface Picture {
  /** The middle of the table. */
  centre: Drawing;
  /** What lies in front of a seat. `own`: drawn large, at the reader's place. */
  in_front_of: (seat: number, own: boolean) => Drawing;
  /** What is to be said of a seat, in words: "out". */
  words_for: (seat: number) => string[];
  /** Items after the tiles of the others: who plays without a seat. */
  besides?: Drawing;
  /** Whether the arrows go through all that lies in front of the others as through one group. */
  others_are_one_group?: boolean;
}

/** games/<key>/board.js. The page that loads it knows no more of its view, moves and sights than all games have. */
export interface Game<View = unknown, M extends Move = Move, S extends Sight = Sight> {
  /** Builds the furniture once. What it returns gives the same picture whatever was drawn before. */
  board: (say: Say) => (frame: Frame<View, M, S>, offer: Offer<M>, sights: S[]) => Picture;
  /** How long a sight is shown, in milliseconds. */
  lasts: (sight: S) => number;
  /** Whether whoever brought the sight about may end it with [Continue]. */
  can_be_ended: (sight: S) => boolean;
  /** What few pictures need is loaded later: which do, and how it comes. Until then they are drawn without it. */
  rest?: { is_needed: (frame: Frame<View, M, S>) => boolean; bring: () => Promise<unknown> };
  /** What a reader may set for this game alone, and what the menu calls it. */
  settings?: ["two_colours", string][];
  /** How a game that is over is shown: loaded then, and by replays. */
  hindsight?: () => Promise<Hindsight<View, S>>;
}

/** games/<key>/hindsight.js. `Beneath`: what lay hidden, as the server tells it afterwards. */
export interface Hindsight<View = unknown, S extends Sight = Sight, Beneath = any> {
  /** What the board draws so that everything is seen: the view, and what else is shown. Where a game is not over yet,
   * what was hidden then is drawn see-through. */
  opened: (frame: Frame<View, Move, S>, beneath: Beneath) => { view: View; sights: S[] };
  /** The pieces of those who have won. */
  trophy: (frame: Frame<View, Move, S>, winners: number[]) => Drawing[];
}

/** What a button says of a move besides its label. `label`: shorter, where the label fills the button; the label itself is
 * the button's name all the same. `stake`: what may come of it, in few words. */
export interface OnButton {
  label?: string | undefined;
  stake?: string | undefined;
}

/** games/<key>/consequences.js. Its words come from what the viewer may know: nothing of what is hidden, nothing that the
 * log does not keep. */
export interface Consequences<View = unknown, M extends Move = Move> {
  on_button?: (say: Say, frame: Frame<View, M>, choice: Choice<M>) => OnButton;
  /** What the lines of one event came to for this player. Empty: nothing to be said of it. Undefined: the log says it. */
  came_of: (say: Say, event: Line[], you: number) => string | undefined;
  /** What stands out before the sentence of a player who is not asked. */
  lead?: (say: Say, frame: Frame<View, M>) => string;
  /** What players do several times in a row. */
  noise?: Noise;
  /** Whether it would have been this player's turn between the two. */
  is_passed_over?: (before: Frame<View, M>, now: Frame<View, M>) => boolean;
}

/** What a reader can ask for. */
export interface Commands {
  sit: (seat: number) => void;
  /** Where several seats are played: looks through another's eyes, or nobody's. */
  look: (seat: number | null) => void;
  stand: () => void;
  start: () => void;
  /** At the usual level if none is named. */
  seat_bot: (seat: number, level?: Level) => void;
  rematch: () => void;
  /** Whether it went out. */
  speak: (text: string) => boolean;
  /** Comes in again under this name, and sits down unless `seat` is null. */
  take_name: (name: string, seat: number | null) => void;
  copy_link: () => void;
  /** Shows the link, also as a QR code. */
  invite: () => void;
  show_tab: (tab: Reading["tab"]) => void;
  toggle_rail: () => void;
  /** Opens the chat to write in it. */
  write: () => void;
  /** Asks the server for lines, or results, before those that it sent. */
  bring: (what: "lines" | "results") => void;
  show_menu: () => void;
  /** Opens the rules in short, and the keys. */
  show_in_short: () => void;
  /** Shows the figures that one may be shown as. */
  choose_figure: (seat: number) => void;
  /** Shows the link with which this seat goes on from another device. */
  move_seat: (seat: number) => void;
  /** Says this to the server; an earlier refusal is forgotten. */
  ask: (message: ToServer) => void;
  /** Opens the host's dialog. */
  set_table: () => void;
  /** What has to be pressed again to be done; null: nothing. */
  confirm: (what: string | null) => void;
  /** Ends what is shown for a moment, if this reader brought it about; null when there is nothing to end. */
  carry_on: (() => void) | null;
  /** What has happened meanwhile has been read. */
  close_missed: () => void;
  /** Takes back what is picked, else closes the open rail. */
  step_back: () => void;
}

/** Parts of the page that are loaded when they are first drawn: null until they are there. */
export interface Parts {
  alerts: () => typeof import("#room/alerts.js") | null;
  clock: () => typeof import("#room/clock.js") | null;
  /** What moves may bring and have brought; only players hear of it. */
  consequences: () => Awaited<ReturnType<typeof import("#room/consequences.js").of_game>> | null;
  earlier: () => typeof import("#room/telling.js") | null;
  hot_seat: () => typeof import("#room/hot_seat.js") | null;
  no_entry: () => typeof import("#room/no_entry.js") | null;
  figures: () => typeof import("#room/figures.js") | null;
  ending: () => ReturnType<typeof import("#room/ending.js").of_game> | null;
  gathering: () => typeof import("#room/gathering.js") | null;
  guide: () => typeof import("#room/guide.js") | null;
  host_actions: () => typeof import("#room/host_actions.js") | null;
  rules_in_short: () => typeof import("#room/rules_in_short.js") | null;
  invitation: () => typeof import("#room/invitation.js") | null;
  languages: () => typeof import("#kit/languages.js") | null;
  menu: () => typeof import("#room/menu.js") | null;
  seat_link: () => typeof import("#room/seat_link.js") | null;
  noise: () => Awaited<ReturnType<typeof import("#room/telling.js").noise_of>> | null;
  people: () => typeof import("#room/people.js") | null;
  prompt_tools: () => typeof import("#room/proposals.js") | null;
  push: () => typeof import("#room/push.js") | null;
  reactions: () => typeof import("#room/reactions.js") | null;
  /** What of the game's board few pictures need. */
  rest: () => unknown;
  results: () => typeof import("#room/results.js") | null;
  /** null as well where nothing is to move. */
  stage: () => Awaited<ReturnType<typeof import("#room/stage.js").stage_of>> | null;
  table_settings: () => typeof import("#room/table_settings.js") | null;
  proposals: () => typeof import("#room/proposals.js") | null;
}

/** What every part of the room page is drawn from. */
export interface Page {
  known: Known & { table: Table };
  reading: Reading;
  say: Say;
  commands: Commands;
  boot: Boot;
  parts: Parts;
  redraw: () => void;
}
