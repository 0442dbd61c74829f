/**
 * The messages between server and page, as app/protocol/messages.py and commands.py have them: docs/protocol.md.
 * Written by `python -m tools.dev types --write`.
 */

/** A template and its arguments; str() is the English sentence. */
export interface Text {
  text: string;
  with?: Record<string, Argument>;
}

export type Seat = number;

/** The argument that stands for whoever sits there: the page prints the name. */
export interface Chair {
  seat: Seat;
}

export type Argument = number | string | Text | Chair | Argument[];

/** One answer; str(move) is what its button says. */
export interface Move {
  do: string;
}

/** What is shown for a moment, with a line that fades. */
export interface Sight {
  shows: string;
}

/** One move and the words on its button. */
export interface Choice<M extends Move = Move> {
  move: M;
  label: Text;
}

/** A line as it reaches a viewer. */
export interface Line<S extends Sight = Sight> {
  seq: number;
  seat: Seat | null;
  text: Text;
  fades: boolean;
  sight: S | null;
  /** Nobody else heard it: a page that is handed to somebody else forgets it. */
  yours?: boolean;
}

/** Answers too many to list: `least` … `most` of `among`, chosen for one field of the move `do`. */
export interface Pick<M extends Move = Move> {
  do: M["do"];
  field: string;
  among: number[];
  least: number;
  most: number;
}

/**
 * The answer to hello. `epoch` is another one when the log was put back from a backup: what a page has seen before says
 * nothing then, nor do the numbers of its questions.
 */
export interface Welcome {
  type: "welcome";
  epoch: string;
}

export type RoomState = "gathering" | "playing" | "over";

/**
 * Whom the server takes this page for. `seats`: all that are played on this device; with more than one, `seat` is the
 * one this page looks through, if any. `name`: the one they are shown under in this room.
 */
export interface You {
  seat: number | null;
  name: string | null;
  host: boolean;
  seats: number[];
  person: string;
  muted: boolean;
}

export type Level = "careful";

/** One seat as everybody sees it. A free seat has neither a name nor a bot. `person`: the handle of whose it is. */
export interface SeatView {
  name: string | null;
  here: boolean;
  bot: Level | null;
  person: string | null;
  muted: boolean;
}

/** Somebody who watches. Who has said no name is told from others by a number. */
export interface Onlooker {
  person: string;
  name?: string | null;
  number?: number | null;
  muted?: boolean;
}

export type Sitting = "freely" | "asked";

/** How long a player has, for each question or for the whole game. */
export interface Clock {
  each: "question" | "game";
  seconds: number;
}

/** A team's score in this game with these options. `here`: reached at this table. */
export interface TeamScore {
  score: number;
  at: number;
  here: boolean;
}

/** Somebody would like to sit down; `back`: they say that they are the player of this seat, who is away. */
export interface Wish {
  name: string;
  seat: number;
  person: string;
  back?: boolean;
}

export type Matter = "undo" | "end";

/** What a seat proposes, and who has still to agree. */
export interface Proposal {
  matter: Matter;
  seat: number;
  waiting: number[];
}

/** Who is here, and how the table is set; sent on hello and on every change. */
export interface Table {
  type: "table";
  room: string;
  game: string;
  title: string;
  state: RoomState;
  host: number | null;
  you: You;
  seats: SeatView[];
  /** Their names, as `audience` has them; "…" for who has none. */
  watching: string[];
  audience: Onlooker[];
  options: Record<string, unknown>;
  /** Of the current game in this room; 0 before the first. */
  number: number;
  /**
   * The commitment to the secret that all draws of the current game follow from: SHA-256 in hex, made when the game
   * began. Null between games.
   */
  deal: string | null;
  paused: boolean;
  sitting: Sitting;
  onlookers: boolean;
  password: boolean;
  clock: Clock | null;
  /** The players are one team: they may not talk while they play. */
  team: boolean;
  /** The best scores of teams in this game with these options on this server, best first. */
  best: TeamScore[];
  wishes: Wish[];
  muted: string[];
  proposal: Proposal | null;
  /** The seats of players who are away: an onlooker who is one of them can ask for the seat. */
  away: number[];
}

/** How a game ended: who won, what each seat has, and why in a sentence. */
export interface Outcome {
  /** Empty only when the players are one team, and it failed. */
  winners: Seat[];
  scores: number[];
  why: Text;
  /** What the seats have reached together; null unless they are one team, and when it failed. */
  team: number | null;
}

/**
 * Whether a player's last move can be taken back: at once ("now"), if others agree ("ask"), or not ("no"); and why not.
 */
export interface Undo {
  can: "now" | "ask" | "no";
  why: Text | null;
}

/**
 * Where a seat came in, from 1 on, and what it has: "Coins left: 2". Whoever is level shares a place, and the next one
 * is left out.
 */
export interface Place {
  place: number;
  has: Text;
}

/** Everything one viewer may see of the game now; `you` is null for an onlooker. */
export interface Frame<View = unknown, M extends Move = Move, S extends Sight = Sight> {
  type: "frame";
  seq: number;
  you: Seat | null;
  question: number | null;
  asked: Seat[];
  prompt: Text;
  choices: Choice<M>[];
  free: Choice<M>[];
  pick: Pick<M> | null;
  view: View;
  lines: Line<S>[];
  outcome: Outcome | null;
  /** For a player: whether his last move can be taken back. */
  undo: Undo | null;
  /**
   * With clocks: the milliseconds each seat had left when this was sent; null: it has no clock. Those of `asked` run,
   * unless the game is paused.
   */
  clocks: (number | null)[] | null;
  /** When the game is over: where each seat came in. null where nobody is ahead of anybody. */
  places: Place[] | null;
}

/**
 * How a game of this room ended; winners, scores and places are by seat. No winners: the team failed, or all agreed to
 * end it. `streak`: how many in a row the winner has won.
 */
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
  streak: number;
  /** Where each seat came in, and what its score means; null where nobody was ahead of anybody. */
  places: Place[] | null;
}

/** What one person has won in this room. */
export interface Standing {
  name: string;
  played: number;
  won: number;
}

/** The newest games of this room, newest first, and what everybody has won; after hello and after every game. */
export interface Results {
  type: "results";
  games: GameResult[];
  standings: Standing[];
}

/** Written and committed as the room's event `seq`. */
export interface Ack {
  type: "ack";
  id: string;
  seq: number;
}

export type RefusalCode =
  | "malformed" | "too_big" | "not_yet" | "unknown_room" | "full" | "taken" | "name_taken" | "bad_name" | "not_host"
  | "not_seated" | "not_asked" | "not_your_seat" | "stale" | "illegal" | "not_now" | "password" | "bad_option" | "busy"
  | "forbidden";

/** Definite: it did not happen. `id` is null when the message had none. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: RefusalCode;
  text: Text;
}

/** Outcome unknown, or storage unavailable: send the same id again after so many milliseconds. */
export interface Retry {
  type: "retry";
  id: string | null;
  after_ms: number;
}

/** Who said it: a seat, or an onlooker by name. */
export interface Speaker {
  seat: number | null;
  name: string;
}

/** Somebody said something. `text` is what was typed: plain text, never markup. */
export interface Chat {
  type: "chat";
  seq: number;
  from: Speaker;
  text: string;
}

export type Reaction = "bravo" | "laugh" | "wow" | "ouch" | "thinking" | "hurry";

/** Somebody reacted. */
export interface Reacted {
  type: "reaction";
  from: Speaker;
  what: Reaction;
}

/**
 * The link to a seat: /t/{room}#seat={link}. `qr` is the address as a QR code, an SVG path in units of one module;
 * `size` is its width.
 */
export interface SeatLink {
  type: "link";
  seat: number;
  link: string;
  url: string;
  qr: string;
  size: number;
}

/** This page is shown the door, or the room is closed: do not come back. Close code 4403 or 4404 follows. */
export interface Farewell {
  type: "farewell";
  text: Text;
}

/** The server is going down for a moment: come back after so many milliseconds. */
export interface Bye {
  type: "bye";
  retry_ms: number;
}

export type FromServer =
  | Welcome | Table | Frame | Results | Ack | Refused | Retry | Chat | Reacted | SeatLink | Farewell | Bye;

export type NameOfSomebody = string;

/** The first message: who I am, and the last seq this page has shown (0: none), in which epoch of the log. */
export interface Hello {
  type: "hello";
  name?: NameOfSomebody | null;
  seen?: number;
  epoch?: string | null;
  password?: string | null;
}

export type SeatNumber = number;

/**
 * Take a free seat (or change to it). `also`: another seat on this device, for the person of this name. `back`: ask for
 * the seat of a player who is away, for that is who I am.
 */
export interface Sit {
  type: "sit";
  seat: SeatNumber;
  also?: NameOfSomebody | null;
  back?: boolean;
}

/** Leave one's seats and watch; or leave one of them. */
export interface Stand {
  type: "stand";
  seat?: SeatNumber | null;
}

/** With several seats on this device: whose eyes this page looks through; null: nobody's, the curtain is down. */
export interface Look {
  type: "look";
  seat: SeatNumber | null;
}

/** Host: begin the game; every seat is taken. */
export interface Start {
  type: "start";
}

/** Host: let a bot play a free seat, or the seat of a player who is away. */
export interface SeatBot {
  type: "seat_bot";
  seat: SeatNumber;
  level: Level;
}

export type ActionId = string;

/** Answer the question of this number; a free move has no question. Sent again unchanged until answered. */
export interface Play {
  type: "play";
  id: ActionId;
  question: number | null;
  move: Move;
  /** Needed only with several seats on one device. */
  seat?: SeatNumber | null;
}

/** Say something to the table. */
export interface Speak {
  type: "chat";
  text: string;
  seat?: SeatNumber | null;
}

/** The game is over: the same people play it again. */
export interface Rematch {
  type: "rematch";
}

/** Host, while no game is played: which game, for how many, with which options. */
export interface ChangeGame {
  type: "options";
  game: string;
  seats: number;
  options: Record<string, unknown>;
}

/** Host, while no game is played: `seats[i]` is the seat whose owner sits on seat i from now on; null: by lot. */
export interface Order {
  type: "order";
  seats: SeatNumber[] | null;
}

/** Host: how the room is kept. What is left out stays as it is; an empty password is none. */
export interface Doors {
  type: "doors";
  sitting?: Sitting;
  onlookers?: boolean;
  password?: string;
  clock?: Clock | null;
}

export type Handle = string;

/** Host: whether somebody who asked may sit down. Also the one who asked, to withdraw. */
export interface Admit {
  type: "admit";
  person?: Handle | null;
  name?: NameOfSomebody | null;
  yes: boolean;
}

/** Host: takes somebody's seats; `out`: and shows them the door. */
export interface Kick {
  type: "kick";
  person?: Handle | null;
  name?: NameOfSomebody | null;
  out?: boolean;
}

/** Host: somebody else is the host from now on. */
export interface HandOver {
  type: "hand_over";
  person?: Handle | null;
  name?: NameOfSomebody | null;
}

/** Host: a seat whose player is away goes to an onlooker, who may be the same person on another device. */
export interface GiveSeat {
  type: "give_seat";
  person?: Handle | null;
  name?: NameOfSomebody | null;
  seat: SeatNumber;
}

/** A link with which one's seat can be taken once from another device. Answered with `link`. */
export interface MakeLink {
  type: "link";
  seat?: SeatNumber | null;
}

/** Use such a link. */
export interface TakeSeat {
  type: "take_seat";
  link: string;
}

/** Host: the game and its clocks stand still. */
export interface Pause {
  type: "pause";
}

/** Host: the game goes on. */
export interface Resume {
  type: "resume";
}

/** A player: take my last move back, or end this game. Carried out at once when nobody has to be asked. */
export interface Propose {
  type: "propose";
  matter: Matter;
  seat?: SeatNumber | null;
}

/** A player's answer to what was proposed; its proposer's "no" withdraws it. */
export interface Agree {
  type: "agree";
  yes: boolean;
  seat?: SeatNumber | null;
}

/** Host: somebody may not talk; or may again. */
export interface Mute {
  type: "mute";
  person?: Handle | null;
  name?: NameOfSomebody | null;
  yes: boolean;
}

/** A quick word without typing; shown for a moment and not kept. */
export interface React {
  type: "react";
  what: Reaction;
  seat?: SeatNumber | null;
}

/** What was said before this line of chat. */
export interface Earlier {
  type: "earlier";
  before: number;
}

/** Host: close the room for good. */
export interface CloseRoom {
  type: "close";
}

export type ToServer =
  | Hello | Sit | Stand | Look | Start | SeatBot | Play | Speak | Rematch | ChangeGame | Order | Doors | Admit | Kick
  | HandOver | GiveSeat | MakeLink | TakeSeat | Pause | Resume | Propose | Agree | Mute | React | Earlier | CloseRoom;
