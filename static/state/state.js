// @ts-check
// Everything that the room page knows, in one object: each field with its meaning and its value at the beginning.
// reduce.js makes the next state of it, the page is drawn from it, and nothing else is remembered anywhere. No DOM, no
// timer and no request: the time is an argument, in milliseconds of one clock.

/** @import { EndScene } from "#state/celebration.js" */
/** @import { Card, Connection, Onward } from "#types/room" */
/** @import { Between, CouldBe, Ending } from "#types/api" */
/** @import { Draft } from "#state/settings_draft.js" */
/** @import { BeforehandView, Chat, Frame, HintView, Line, Nudged, Reacted, Results, Table, Text } from "#types/wire" */
/** @import { State as Line_ } from "#state/connection.js" */
/** @import { Orders } from "#state/orders.js" */
/** @import { Pace } from "#state/pace.js" */
/** @import { Effect } from "#state/reduce.js" */
/** @import { Settings } from "#kit/preferences.js" */
/** @import { Guide } from "#types/guide" */

/** What is shown until then. @template What @typedef {What & { until: number }} Passing */
/** A QR code of a link: an SVG path, and its modules along a side. @typedef {{ qr: string, size: number }} Code */
/** The tabs of the rail. @typedef {"log" | "chat" | "people" | "results"} Tab */

/**
 * @param {object} given  what the page is opened with
 * @param {Line_} given.line
 * @param {Pace} given.pace
 * @param {Settings} given.settings
 * @param {Onward | null} given.onward  a seat's link that was opened here
 * @param {boolean} given.guided
 * @param {Pick<Guide, "step" | "is_folded">} given.guide
 * @param {boolean} given.copied  the link to the room is on the clipboard already
 * @param {Partial<Draft> | null} given.kept_draft  of the table's settings
 * @param {string} given.typed  in the chat, before a reload
 * @param {unknown} given.trace  of the game: its trace before the first frame
 * @param {Orders} given.orders
 * @param {boolean} given.tv
 * @param {boolean} given.hand
 */
export const initial_state = ({
  line,
  pace,
  settings,
  onward,
  guided,
  guide,
  copied,
  kept_draft,
  typed,
  trace,
  orders,
  tv,
  hand,
}) => ({
  /** When the last event happened. */
  now: 0,

  // --- The connection ---
  /** The machine of connection.js. */
  line,
  /** As the reader is told. @type {Connection} */
  connection: "opening",
  /** Why no connection opens, as far as that is known. @type {Text | null} */
  trouble: /** @type {Text | null} */ (null),
  /** The table has a password that this page has yet to send. */
  locked: false,
  /** Why this page was removed for good. */
  farewell: /** @type {Text | null} */ (null),
  /** The page belongs to another game by now, and is being replaced. */
  is_leaving: false,
  /** Nobody sees the page. */
  is_hidden: false,
  /** How the page is shown: in a wide window; where the rail covers the table; or all is on paper. */
  is_wide: false,
  rail_covers: false,
  on_paper: false,
  /** On a big screen, from afar: it only watches. */
  tv,
  /** Beside one: only what is the reader's own. */
  hand,

  /** The table has been drawn: the first picture waits for what belongs to it. */
  is_drawn: false,

  // --- The room, as the server tells it ---
  table: /** @type {Table | null} */ (null),
  /** The last frame; its lines have been taken out. */
  frame: /** @type {Frame | null} */ (null),
  /** What the game's pictures show of the frames before: see `Game.trace` in types/room.d.ts. */
  trace,
  /** The lasting lines, oldest first. */
  lines: /** @type {Line[]} */ ([]),
  /** There may be earlier lines: a page gets only the newest when it opens. */
  has_earlier: false,
  /** The passing lines and sights, oldest first: no trace of them is left afterwards. */
  moments: /** @type {Passing<Line>[]} */ ([]),
  chat: /** @type {Chat[]} */ ([]),
  /** The first message of the room, once known. */
  first_said: /** @type {number | null} */ (null),
  /** Messages from before this one were asked for: what has come by then is all of them. */
  earlier_asked: /** @type {Passing<{ before: number }> | null} */ (null),
  /** Shown for a moment, oldest first. */
  reactions: /** @type {Passing<Reacted>[]} */ ([]),
  /** What whoever keeps the server has just said to all tables. */
  announced: /** @type {Passing<{ text: string }> | null} */ (null),
  /** Who has just nudged whom, oldest first. */
  nudges: /** @type {Passing<Nudged>[]} */ ([]),
  /** What was just said in the chat: the newest words of each author. */
  spoken: /** @type {Passing<Chat>[]} */ ([]),
  /** Who leads those who look back at a finished game, by its number. */
  leaders: /** @type {Record<number, string>} */ ({}),
  results: /** @type {Results | null} */ (null),
  /** What is told of the game of this number, which is over; null: it is being fetched, or cannot be had. */
  ending: /** @type {{ number: number, told: Ending | null } | null} */ (null),
  /** The reader has seen the game end, but not the celebration. */
  is_to_be_celebrated: false,
  /** The scene at the end of the game, while it lasts: when it begins, and how far it has come. */
  end_scene: /** @type {EndScene | null} */ (null),
  /** The reader has put the result away, to look at the table. */
  is_result_away: false,
  /** What was asked for from before what the page was sent. */
  asked_for: /** @type {"lines" | "results" | null} */ (null),
  /** The newest hint requested by this page. */
  hint: /** @type {HintView | null} */ (null),
  /** Why the last command was refused. */
  refusal: /** @type {Text | null} */ (null),
  /**
   * The clocks of the newest frame, even before it is shown: each seat's milliseconds left at `at`, and which ones run.
   */
  clock: /** @type {{ left: (number | null)[], running: number[], at: number } | null} */ (null),

  // --- What of that is new ---
  /** The newest line that this page has shown, and the epoch of the log for that. */
  seen: 0,
  epoch: /** @type {string | null} */ (null),
  /** The log was restored to an older state, and the reader has not been told yet. */
  is_put_back: false,
  /** Lines of the first frame after a hello were missed: they are summarized, not shown one by one. */
  is_catching_up: true,
  /** The newest line when the reader stopped seeing the table; null while they see it. */
  left_at: /** @type {number | null} */ (null),
  /** The lines from while this reader did not see the table, until they are dismissed. */
  missed: /** @type {Line[]} */ ([]),
  /**
   * The seat whose view was requested; frames for others are ignored. Undefined once the server has answered.
   */
  looks_for: /** @type {number | null | undefined} */ (undefined),
  /** While hands are open: the seat whose hand this spectator looks at, and whether this connection knows it. */
  eyes: /** @type {number | null} */ (null),
  eyes_asked: false,
  /** The newest message that was on the screen. */
  read: 0,

  // --- The pace at which moves are shown ---
  pace,
  /** When the acts of the last frame land. */
  lands_at: 0,

  // --- The reader's answer ---
  /** The question whose answer is on its way. */
  answered: /** @type {number | null} */ (null),
  /** The move whose piece is picked but not yet confirmed, as `choices.js` spells it. */
  picked: /** @type {string | null} */ (null),
  /** The chosen items of an answer that is a set. */
  chosen: /** @type {number[]} */ ([]),
  /** The values so far of an answer composed step by step. */
  said: /** @type {Record<string, unknown>} */ ({}),
  /** Where a button of the prompt other than the primary one was pressed, if nothing has been pressed since. */
  pressed_at: /** @type {{ x: number, y: number } | null} */ (null),
  /** Why the last pressed thing cannot be chosen. */
  why: "",
  /** The prompt has just changed: its buttons ignore presses until then. */
  settling: false,
  settled_at: 0,
  /** What others ask for has just changed, perhaps under a finger: its buttons ignore presses until then. */
  has_new_requests: false,
  requests_settled_at: 0,
  /** The reader has put it away. */
  is_hint_away: false,
  /** The question and the seat for which this page has asked for a hint. */
  hint_asked: /** @type {{ question: number, seat: number } | null} */ (null),
  /** The event after which it has asked to take a move back. */
  undo_asked: /** @type {number | null} */ (null),
  /** One question has followed another on this page. */
  has_seen_moves: false,
  /** This reader has been asked, and has answered. */
  had_turn: false,

  /** The readers' own orders of their pieces, by seat: never sent. */
  orders,

  // --- What this reader has opened and chosen ---
  settings,
  /** What is typed in the chat, and not sent. */
  typed,
  /** How often they have asked for more lines, and for more messages. */
  more_told: 0,
  more_said: 0,
  /** What is unfolded beyond its first line, in order. */
  unfolded: /** @type {string[]} */ ([]),
  tab: /** @type {Tab} */ ("log"),
  /** Whether the rail is open. */
  rail_open: false,
  /** The seat that is waiting for a name to be typed. */
  wants_seat: /** @type {number | null} */ (null),
  /** The link to the room is on the clipboard: said until then. */
  copied,
  copied_until: Infinity,
  /** The fingerprint of a deal that is on the clipboard. */
  deal_copied: /** @type {Passing<{ commitment: string }> | null} */ (null),
  /** The seat that is about to be given to somebody beside this reader; or one after the other is. */
  beside: /** @type {number | "all" | null} */ (null),
  /** A first game is guided, and how far it has come. */
  guided,
  guide: /** @type {Guide} */ ({
    ...{ place: undefined, nth: 0, has_left: false, was_held_back: false, is_shown: false },
    ...guide,
  }),
  /** A seat is about to move to another device, or to this one. */
  onward,
  /** The action that waits for a second press. */
  confirming: /** @type {string | null} */ (null),
  /** A password was sent from this page: before that, the demand for one is not an error. */
  has_knocked: false,
  /** The latest name for somebody beside this reader, for the case that it is refused. */
  named_beside: /** @type {{ seat: number, also: string } | null} */ (null),
  /** The code of the link to the room; a text: why it could not be brought. */
  invitation: /** @type {Code | Text | null} */ (null),
  /** The open dialogs: the menu, the host's, the rules in short, the invitation. */
  menu: false,
  setting: kept_draft !== null,
  in_short: false,
  inviting: false,
  /** The dialog with what hidden things could be; and that, or a text: why it could not be brought. */
  wonders: false,
  could_be: /** @type {CouldBe | Text | null} */ (null),
  /** What the reader has answered before they are asked, and the dialog in which they do so. */
  beforehand: /** @type {BeforehandView | null} */ (null),
  answers_early: false,
  /** The dialog of how people have done: who and which evening is chosen in it; and that, or why it did not come. */
  between_us: /** @type {{ who?: number, evening?: number, told?: Between | Text } | null} */ (null),
  /** The dialog with the reader’s notes; and those, once they have changed: of which game and seat. */
  takes_notes: false,
  notes: /** @type {{ of: string, text: string } | null} */ (null),
  /** The host's settings as filled in so far; as the dialog was opened; and of a page before a reload. */
  draft: /** @type {Draft | null} */ (null),
  opened_draft: /** @type {Draft | null} */ (null),
  kept_draft,
  /** The games to choose from; a text: why they could not be brought. */
  cards: /** @type {Card[] | Text | null} */ (null),
  /** The reader's figure that was pressed, and where in the window it stands. */
  reacting: /** @type {{ seat: number, x: number, y: number } | null} */ (null),
  /** The chair whose slip is open before the game, and its middle in the window. */
  at_chair: /** @type {{ seat: number, x: number, y: number } | null} */ (null),
  /** How often each of the pieces was pressed that lie on the table before the game. */
  fiddled: /** @type {number[]} */ ([]),
  /** The seat whose figure is being chosen. */
  figuring: /** @type {number | null} */ (null),

  // --- What follows from the last event alone ---
  /** The lines that it brought, and the reader has not seen yet. */
  news: /** @type {Line[]} */ ([]),
  /** What it asks of the world, in order. */
  effects: /** @type {Effect[]} */ ([]),
});

/** @typedef {ReturnType<typeof initial_state>} State */
