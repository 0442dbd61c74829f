/**
 * The messages between server and page, as app/protocol/messages.py and commands.py have them: docs/protocol.md.
 * Written by `python -m tools.dev types --write`.
 */

/** A template and its arguments; str() is the English sentence. */
export interface Text {
  /** A template: an English sentence with placeholders in braces. */
  text: string;
  /** The placeholders' values. */
  with?: Record<string, Argument>;
}

export type Seat = number;

/** An argument that stands for the player on this seat: the page prints the name. */
export interface Chair {
  seat: Seat;
}

export type Argument = number | string | Text | Chair | Argument[];

/** What a line of the table tells of, in whatever game. */
export type TableLineKind =
  | "agreed" | "back" | "bot_plays" | "bot_seated" | "device" | "goes_on" | "hands_agreed" | "hands_closed"
  | "hands_open" | "hinted" | "host_away" | "host_back" | "new_clocks" | "objected" | "proposed" | "same_deal"
  | "seat_claimed" | "seat_given" | "seat_taken" | "server_away" | "timed_out" | "took_back";

/** One answer; str(move) is the text of its button. */
export interface Move {
  do: string;
}

/** Something shown for a moment, with a line that fades. */
export interface Sight {
  shows: string;
}

/** One move and the words on its button. */
export interface Choice<M extends Move = Move> {
  /** The move, as it is sent. */
  move: M;
  /** The words on its button. */
  label: Text;
}

/** A line as it reaches a viewer. */
export interface Line<S extends Sight = Sight, K extends string = string> {
  /** The number of its event. */
  seq: number;
  /** The seat it is about, if any. */
  seat: Seat | null;
  /** The line's text. */
  text: Text;
  /** Whether it is shown for a moment only, and left out of the log. */
  fades: boolean;
  /** Data for drawing it; its shape depends on the game. */
  sight: S | null;
  /** What it tells of, of the game's own kinds or the table's. */
  kind: K | TableLineKind;
  /** Whether only this viewer received it: a page that is passed to another player forgets it. */
  yours?: boolean;
}

/** Answers too many to list: `least` … `most` of `among`, chosen for one field of the move `do`. */
export interface Pick<M extends Move = Move> {
  /** The tag of the move. */
  do: M["do"];
  /** The field of the move that takes the selection. */
  field: string;
  /** The items to select from. */
  among: number[];
  /** The smallest number of items. */
  least: number;
  /** The largest number of items. */
  most: number;
}

/**
 * The answer to hello. A new `epoch` means that the log was restored from a backup: what the page has seen, and the
 * numbers of its questions, are void.
 */
export interface Welcome {
  type: "welcome";
  epoch: string;
}

export type RoomState = "gathering" | "playing" | "over";

/**
 * The user of this page. `seats`: all seats on this device; with several, `seat` is the one whose view the page shows,
 * if any. `name`: the name shown in this room. `played`, only where spectators may not watch: the finished games of
 * this user, whose replays they may see. `sees_hands`: a spectator who may be shown the hands that are open; `eyes`:
 * the seat whose hand this page has asked for.
 */
export interface You {
  seat: number | null;
  name: string | null;
  host: boolean;
  seats: number[];
  person: string;
  muted: boolean;
  played?: number[];
  sees_hands?: boolean;
  eyes?: number | null;
}

/** Easy forgets and is hasty, medium plays the policy, good searches a little, strong searches thoroughly. */
export type Level = "easy" | "medium" | "good" | "strong";

/** The figure that a player is shown as; by default the one with their seat's number. */
export type Figure =
  | "fox" | "owl" | "hare" | "cat" | "fish" | "snail" | "bear" | "heron" | "hedgehog" | "turtle" | "bee" | "whale";

/**
 * One seat as everybody sees it; a free one has neither name nor bot. `person`: its player's handle. `figure`: the one
 * that they have chosen; null: that of the seat's number.
 */
export interface SeatView {
  name: string | null;
  here: boolean;
  bot: Level | null;
  person: string | null;
  muted: boolean;
  figure: Figure | null;
  /** Its player is ready for the next game; left out while they are not. */
  ready?: boolean;
  /** The name of whoever has it back as soon as they return: it was taken over while they were away. */
  taken_from?: string;
  /** The seal of its player's word for the next game's deal: SHA-256 in hex; left out where there is none. */
  seal?: string;
}

/** A spectator. Those without a name are told apart by a number. */
export interface Onlooker {
  person: string;
  name?: string | null;
  number?: number | null;
  muted?: boolean;
}

export type Sitting = "freely" | "asked";

/** Time limit of a player, per question or for the whole game. */
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

/** A request for a seat; `back`: by somebody who says they are its absent player. */
export interface SeatRequest {
  name: string;
  seat: number;
  person: string;
  back?: boolean;
}

export type Matter = "undo" | "end";

/** A proposal of a seat, who has yet to agree, and which others have. */
export interface Proposal {
  matter: Matter;
  seat: number;
  waiting: number[];
  agreed: number[];
}

/**
 * Somebody who gets this seat when the game is over, or at once if one more player agrees. `name`: the one they play
 * under; `back`: they say they are its absent player. `agreed`: the seats of the players who have agreed.
 */
export interface HeirView {
  name: string;
  seat: number;
  person: string;
  agreed: number[];
  back?: boolean;
}

/**
 * Whether spectators see the hands of the game on the table, at least so many `moves` and `seconds` late. `agreed`: the
 * seats that have agreed; `waiting`: those that have yet to. All players have to; bots have no say.
 */
export interface HandsView {
  open: boolean;
  agreed: number[];
  waiting: number[];
  moves: number;
  seconds: number;
}

/**
 * One of several tables with one deal: its number, from 1, of how many; and whether all games have ended. Until then
 * nothing of one table is shown at another.
 */
export interface SharingView {
  table: number;
  tables: number;
  over: boolean;
}

/**
 * The next game is fixed, and begins as soon as its players have opened their words: its number in the room, and the
 * commitment to its secret.
 */
export interface StartingView {
  number: number;
  deal: string;
}

/** The people and settings of a table; sent on hello and on every change. */
export interface Table {
  type: "table";
  room: string;
  game: string;
  title: string;
  state: RoomState;
  host: number | null;
  you: You;
  seats: SeatView[];
  /** The names in `audience`; "…" for those without one. */
  watching: string[];
  audience: Onlooker[];
  options: Record<string, unknown>;
  /** The current game's number in this room; 0 before the first. */
  number: number;
  /** The commitment to the secret behind all draws of the current game: SHA-256 in hex; null between games. */
  deal: string | null;
  /** The current game is a first lesson: its position and what is drawn first were written for it. */
  lesson: boolean;
  paused: boolean;
  sitting: Sitting;
  onlookers: boolean;
  password: boolean;
  clock: Clock | null;
  /** Bots pause for less time than elsewhere. */
  fast_bots: boolean;
  /** Players may ask for hints. */
  hints: boolean;
  /** One player against bots only, who may always ask for hints. */
  practice: boolean;
  /** The players are one team: no chat during the game. */
  team: boolean;
  /** The best team scores on this server in this game with these options, best first. */
  best: TeamScore[];
  wishes: SeatRequest[];
  muted: string[];
  proposal: Proposal | null;
  heirs: HeirView[];
  /** Seats of absent players: a spectator who is one of them can ask for the seat. */
  away: number[];
  /** The deal of the game that is over can be played again; left out where it cannot. */
  again?: boolean;
  /** The moment of another game with which the next one begins, or whose deal the present one has; else left out. */
  goes_on?: Text;
  /** When the next evening begins, in milliseconds since 1970; left out while no date is set. */
  evening?: number;
  /** The https link to where people talk; left out while there is none. */
  talk?: string;
  /** Left out where, or while, hands cannot be opened to spectators. */
  hands?: HandsView;
  /** Its only player may ask what hidden things could be; left out where they may not. */
  could_be?: boolean;
  /** Players may answer some questions before they are asked; left out where they may not. */
  beforehand?: boolean;
  sharing?: SharingView;
  /** Left out unless a game is starting: for a moment, if any player has a word for its deal. */
  starting?: StartingView;
}

/** How a game ended: who won, what each seat has, and why in a sentence. */
export interface Outcome {
  /** The winning seats; none if a team lost, or all agreed to end the game. */
  winners: Seat[];
  /** Each seat's score. */
  scores: number[];
  /** The reason, in a sentence. */
  why: Text;
  /** The team's score; null for other games, and if the team failed. */
  team: number | null;
}

/**
 * Whether a player's last move can be taken back: at once ("now"), if others agree ("ask"), or not ("no"); and why not.
 */
export interface Undo {
  /** Whether it can: at once, if others agree, or not. */
  can: "now" | "ask" | "no";
  /** The reason why not. */
  why: Text | null;
}

/** A seat's place, from 1, and what it has: "Coins left: 2". Equal seats share a place, and the next one is skipped. */
export interface Place {
  /** The place, from 1; equals share one. */
  place: number;
  /** The seat's score, in words. */
  has: Text;
}

/** One step of the guide: something about a visible part of the table. */
export interface Tell {
  /** Its heading. */
  title: Text;
  /** Its text. */
  words: Text;
  /** The name of what it speaks of; static/games/<key>/guide.js says where that is on the page. */
  at: string;
  /**
   * What to press: a piece by its name on the page, or the button that does this; the step lasts until that is done.
   * Empty: it only explains, or waits for the bots.
   */
  press?: string;
  /** What the button does that confirms the pick, if it is not the first. */
  confirm?: string;
  /** The name of a drawing beside the text. */
  figure?: string;
}

/** What the guide to a first lesson says now: for the pupil alone. */
export interface Guide {
  /** How many moves of the script have been made; null once the game has left it. */
  place: number | null;
  /** Whether bots are to move next in the script. */
  waits: boolean;
  /** The number of steps before these. */
  before: number;
  /** The number of all steps. */
  of: number;
  /** How many of these steps belong to this place; the others are the end of the guide, for whoever goes there. */
  own: number;
  /** The steps. */
  steps: Tell[];
}

/**
 * What makes a frame one of the past, for a spectator to whom the players have opened their hands: it shows what seat
 * `eyes` saw, at least so many moves and seconds ago.
 */
export interface Delayed {
  /** The seat whose hand is shown. */
  eyes: Seat;
  /** At least so many moves have been made since. */
  moves: number;
  /** At least so many seconds have passed since. */
  seconds: number;
}

/** Everything one viewer may see of the game now; `you` is null for a spectator. */
export interface Frame<View = unknown, M extends Move = Move, S extends Sight = Sight> {
  type: "frame";
  /** The number of the last event in it. */
  seq: number;
  /** The viewer's seat; null for a spectator. */
  you: Seat | null;
  /** The number of the open question, if any. */
  question: number | null;
  /** The seats that are to answer. */
  asked: Seat[];
  /** The question in words, for this viewer. */
  prompt: Text;
  /** The answers open to this seat. */
  choices: Choice<M>[];
  /** Moves this seat may make at any time. */
  free: Choice<M>[];
  /** Like `choices`, for several pieces at once. */
  pick: Pick<M> | null;
  /** The game as this viewer sees it; its shape depends on the game. */
  view: View;
  /** Lines since the previous frame. */
  lines: Line<S>[];
  /** The result; null until the game ends. */
  outcome: Outcome | null;
  /** Whether this player's last move can be taken back. */
  undo: Undo | null;
  /**
   * The milliseconds each seat had left when this was sent; null: it has no clock. Those of `asked` run, unless the game
   * is paused. Null without clocks.
   */
  clocks: (number | null)[] | null;
  /** Each seat's place, when the game is over; null where there is no ranking. */
  places: Place[] | null;
  /** What the guide says, to the pupil of a first lesson; left out otherwise. */
  guide?: Guide;
  /** In a frame of the past, with the hand of a seat, for a spectator; left out otherwise. */
  delayed?: Delayed;
}

/**
 * The result of a game in this room; winners, scores and places are by seat. No winners: the team lost, or all agreed
 * to end the game. `streak`: consecutive wins of the winner.
 */
export interface GameResult {
  /** The game's number in its room, from 1. */
  number: number;
  /** The key of the game. */
  game: string;
  /** The title of the game. */
  title: string;
  /** When it ended, in milliseconds since 1970. */
  at: number;
  /** The players' names, by seat. */
  names: string[];
  /** Whether a bot played, by seat. */
  bots: boolean[];
  /** The level of each bot, by seat; null for a person. */
  levels: (Level | null)[];
  /** The winning seats; none if a team lost, or all agreed to end the game. */
  winners: number[];
  /** Each seat's score. */
  scores: number[];
  /** The team's score; null for other games. */
  team: number | null;
  /** Whether all agreed to end the game. */
  stopped: boolean;
  /** The winner's consecutive wins. */
  streak: number;
  /** Each seat's place and the meaning of its score; null where there is no ranking. */
  places: Place[] | null;
  /**
   * By seat: how many of its strong bot's decisions were those of a medium one, since no worker answered in time, and of
   * how many; only where any were.
   */
  at_medium: Record<number, [number, number]>;
}

/** One person's games and wins in this room. */
export interface Standing {
  /** The person. */
  name: string;
  /** Games played. */
  played: number;
  /** Games won. */
  won: number;
  /** How many of their games they have won in a row until now, alone or with others; from two on. */
  streak?: number;
}

/**
 * The latest games of this room, newest first, and everybody's wins; sent after every game, and after hello to a page
 * that has not seen the end of the latest.
 */
export interface Results {
  type: "results";
  /** The finished games of the room, newest first. */
  games: GameResult[];
  /** Everybody's wins in this room. */
  standings: Standing[];
}

/** Committed to the log as the room's event `seq`. */
export interface Ack {
  type: "ack";
  id: string;
  seq: number;
}

export type RefusalCode =
  | "malformed" | "too_big" | "not_yet" | "unknown_room" | "full" | "taken" | "name_taken" | "bad_name" | "not_host"
  | "not_seated" | "not_asked" | "not_your_seat" | "stale" | "illegal" | "not_now" | "password" | "bad_option" | "busy"
  | "forbidden";

/** Rejected: it did not happen. `id` is null when the message had none. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: RefusalCode;
  text: Text;
}

/** Outcome unknown, or storage unavailable: send the same id again after this many milliseconds. */
export interface Retry {
  type: "retry";
  id: string | null;
  after_ms: number;
}

/** The author: a seat, or a spectator by name. */
export interface Speaker {
  seat: number | null;
  name: string;
}

/** A chat line. `text` is plain text as typed, never markup. */
export interface Chat {
  type: "chat";
  seq: number;
  from: Speaker;
  text: string;
}

export type Reaction = "bravo" | "laugh" | "wow" | "ouch" | "thinking" | "hurry";

/** A reaction. */
export interface Reacted {
  type: "reaction";
  from: Speaker;
  what: Reaction;
}

/** A player reminds another one that they are waited for. Sent to the pages of both. */
export interface Nudged {
  type: "nudge";
  from: Speaker;
  to: Speaker;
}

/**
 * Somebody leads those who look back at this finished game together: they show the game after the event `seq`, with
 * these `eyes`: a seat, `all` or `none`. `leader`: null when nobody leads any more.
 */
export interface LooksBack {
  type: "looks_back";
  game: number;
  leader: Speaker | null;
  you_lead: boolean;
  seq: number;
  eyes: string;
}

/** Somebody who looks back at this game together with this reader points at a piece. */
export interface Points {
  type: "points";
  game: number;
  from: Speaker;
  at: string;
}

/**
 * Somebody who looks back at this game has opened a table, `room`, to play on from a moment of it, with free seats for
 * those who look back together.
 */
export interface PlaysOn {
  type: "plays_on";
  game: number;
  from: Speaker;
  room: string;
}

/**
 * The link to a seat: /t/{room}#seat={link}. `qr` is the URL as a QR code, an SVG path in units of one module; `size`
 * is its width.
 */
export interface SeatLink {
  type: "link";
  seat: number;
  link: string;
  url: string;
  qr: string;
  size: number;
}

/**
 * An answer, and how it compares with the best. `behind`: how many fewer of a hundred games it wins; 0 if that is too
 * little to tell, or was not computed. `lacks`: what the second best lacks, if there are words for it.
 */
export interface Advice {
  move: unknown;
  label: Text;
  behind: number;
  lacks: Text | null;
}

/** What games.thinking.Hint says, for a seat and a question: judged by what the seat itself knows. */
export interface HintView {
  type: "hint";
  seat: number;
  question: number;
  answers: Advice[];
  reason: Text | null;
  counted: boolean;
  about: string[];
}

/** What may be answered beforehand: the name of the offer, the question that is meant, and the answer, in words. */
export interface OfferView {
  offer: string;
  when: Text;
  label: Text;
}

/**
 * What the player of this seat has answered before they are asked; to the pages of that seat alone. `soon`: it is asked
 * now, and the answer will be given in a moment. `why`: the reason why the last one was dropped. `offers`: what may be
 * answered; only to a page that has asked for it, else left out.
 */
export interface BeforehandView {
  type: "beforehand";
  seat: number;
  stored: OfferView | null;
  soon: boolean;
  why: Text | null;
  offers?: OfferView[];
}

/**
 * This page was removed, the room is closed, or it cannot be shown: do not reconnect. Close code 4403, 4404 or 4503
 * follows.
 */
export interface Farewell {
  type: "farewell";
  text: Text;
}

/**
 * Whoever keeps the server says this to all of its tables: plain text as typed, in whichever language, never markup.
 */
export interface Announced {
  type: "announced";
  text: string;
}

/** The server is restarting: reconnect after this many milliseconds. */
export interface Bye {
  type: "bye";
  retry_ms: number;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
}

export type FromServer =
  | Welcome | Table | Frame | Results | Ack | Refused | Retry | Chat | Reacted | Nudged | LooksBack | Points | PlaysOn
  | SeatLink | HintView | BeforehandView | Farewell | Announced | Bye | Pong;

export type NameOfSomebody = string;

/** The first message: who this is, and the last seq that the page has shown (0: none) in which epoch of the log. */
export interface Hello {
  type: "hello";
  name?: NameOfSomebody | null;
  seen?: number;
  epoch?: string | null;
  password?: string | null;
}

export type SeatNumber = number;

export type ActionId = string;

/**
 * Take a free seat, or change to it. `also`: another seat on this device, for the person of this name. `back`: ask for
 * the seat of an absent player, as that same person.
 */
export interface Sit {
  type: "sit";
  seat: SeatNumber;
  also?: NameOfSomebody | null;
  back?: boolean;
  id?: ActionId | null;
}

/** Leave one seat, or all of one's seats, and watch. */
export interface Stand {
  type: "stand";
  seat?: SeatNumber | null;
  id?: ActionId | null;
}

/** Player, between games: ready for the next one, or not after all. */
export interface SayReady {
  type: "ready";
  yes?: boolean;
  seat?: SeatNumber | null;
  id?: ActionId | null;
}

/** Be shown at the table as this figure, also during a game. */
export interface ChooseFigure {
  type: "figure";
  figure: Figure;
  seat?: SeatNumber | null;
  id?: ActionId | null;
}

/**
 * With several seats on this device: the seat whose view this page shows; null: none, the curtain is down. From a
 * spectator while hands are open: the seat whose hand this page shows, some time late; null: none.
 */
export interface ChooseViewpoint {
  type: "look";
  seat: SeatNumber | null;
}

/** Host: begin the game; every seat is taken. */
export interface Start {
  type: "start";
  id?: ActionId | null;
}

/**
 * Host: let a bot play a free seat or the seat of an absent player, which it plays at `medium`. Between games also:
 * give the bot on this seat another level.
 */
export interface SeatBot {
  type: "seat_bot";
  seat: SeatNumber;
  level?: Level;
  id?: ActionId | null;
}

/** Answer the question of this number; a free move has none. Repeated unchanged until it is answered. */
export interface Play {
  type: "play";
  id: ActionId;
  question: number | null;
  move: Move;
  /** Required only with several seats on one device. */
  seat?: SeatNumber | null;
}

/** Send a chat line to the table. */
export interface Speak {
  type: "chat";
  text: string;
  seat?: SeatNumber | null;
  id?: ActionId | null;
}

/** After a game: play it again with the same people; `again`: with the same deal, too. */
export interface Rematch {
  type: "rematch";
  again?: boolean;
  id?: ActionId | null;
}

/** Host, between games: set the game, the number of seats and the options. */
export interface ChangeGame {
  type: "options";
  game: string;
  seats: number;
  options: Record<string, unknown>;
  id?: ActionId | null;
}

/** Host, between games: rearrange the seats. `seats[i]` is the seat whose player moves to seat i; null: at random. */
export interface Order {
  type: "order";
  seats: SeatNumber[] | null;
  id?: ActionId | null;
}

/** As far as the dates of JavaScript reach. */
export type Moment = number;

/** Host: change the room's rules. Omitted fields stay as they are; an empty password removes it. */
export interface ChangeSettings {
  type: "doors";
  sitting?: Sitting;
  onlookers?: boolean;
  password?: string;
  clock?: Clock | null;
  fast_bots?: boolean;
  hints?: boolean;
  /** When the evening begins; null: no date any more. */
  evening?: Moment | null;
  /** An https link to where people talk; empty: none any more. */
  talk?: string;
  id?: ActionId | null;
}

export type Handle = string;

/** Host: accept or reject somebody's request for a seat. Also withdraws one's own request. */
export interface Admit {
  type: "admit";
  id?: ActionId | null;
  person: Handle;
  yes: boolean;
}

/** Host: take somebody's seats; `out`: and remove them from the room. */
export interface Kick {
  type: "kick";
  id?: ActionId | null;
  person: Handle;
  out?: boolean;
}

/** Host: make somebody else the host. */
export interface HandOver {
  type: "hand_over";
  id?: ActionId | null;
  person: Handle;
}

/** Host: give the seat of an absent player to a spectator, perhaps the same person on another device. */
export interface GiveSeat {
  type: "give_seat";
  id?: ActionId | null;
  person: Handle;
  seat: SeatNumber;
}

/**
 * Player: ask what would be a good answer to this question. Everybody is told that a hint was asked for. Answered with
 * `hint`, to this seat alone.
 */
export interface AskForHint {
  type: "hint";
  question: number;
  seat?: SeatNumber | null;
  id?: ActionId | null;
}

/** Make a link that moves one's seat to another device, once. Answered with `link`. */
export interface MakeLink {
  type: "link";
  seat?: SeatNumber | null;
}

/** Use such a link. */
export interface TakeSeat {
  type: "take_seat";
  link: string;
  id?: ActionId | null;
}

/** Host: pause the game and its clocks. */
export interface Pause {
  type: "pause";
  id?: ActionId | null;
}

/** Host: resume the game. */
export interface Resume {
  type: "resume";
  id?: ActionId | null;
}

/** Player: propose to take back one's last move, or to end the game. Done at once when nobody has to agree. */
export interface Propose {
  type: "propose";
  matter: Matter;
  seat?: SeatNumber | null;
  id?: ActionId | null;
}

/**
 * Player: agree to a proposal or not; the proposer's "no" withdraws it. `matter`: only if the proposal is about this,
 * so that a late answer is not taken for one to the next.
 */
export interface Agree {
  type: "agree";
  yes: boolean;
  seat?: SeatNumber | null;
  matter?: Matter | null;
  id?: ActionId | null;
}

/**
 * Player: agree that spectators see the hands of all seats, which they do once every player agrees; `yes` false: no, or
 * no longer, which holds at once.
 */
export interface OpenHands {
  type: "open_hands";
  yes: boolean;
  seat?: SeatNumber | null;
  id?: ActionId | null;
}

/** Host: mute or unmute somebody. */
export interface Mute {
  type: "mute";
  id?: ActionId | null;
  person: Handle;
  yes: boolean;
}

/** A reaction; shown for a moment and not stored. */
export interface React {
  type: "react";
  what: Reaction;
  seat?: SeatNumber | null;
}

/** Player: remind another player that they are waited for; shown for a moment and not stored. */
export interface Nudge {
  type: "nudge";
  person: Handle;
  seat?: SeatNumber | null;
}

/** Player, in a game against bots alone: they answer as fast ones do until a person is asked. */
export interface Skip {
  type: "skip";
}

/** Load the chat before the line of this seq. */
export interface Earlier {
  type: "earlier";
  before: number;
}

/**
 * Lead those who look back at a finished game together. `game`: its number; `seq`: the last event that this page shows;
 * `eyes`: whose view it shows: a seat, `all` for everything hidden, `none` for a spectator's.
 */
export interface LookBack {
  type: "look_back";
  game: number;
  seq: number;
  eyes?: string;
}

/** Follow whoever leads in this finished game; null: go one's own way. */
export interface Follow {
  type: "follow";
  game: number | null;
}

/** Point at a piece, for those who look back together. `at`: its name on the page. */
export interface PointAt {
  type: "point";
  at: string;
}

/** Host: close the room for good. */
export interface CloseRoom {
  type: "close";
  id?: ActionId | null;
}

/** Is the connection alive? Answered with `pong`, at any time. `hidden`: nobody sees this page now. */
export interface Ping {
  type: "ping";
  hidden?: boolean;
}

/**
 * Player, between games: have a word for the next game's deal, of which this is the seal. Pages send it by themselves;
 * whoever sends none adds nothing to the deal.
 */
export interface SealWord {
  type: "seal";
  seal: string;
  seat?: SeatNumber | null;
  id?: ActionId | null;
}

/** Player, while the table says `starting`: open the word that was sealed. Pages send it by themselves. */
export interface OpenWord {
  type: "word";
  word: string;
  seat?: SeatNumber | null;
  id?: ActionId | null;
}

/**
 * Player: answer a question before it is asked, with this offer in place of an earlier one; null: with none after all.
 * Left out: only asks what may be answered so. Answered with `beforehand`, to this seat alone.
 */
export interface AnswerBeforehand {
  type: "beforehand";
  offer?: string | null;
  seat?: SeatNumber | null;
}

export type ToServer =
  | Hello | Sit | Stand | SayReady | ChooseFigure | ChooseViewpoint | Start | SeatBot | Play | Speak | Rematch
  | ChangeGame | Order | ChangeSettings | Admit | Kick | HandOver | GiveSeat | AskForHint | MakeLink | TakeSeat | Pause
  | Resume | Propose | Agree | OpenHands | Mute | React | Nudge | Skip | Earlier | LookBack | Follow | PointAt
  | CloseRoom | Ping | SealWord | OpenWord | AnswerBeforehand;
