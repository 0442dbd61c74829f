/**
 * What the server answers to calls, as app/web/models.py, app/replay/, app/between/ and games/ have it. Written by
 * `python -m tools.dev types --write`.
 */

import type { Figure, Frame, Level, RefusalCode, Seat, Text } from "#types/wire";

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
  /** The password of the server, where opening a table needs one; a cookie says afterwards that it was given. */
  server_password?: string;
}

/** Play on from a moment of a finished game of the room, at a new table, against bots or with friends. */
export interface PlayOn {
  /** The number of the game. */
  game: number;
  /** The moment: after this event, which is a step’s `seq` in the replay. */
  seq: number;
  /** The caller’s seat: what it knew then stays as it was, everything else is dealt anew. */
  seat: number;
  /** How well the bots play. */
  level?: Level;
  /**
   * Whether the other seats are free for friends instead: the game begins when the caller, who is host, starts it. Those
   * who look back at this game together with the caller are told.
   */
  friends?: boolean;
  /** The caller’s name in the new room, if they have none on this server yet. */
  name: string;
}

/** The code of the new room. Its page is /t/{room}, its WebSocket /ws/{room}. */
export interface RoomOpened {
  /** The room code. */
  room: string;
}

/** A browser that is linked to the guest’s first one. */
export interface LinkedDevice {
  /** Its handle. */
  device: string;
  /** What its owner calls it. */
  called: string;
  /** When it was linked, in milliseconds since 1970. */
  at: number;
  /** Whether the caller is this very browser. */
  here: boolean;
}

/** The caller and their other devices. */
export interface DeviceList {
  /** The caller’s name, if they have given one. */
  name: string | null;
  /** Whether the caller’s browser is one of these devices, not the first one. */
  is_linked: boolean;
  /** All devices but the first. */
  devices: LinkedDevice[];
}

/** A link that adds one device, also as a QR code. */
export interface DeviceLink {
  /** The link. */
  url: string;
  /** The dark modules of the QR code: an SVG path in units of one module. */
  qr: string;
  /** The width of the QR code in modules, without the quiet zone that scanners need around it. */
  size: number;
  /** How long it can be used. */
  seconds: number;
}

/** Make the caller’s browser a device of the guest who made the link. */
export interface LinkDevice {
  /** The part of the link after the #. */
  code: string;
  /** What to call this device, at most 20 letters. */
  called: string;
}

/** Hours in which the guest is not called. They may last over midnight. */
export interface Quiet {
  /** When they begin, by the clock of the time zone. */
  begins: string;
  /** When they end: another time than the beginning. */
  ends: string;
  /** The time zone, by its IANA name. */
  zone: string;
}

/** Call me at this address, too, about every room. */
export interface SetWebhook {
  /**
   * Whose form the messages have. `matrix`: a generic webhook of Hookshot; `other`: JSON with `text`, `url`, `name` and
   * `game`.
   */
  kind: "discord" | "slack" | "matrix" | "ntfy" | "other";
  /** A public https address. It is the caller’s secret, and never shown again. */
  address: string;
}

/** A sentence for the reader's own language. */
export type Said = Text;

/** The caller’s webhook. */
export interface WebhookShown {
  /** Whose form the messages have. */
  kind: "discord" | "slack" | "matrix" | "ntfy" | "other";
  /** Its host and its last four letters. */
  address: string;
  /** Why nothing is sent there any more, for people. */
  trouble: Said | null;
}

/** What came of a try. */
export interface WebhookTrial {
  /** Whether it was taken. */
  taken: boolean;
  /** What came back, for people: a template, and in `with` the values of its placeholders. */
  text: Said;
}

/** How the caller is called, wherever they play. */
export interface CallSettings {
  /** Their webhook, if they have one. */
  webhook: WebhookShown | null;
  /** Their quiet hours, if they have any. */
  quiet: Quiet | null;
}

/** Have the next deal of a table played at several. */
export interface ShareDeal {
  /** How many tables, this one included. */
  tables: number;
}

/** A seat as seen by anyone with the link. */
export interface SeatSummary {
  /** The player's name; null: none, or hidden until the password is given. */
  name: string | null;
  /** The level of the bot on this seat; null: no bot. */
  bot: Level | null;
}

/** One of the tables. */
export interface SharedTable {
  /** Its number, from 1. */
  table: number;
  /** The code of its room. */
  room: string;
  /** Whether its game has begun; what happens then is not told before all have ended. */
  dealt: boolean;
  /** Its seats; null while nothing is told of it. */
  seats: SeatSummary[] | null;
  /** Whether the caller has a seat there. */
  yours: boolean;
}

/** What a seat made of the deal, and how that compares with the same seat at the other tables. */
export interface SeatCompared {
  /** The seat, from 0. */
  seat: number;
  /** Who played it. */
  name: string;
  /** The level of its bot; null: a person. */
  bot: Level | null;
  /** What it scored; of a team, the team. */
  score: number;
  /** The score, in words. */
  has: Said;
  /** Whether it won at its table; with a team: all of it. */
  won: boolean;
  /** Two for each other table where this seat did worse, one for each where it did as well. */
  points: number;
  /** These of the most that there could be, 0 to 1; half where there is no other table. */
  share: number;
}

/** What one of the tables made of the deal. */
export interface TableCompared {
  /** Its number, from 1. */
  table: number;
  /** The code of its room. */
  room: string;
  /** The number of the game there, for its replay. */
  game: number;
  /** Whether the caller may look back at it. */
  open: boolean;
  /** By seat; null: the game did not end by its rules, and is not compared. */
  seats: SeatCompared[] | null;
}

/** The tables with one deal, and, when all have ended, what each made of it. */
export interface SharedTables {
  /** The key of their game. */
  game: string;
  /** The title of their game. */
  title: string;
  /** Whether all have ended, or the evening has. */
  over: boolean;
  /** Whether the caller has set the tables, and may end their evening. */
  may_end: boolean;
  /** The tables, by number. */
  tables: SharedTable[];
  /** What each made of it; null before all have ended. */
  results: TableCompared[] | null;
}

/** A refusal. `text` is a template with its arguments, for the reader’s own language. */
export interface NotDone {
  /** The reason, for programs. */
  code: RefusalCode;
  /** The reason, for people: a template, and in `with` the values of its placeholders. */
  text: Said;
}

/** A hidden place, and what it may hold. Nothing else is possible, and each of these is. */
export interface Possible {
  /** The place in words. */
  where: Text;
  /**
   * What it holds, from the bottom up, from the top down or in no order, as `where` says. Each by its name among the
   * things of the game, or as a number; null: one of `could`.
   */
  holds: (string | null)[];
  /** What else it could hold, each once. */
  could: string[];
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
  /**
   * Every hidden place, and what it may have held as far as this seat could know with a perfect memory; left out where
   * that is as after the step before. Only for seats, and not in games that begin with a position.
   */
  could_be?: Possible[] | null;
}

/**
 * A finished game of a room for one viewer. `names` are by seat, as of its end. `things`: what lies in hidden places,
 * in words by the names that `could_be` has.
 */
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
  /** The things that `could_be` names, in words; empty where nothing is said of them. */
  things: Record<string, Text>;
  /** The steps, in order. */
  steps: ReplayStep[];
}

/** What a player could know now, in a game that is being played. */
export interface CouldBe {
  /** The number of the event up to which the game was followed. */
  seq: number;
  /** Every hidden place, and what it may hold as far as this player could know with a perfect memory. */
  places: Possible[];
  /** The things that `places` names, in words. */
  things: Record<string, Text>;
}

/** Somebody who has played with others in this room. Games as a team are not among their games and wins. */
export interface Person {
  /** Their newest name. */
  name: string;
  /** How many games they have played with others, each for themselves. */
  games: number;
  /** How many of these they won, alone or with others. */
  won: number;
  /** The most of them that they won in a row. */
  run: number;
  /** The seat that they have, or else had in their last game. */
  seat: number;
  /** The figure they have chosen for the seat that they have; null: that of the seat's number. */
  figure?: Figure | null;
  /** Which one they are of several people whose names look alike, from 1; 0: the only one. */
  namesake?: number;
  /** The person with whom it is most contested, by their index in `people`; null: with none. */
  rival?: number | null;
}

/** Two people who have met in at least three games. Whoever is placed above the other has beaten them. */
export interface Pair {
  /** The first of them, by their index in `people`. */
  one: number;
  /** The second. */
  other: number;
  /** How often the first has beaten the second. */
  ahead: number;
  /** How often the second has beaten the first. */
  behind: number;
  /** How often they shared a place. */
  even: number;
  /**
   * Their newest games, at most ten, oldest first: 1: the first has beaten the second; -1: the second the first; 0: they
   * shared a place.
   */
  latest: number[];
  /** How often in a row the same one has beaten the other by now; negative: it is the second. */
  run: number;
}

/** A game that counts, in which at least two people played. `who`, `places` and `winners` are by seat. */
export interface Met {
  /** The game's number in its room, from 1. */
  number: number;
  /** The title of the game. */
  title: string;
  /** When it ended, in milliseconds since 1970. */
  at: number;
  /** By seat: a person, by their index in `people`; or a bot, by its name. */
  who: (number | string)[];
  /** The winning seats; none if a team lost. */
  winners: number[];
  /** By seat, from 1; equals share one. Null for a team. */
  places?: number[] | null;
  /** The team's score; null for other games, and if the team lost. */
  team?: number | null;
}

/**
 * How the people of a room have done against one another. It counts games that were played to their end by at least two
 * people, from a deal of their own.
 */
export interface Between {
  /** Who has played, by games won. */
  people: Person[];
  /** Which of them the reader is; several, if people play beside one another on this device. */
  you: number[];
  /** Every two who have met in at least three games. */
  pairs: Pair[];
  /** The games, oldest first. */
  games: Met[];
  /** How many of the games each evening had, oldest first: one ends when no game ends for six hours. */
  evenings: number[];
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
  /** Which good and strong bots made some of their decisions like medium ones. */
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

/**
 * What chance gave to each seat. `drawn[seat][kind]`: how often; `expected`: how often on average, as everything lay at
 * each draw.
 */
export interface Counted {
  /** What was drawn or thrown: the faces of a die, the colours of pieces, the suits of cards. */
  kinds: Text[];
  /** By seat: how often each of the kinds came. */
  drawn: number[][];
  /** By seat: how often each of the kinds was to be expected in as many draws, to two places. */
  expected: number[][];
}

/** 32 bytes in hex. */
export type Digits = string;

/** 16 bytes in hex, or nothing. */
export type Word = string;

/** 32 bytes in hex, or nothing. */
export type Seal = string;

/** Of which game a deal was first: secret, commitment, words and seals are bound to that game. */
export interface WhoseDeal {
  /** The code of its room, or of the evening whose tables all have this deal. */
  room: string;
  /** The game's number there, from 1. */
  game: number;
  /** Whether each seat had draws of its own; left out where all drew from one order. */
  by_seat?: boolean;
  /** The number of the game in this room that had this deal before; left out for a deal of several tables at once. */
  again?: number;
}

/** One event of the game; `body` is only the kind for events that do not affect it. */
export interface DealtEvent {
  /** The number of the event in its room. */
  seq: number;
  /** The event; only its kind if it does not affect the game. */
  body: unknown;
}

/** One draw or one shuffle of a game. Labels and items are those of its rules. */
export interface Draw {
  /** The number of the event for which it was drawn. */
  seq: number;
  /** What was drawn: “start”, “bag”, “die”, “deck”. In a shuffle, that of each draw goes on with its place. */
  label: string;
  /** What came: a word or a number; of a shuffle, all items in their new order. */
  item: unknown;
  /** All things among which it was drawn, in ascending order, each as likely; left out for a shuffle. */
  among?: unknown[];
  /**
   * Where each seat had draws of its own: whose this was, a seat’s or the table’s, and its label, “0/die”, “table/start”;
   * left out elsewhere.
   */
  stream?: string;
}

/** The deal of a finished game, the room's `game`-th: its secret, what that is bound to, and every draw. */
export interface DealFile {
  /** The format of this file. */
  format: "vdeal/1";
  /** The code of the room. */
  room: string;
  /** The game's number in its room, from 1. */
  game: number;
  /** The rules of the game, with their version. */
  rules: string;
  /** The options of the game. */
  options: unknown;
  /** The number of seats. */
  seats: number;
  /** The commitment shown when the game began, in hex: it binds the server to the secret. */
  commitment: Digits;
  /** The secret from which all chance in the game came, in hex. */
  secret: Digits;
  /** The word that each seat has added to the secret, in hex; empty: none. */
  entropy: Word[];
  /** By seat, the seals that were fixed with the commitment; empty: that seat had no word. Left out if none had. */
  seals?: Seal[];
  /** The number of the event that began the game. */
  began: number;
  /** The number of the room's last question before the game. */
  asked: number;
  /** The starting seat if it rotates; null if it was drawn. */
  starts: number | null;
  /** The draws of the game's setup. */
  drawn: unknown[];
  /** The start position of a game that was played on from another, and of a first lesson; left out otherwise. */
  from_state?: Record<string, unknown> | null;
  /** In a first lesson, the first draws, which were written like its position; left out otherwise. */
  written?: unknown[] | null;
  /** Whose deal it was, in a game that did not have one of its own; left out otherwise. */
  same?: WhoseDeal | null;
  /** The events of the game. */
  events: DealtEvent[];
  /**
   * Every draw and shuffle in order, with its label and among what it was drawn, for those who do not have the rules;
   * left out in older files, and where the log cannot be followed.
   */
  draws?: Draw[];
}
