/** The types shared by the modules of the room page. */

import type { TemplateResult, nothing } from "lit-html";
import type { GameCard } from "#types/api";
import type { Event, Own } from "#state/reduce.js";
import type { State } from "#state/state.js";
import type { Noise } from "#types/noise";
import type { Settings } from "#kit/preferences.js";
import type {
  Argument,
  Chat,
  Choice,
  Frame,
  HintView,
  Level,
  Line,
  Move,
  Results,
  SeatLink,
  Sight,
  Table,
  Text,
  ToServer,
} from "#types/wire";

/** Anything lit-html can render. */
export type Drawing = TemplateResult | typeof nothing | string | Element | Drawing[];

/** Says a sentence in the reader's language. */
export type Say = (sentence: string | Text, args?: Record<string, Argument>) => string;

/** The data block of the page. */
export interface Boot {
  room: string;
  ws: string;
  game: string;
  /** The most that a field for a name holds, in units of UTF-16; the server counts letters. */
  longest_name: number;
  /** The table was one of several with one deal when the page was fetched. */
  shares: boolean;
  card: { title: string; options: Schema };
  /** The credit of the game. */
  credit: Text[];
  /** For guests: the game's description and facts, and the style sheets of the film. */
  box?: { about: Text; facts: Text[]; film: string[] };
  /** The style sheet of the room before a game, if it has not come with the page. */
  waiting?: string;
  /** The style sheets of parts loaded when first drawn. */
  styles: string[];
  /** The style sheet of what is laid over the table for a moment. */
  laid: string;
  /** That of how people have done against one another. */
  between: string;
  languages: Language[];
  /** The key for push subscriptions; null if the server does not push. */
  push: string | null;
  /** The moment that this game was played on from, for the player who did so. */
  source?: string;
  /** The page is for a big screen. */
  tv?: true;
  /** The page shows its reader's own hand, beside a big screen. */
  hand?: true;
  /** At an address that works on one machine only: where friends find the server, or how to start it so that they do. */
  only_here?: { origin: string | null; start: string | null };
}

/** A language of the page: its tag, the tag for Intl, its own name, and the addresses of its catalogs. */
export interface Language {
  tag: string;
  locale: string;
  name: string;
  catalogs: string[];
}

/** The part of JSON Schema needed for a table's options. */
export interface Schema {
  title?: string;
  properties?: Record<string, Schema>;
  description?: string;
  default?: unknown;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  /** The labels of the values. */
  labels?: Record<string, string>;
}

/** A game as GET /api/games lists it. */
export type Card = GameCard & { options: Schema };

/** The connection to the server: open, being opened, or lost. `closed`: for good. */
export type Connection = "opening" | "open" | "lost" | "closed";

/** A game's deal: the commitment to its secret, and the file's address once it is over. */
export interface Deal {
  room: string;
  number: number;
  commitment: string;
  /** A first lesson: the secret was chosen. */
  lesson?: boolean;
  /** Whose deal it is, if it is not that of this game alone. */
  whose?: Text;
  is_over: boolean;
}

/** `give`: a link to this seat is shown. `take`: such a link was opened here. `problem`: why that cannot be done. */
export type Onward = { sent: boolean; problem?: Text } & (
  | { does: "give"; seat: number; name: string | null; at_once?: boolean; made?: SeatLink; copied?: boolean; is_gone?: boolean }
  | { does: "take"; link: string; had?: number }
);

/**
 * Draws the button of a piece that stands for a move. `place`: where the focus is kept. `digit`: the key that leads
 * there. `why`: the reason shown while the move is not possible.
 */
export interface StandFor<M extends Move = Move> {
  (move: M, name: string, how?: Care & { place?: string; digit?: number; why?: string | undefined }): Drawing;
}

/** The requested set, as chosen so far. */
export interface Picking<M extends Move = Move> {
  /** The kind of answer. */
  do: M["do"];
  /** How many items may be chosen. */
  least: number;
  most: number;
  /** Those that may be. */
  among: number[];
  /** In ascending order. */
  chosen: number[];
  /** Whether the number chosen is allowed. */
  enough: boolean;
  /** The answer with the chosen items. */
  move: Move;
  /** Whether an item may be chosen, and whether it is. */
  may: (item: number) => boolean;
  has: (item: number) => boolean;
  /** Draws the button of a piece that stands for an item. `words`: the text on the button. */
  stand_for: (item: number, name: string, how?: { place?: string; digit?: number; words?: Drawing }) => Drawing;
}

/**
 * What may be answered, what is picked, and what a press does: a board draws with this, and changes nothing by it. The
 * moves are those of its own game.
 */
export interface Offer<M extends Move = Move, Arranged = unknown> {
  stand_for: StandFor<M>;
  /** Draws a piece that stands for nothing now, with the reason shown when it is pressed. */
  barred: (name: string, why?: string) => Drawing;
  /** Whether a move is possible now. */
  is_open: (move: M) => boolean;
  /** The possible answers of this kind. */
  among: <Verb extends M["do"]>(verb: Verb) => Choice<M & { do: Verb }>[];
  /** Whether a move waits for its second press. */
  is_picked: (move: M) => boolean;
  /** The requested set, if any. */
  picking: Picking<M> | null;
  /** The values so far of a composed answer, and what the reader does to their own pieces; the latest last. */
  said: Readonly<Record<string, unknown>>;
  /** Replaces all of that. Nothing of it is sent. */
  tell: (said: Record<string, unknown>) => void;
  /** The same for a composed answer: a pick that was composed before is dropped. */
  compose: (said: Record<string, unknown>) => void;
  /** Changes the reader's own order of their pieces; null: back to none. `heard`: what is announced of it. */
  arrange: (arranged: Arranged | null, heard?: string) => void;
  /** Whether a press would be accepted now. */
  ready: boolean;
  /** The game is for display only: pieces stand for nothing. */
  only_seen: boolean;
}

/** An offer with what the prompt needs besides. */
export interface PromptOffer extends Offer {
  /** The listed answers, those that are always free included. */
  choices: Choice[];
  /** The picked move, as `choices.js` spells it. */
  picked: string | null;
  /** Sends an answer, if one would be accepted now. */
  answer: (choice: Choice) => void;
  /** The same by a button of the prompt, which may take a second press. */
  press: (choice: Choice, how?: Care) => void;
}

/**
 * Whether an answer takes a second press. `confirm`: always, since it reveals or removes something. With "Confirm every
 * move" all do, except those that the next question leads back from (`can_be_taken_back`) and those that took several
 * presses already (`put_together`).
 */
export interface Care {
  confirm?: boolean;
  can_be_taken_back?: boolean;
  put_together?: boolean;
}

/** What a board draws with, besides the frame. */
export interface Context<M extends Move = Move, S extends Sight = Sight, Trace = unknown, Arranged = unknown> {
  say: Say;
  /** What may be answered. */
  offer: Offer<M, Arranged>;
  /** What is shown for a moment, oldest first. */
  sights: S[];
  /** What depends on the frames shown before: see `Game.trace`. This frame is the latest that it knows. */
  trace: Trace;
  /** The reader's own order of their pieces; null: none. See `Game.arranging`. */
  arranged: Arranged | null;
  /** The reader's own, of those that change how a game looks. */
  preferences: Pick<Settings, "two_colours">;
  /** Whether the screen has room for things that are folded elsewhere. */
  spacious: boolean;
}

/** An answer composed step by step: the candidates are narrowed down until one is left. */
export interface Plan<M extends Move = Move> {
  /** The listed answers that the pieces of the board stand for together. */
  among: Choice<M>[];
  /** The remaining answer; null while more has to be chosen. */
  choice: Choice<M> | null;
  /** The button's label: the whole effect, or what is still to be chosen. */
  label: string;
  /** A form for values without a piece, such as numbers. */
  extra?: Drawing;
}

/** A button that a board adds to the prompt: for an answer that the rules allow though it is not listed, or with care. */
export interface AddedButton<M extends Move = Move> extends Care {
  /** The answer, and the button's label. */
  choice: Choice<M>;
  /** The button is there only while this move is picked; otherwise while none is. */
  beside?: M;
}

/** A game as drawn from one frame: what lies on the table, and what of it concerns the prompt. */
export interface Picture<M extends Move = Move> {
  /** The middle of the table. */
  centre: Drawing;
  /** The things in front of a seat. `own`: drawn large, at the reader's place. */
  in_front_of: (seat: number, own: boolean) => Drawing;
  /** A seat's states in words: "out". */
  words_for: (seat: number) => string[];
  /** How far a seat has come on its way to win, in a few words: "Points: 32". */
  standing?: (seat: number) => Drawing;
  /** Items after the opponents' tiles: players without a seat. */
  besides?: Drawing;
  /** Whether everything in front of the opponents is one group for arrow keys. */
  others_are_one_group?: boolean;
  /** The kinds of moves that pieces stand for. Every other listed answer becomes a button of the prompt. */
  moves: M["do"][];
  /** The label of the prompt's button for a picked move, where the rules' text does not fit. */
  label?: (move: M) => string | undefined;
  /** A drawing on the prompt's button of a move; the move's label becomes its name. */
  drawing?: (move: M) => Drawing | undefined;
  /** The label of the prompt's button for the requested set, if pieces stand for its items; if not, it has toggles. */
  set_label?: string | undefined;
  /** An answer composed by pieces. */
  plan?: Plan<M> | undefined;
  /** Buttons beside the listed ones. */
  buttons?: AddedButton<M>[];
  /** Text after the prompt's sentence. */
  note?: string;
}

/** games/<key>/board.js. The page knows only what all games have of its view, moves and sights. */
export interface Game<View = unknown, M extends Move = Move, S extends Sight = Sight, Trace = any, Arranged = any> {
  /** Draws a frame: the same for the same arguments, whatever was drawn before. */
  picture: (frame: Frame<View, M, S>, context: Context<M, S, Trace, Arranged>) => Picture<M>;
  /** What a picture shows of the frames before its own, such as which pieces have moved: motion and passing marks. */
  trace?: {
    /** Before the first frame. */
    initial: Trace;
    /** After one more frame is shown; one that is shown again changes nothing. */
    next: (trace: Trace, frame: Frame<View, M, S>) => Trace;
  };
  /** How readers' own orders of their pieces are kept: in the browser only, even across reloads. */
  arranging?: Arranging<View>;
  /** How long a sight is shown, in milliseconds. */
  lasts: (sight: S) => number;
  /** Whether the player who caused the sight may end it with [Continue]. */
  can_be_ended: (sight: S) => boolean;
  /** Preferences for this game alone, and their labels in the menu. */
  settings?: ["two_colours", string][];
  /** The display of finished games: loaded then, and by replays. */
  hindsight?: () => Promise<Hindsight<View, S>>;
}

/** How the order of the reader's own pieces is kept. */
export interface Arranging<View = unknown> {
  /** The name under which the browser keeps it. */
  place: string;
  /** Whether something that was kept is such an order. */
  fits: (kept: unknown) => boolean;
  /** The names of the numbers that tell what an order holds for: "round". */
  numbers: string[];
  /** What an order that is made now holds for; null: nothing is arranged now. */
  holds_for: (frame: Frame<View>) => Record<string, number> | null;
}

/** games/<key>/hindsight.js. `Beneath`: what lay hidden, as the server tells it afterwards. */
export interface Hindsight<View = unknown, S extends Sight = Sight, Beneath = any> {
  /**
   * The board's input with everything revealed: the view, and what else is shown. In an unfinished game, things hidden
   * at the time are drawn transparent.
   */
  opened: (frame: Frame<View, Move, S>, beneath: Beneath) => { view: View; sights: S[] };
  /** The view at the end of the game with what lay hidden still covered, if it would show that already. */
  covered?: (frame: Frame<View, Move, S>) => View;
}

/**
 * A button's text besides its move's label. `label`: a shorter one, where the label fills the button; the full label
 * remains its name. `stake`: the possible result, in few words.
 */
export interface OnButton {
  label?: string | undefined;
  stake?: string | undefined;
}

/**
 * games/<key>/consequences.js. Its texts come from what the viewer may know: nothing hidden, and only lasting lines.
 */
export interface Consequences<View = unknown, M extends Move = Move, Kind extends string = string> {
  on_button?: (say: Say, frame: Frame<View, M>, choice: Choice<M>) => OnButton;
  /** The result of an event's lines for this player. Empty: nothing to report. Undefined: the log tells it. */
  came_of: (say: Say, event: Line<Sight, Kind>[], you: number) => string | undefined;
  /** Highlighted before the sentence of a player who is not asked. */
  lead?: (say: Say, frame: Frame<View, M>) => string;
  /** Repeated actions of players. */
  noise?: Noise;
  /** Whether it would have been this player's turn between the two. */
  is_passed_over?: (before: Frame<View, M>, now: Frame<View, M>) => boolean;
}

/**
 * A piece that lies on the table before the game: a press turns, throws or opens it, and a coin, a card or a tile shows
 * either of two sides. games/<key>/loose.js has a few.
 */
export interface LoosePiece {
  is: "card" | "coin" | "die" | "lid" | "tile";
  /** What is seen of it after so many presses. */
  face: (times: number) => Drawing;
}

/** games/<key>/loose.js. */
export interface LoosePieces {
  loose: LoosePiece[];
  /** The symbols that their drawings refer to. */
  sprite?: (say: Say) => Drawing;
}

/** Commands of the reader. */
export interface Commands {
  sit: (seat: number) => void;
  /** With several seats: changes the view to another's, or nobody's. */
  look: (seat: number | null) => void;
  stand: () => void;
  /** Everybody at this device is ready for the next game, or not after all. */
  be_ready: (yes: boolean) => void;
  start: () => void;
  /** At the usual level if none is named. */
  seat_bot: (seat: number, level?: Level) => void;
  rematch: () => void;
  deal_again: () => void;
  /** Whether it was sent. */
  speak: (text: string) => void;
  /** Reenters under this name, and sits down unless `seat` is null. */
  take_name: (name: string, seat: number | null) => void;
  copy_link: () => void;
  /** Copies the fingerprint of a deal. */
  copy_deal: (commitment: string) => void;
  /** Shows the link, also as a QR code. */
  invite: () => void;
  show_tab: (tab: State["tab"]) => void;
  toggle_rail: () => void;
  /** Opens the chat to write in it. */
  write: () => void;
  /** Requests lines, or results, from before those already sent. */
  bring: (what: "lines" | "results") => void;
  show_menu: () => void;
  /** Opens the rules in short, and the keys. */
  show_in_short: () => void;
  /** Shows the figures to choose from. */
  choose_figure: (seat: number) => void;
  /** Shows the link that moves this seat to another device. */
  move_seat: (seat: number, at_once?: boolean) => void;
  /** Sends this to the server; an earlier refusal is forgotten. */
  ask: (message: ToServer) => void;
  /** Tries this password. */
  enter: (password: string) => void;
  /** Opens the host's dialog. */
  set_table: () => void;
  /** Skips the moves of bots until a person is asked. */
  skip: () => void;
  /** Sets the action that waits for a second press; null: none. */
  confirm: (what: string | null) => void;
  /** Ends what is shown for a moment, if this reader brought it about; null when there is nothing to end. */
  carry_on: (() => void) | null;
  /** Dismisses the summary of missed events. */
  close_missed: () => void;
  /** Clears the pick, otherwise closes the open rail. */
  step_back: () => void;
}

/** Parts of the page that are loaded once its state needs them: static/effects/parts.js. Null until then. */
export interface Parts {
  aids: typeof import("#room/aids.js") | null;
  alert_settings: typeof import("#room/alert_settings.js") | null;
  alerts: ReturnType<typeof import("#effects/alerts.js").make_alerts> | null;
  beforehand: typeof import("#room/beforehand.js") | null;
  between: Awaited<ReturnType<typeof import("#effects/between.js").make_between>> | null;
  big_screen: typeof import("#room/big_screen.js") | null;
  bubbles: typeof import("#room/bubbles.js") | null;
  chair_menu: typeof import("#room/waiting_chair.js") | null;
  could_be: ReturnType<typeof import("#room/could_be.js").of_game> | null;
  ending: ReturnType<typeof import("#room/ending.js").of_game> | null;
  figure_menu: typeof import("#room/figure_menu.js") | null;
  figures: typeof import("#room/figures.js") | null;
  gathering: typeof import("#room/gathering.js") | null;
  guide: Awaited<ReturnType<typeof import("#effects/guide.js").of_game>> | null;
  hint: ReturnType<typeof import("#effects/hint.js").make_hint> | null;
  host_actions: typeof import("#room/host_actions.js") | null;
  hot_seat: typeof import("#room/hot_seat.js") | null;
  invitation: typeof import("#room/invitation.js") | null;
  languages: typeof import("#kit/languages.js") | null;
  loose: ReturnType<typeof import("#room/loose_pieces.js").of_game> | null;
  menu: typeof import("#room/menu.js") | null;
  no_entry: typeof import("#room/no_entry.js") | null;
  notes: ReturnType<typeof import("#room/notes.js").of_game> | null;
  open_hands: typeof import("#room/open_hands.js") | null;
  people: typeof import("#room/people.js") | null;
  push: typeof import("#room/push.js") | null;
  reactions: typeof import("#room/reactions.js") | null;
  results: typeof import("#room/results.js") | null;
  rules_in_short: ReturnType<typeof import("#room/rules_in_short.js").of_game> | null;
  seat_link: typeof import("#room/seat_link.js") | null;
  slips: typeof import("#room/slips.js") | null;
  table_settings: typeof import("#room/table_settings.js") | null;
}

/** How a part is loaded, and when. */
export interface Part<Loaded> {
  load: (game: Game, boot: Boot, state: () => State, dispatch: (event: Event) => void) => Promise<Loaded>;
  is_needed: (state: State, boot: Boot) => boolean;
  /** Whether the first picture of this state waits for it. */
  is_waited_for?: (state: State) => boolean;
  /** Its styles are in the sheets that every room has. */
  has_room_styles?: boolean;
  /** The state in which the reader no longer asks for it: once it could not be loaded. */
  shut?: Partial<Own>;
}

/** The input for drawing every part of the room page. */
export interface Page {
  /** The state, with the table that is there, and the frame that is shown. */
  state: State & { table: Table };
  say: Say;
  commands: Commands;
  boot: Boot;
  parts: Parts;
  /** What may come of moves, and what came of them. */
  consequences: ReturnType<typeof import("#room/consequences.js").of_game>;
  /** Where the film of the rules is shown, or will be. */
  film: Drawing;
  /** Repeated actions as one. */
  noise: ReturnType<typeof import("#room/noise.js").of_game>;
  dispatch: (event: Event) => void;
  /** Changes what only this reader controls. */
  change: (fields: Partial<Own>) => void;
  redraw: () => void;
}
