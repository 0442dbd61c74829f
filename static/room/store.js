// @ts-check
// The page's copy of the room: the last frame, the lasting lines, the passing moments, the people present.

/** @import { Connection, Known } from "#types/room" */
/** @import { Chat, Frame, FromServer, Line, Reacted, Refused, Sight, Table, Text } from "#types/wire" */

const SPOKEN_MS = 4000;
/** As many lines, and as many messages, are drawn at most: the server keeps as many messages, and fewer lines. */
const MOST_KEPT = 2000;
/** The number of lines with the first frame, if there are as many: app/table/game.py. */
const LINES_AT_FIRST = 12;
export const PUT_BACK = "This table was restored from a backup. Check it: the last moves may be missing.";

/**
 * @param {{ lasts: (sight: Sight) => number, changed: () => void }} page  `changed`: a moment is over
 */
export function open_store(page) {
  const moments = keep_moments(page.changed);
  /** @type {Known} */
  const known = {
    connection: "opening",
    table: null,
    frame: null,
    lines: [],
    has_earlier: false,
    get moments() {
      return moments.all();
    },
    chat: [],
    unsaid: [],
    trouble: null,
    answered: null,
    refusal: null,
    locked: false,
    farewell: null,
    results: null,
    hint: null,
    reactions: [],
    clock: null,
    missed: [],
  };
  /** Lines of the first frame after a hello were missed: they are summarized, not shown one by one. */
  let catching_up = true;

  /** The newest line when the reader stopped seeing the table; null while they see it. @type {number | null} */
  let left_at = null;

  function look_away() {
    if (known.frame) left_at ??= seen;
  }

  function come_back() {
    const since = left_at;
    left_at = null;
    if (since !== null) known.missed = known.lines.filter(({ seq }) => seq > since);
  }

  /** The newest line that this page has announced. */
  let seen = 0;
  /** The epoch of the log for that. @type {string | null} */
  let epoch = null;
  /** Whether the log was restored to an older state and the reader has not been told yet. */
  let put_back = false;
  /**
   * The seat whose view was requested from the server; frames for others are ignored. Undefined once it has answered.
   */
  let eyes = /** @type {number | null | undefined} */ (undefined);

  /**
   * @param {FromServer} message
   * @returns {Line[]} what it says that is new
   */
  function receive(message) {
    if (message.type === "frame") return eyes === undefined || eyes === message.you ? take_frame(message) : [];
    if (message.type === "table") take_table(message);
    else if (message.type === "chat") take_chat(message);
    else if (message.type === "refused") take_refusal(message);
    else if (message.type === "results") known.results = message;
    else if (message.type === "hint") known.hint = message;
    else if (message.type === "reaction") take_reaction(message);
    else if (message.type === "farewell") known.farewell = message.text;
    else if (message.type === "welcome") take_welcome(message.epoch);
    return [];
  }

  /** Everything known so far is void in another epoch. @param {string} now */
  function take_welcome(now) {
    if (epoch !== null && epoch !== now) {
      put_back = true;
      seen = 0;
      known.chat = [];
      leave_game();
    }
    epoch = now;
  }

  /** Forgets the refusal once: it is about what comes now. */
  function forget_refusal() {
    known.refusal = put_back ? { text: PUT_BACK } : null;
    put_back = false;
  }

  /** @param {Table} table */
  function take_table(table) {
    if (known.table?.number !== table.number) forget_lines();
    if (put_back || known.table?.state !== table.state || known.table?.you.seat !== table.you.seat) forget_refusal();
    if (table.state === "gathering" || table.you.seats.length < 2) eyes = undefined;
    known.table = eyes === undefined || table.you.seat === eyes ? with_one_seat(table) : seen_by_nobody(table);
    known.locked = false;
    const { seat, seats } = known.table.you;
    if (seats.length !== 1 && known.frame && known.frame.you !== seat) forget_side();
    if (table.state === "gathering") catching_up = false;
    if (table.state === "gathering" || is_behind_closed_doors(table)) leave_game();
  }

  /** Forgets what only one of several seats has seen. */
  function forget_side() {
    known.frame = known.hint = known.answered = null;
    known.missed = [];
    known.lines = known.lines.filter(({ yours }) => !yours);
    moments.forget(({ yours }) => !!yours);
  }

  function forget_lines() {
    known.lines = [];
    known.missed = [];
    known.has_earlier = false;
  }

  /** Forgets a game that was put away, or that this reader may not watch. */
  function leave_game() {
    known.frame = known.answered = left_at = null;
    forget_lines();
    moments.forget(() => true);
  }

  /** @param {Frame} frame */
  function take_frame(frame) {
    const news = frame.lines.filter((line) => line.seq > seen);
    if (known.answered !== frame.question || !frame.asked.some((seat) => seat === frame.you)) known.answered = null;
    if (known.frame && known.frame.question !== frame.question) forget_refusal();
    known.frame = { ...frame, lines: [] };
    if (news.length) moments.forget(({ seq }) => eyes === undefined || seq < (news.at(-1)?.seq ?? 0));
    eyes = undefined;
    const opens = seen === 0;
    for (const line of news) hear(line);
    known.lines.splice(0, known.lines.length - MOST_KEPT);
    known.has_earlier ||= opens && known.lines.length >= LINES_AT_FIRST;
    const told = catching_up ? [] : news;
    if (catching_up && !document.hidden) come_back();
    catching_up = false;
    return told;
  }

  /** @param {Line} line */
  function hear(line) {
    if (!line.fades) known.lines.push({ ...line, sight: null });
    if (line.fades || (line.sight && !catching_up)) moments.keep(line, line.sight ? page.lasts(line.sight) : SPOKEN_MS);
    seen = Math.max(seen, line.seq);
  }

  /** @param {Chat} message */
  function take_chat(message) {
    const { chat } = known;
    if (chat.every(({ seq }) => seq !== message.seq)) chat.push(message);
    chat.sort((a, b) => a.seq - b.seq).splice(0, chat.length - MOST_KEPT); // earlier ones may come later
  }

  /** One for each author. @param {Reacted} reaction */
  function take_reaction(reaction) {
    drop_reaction(({ from }) => from.name === reaction.from.name);
    known.reactions.push(reaction);
    setTimeout(() => {
      drop_reaction((other) => other === reaction);
      page.changed();
    }, SPOKEN_MS);
  }

  /** @param {(reaction: Reacted) => boolean} is_over */
  function drop_reaction(is_over) {
    known.reactions = known.reactions.filter((reaction) => !is_over(reaction));
  }

  /** @param {Refused} refused */
  function take_refusal(refused) {
    known.refusal = refused.text;
    if (refused.code === "password") known.locked = true;
    else if (known.connection !== "open" && refused.id === null) known.trouble = refused.text;
    if (!refused.id) eyes = undefined; // the server may show no other side
  }

  return {
    known,
    receive,
    /** Whether the reader has yet to be told that the log was restored. */
    was_put_back: () => put_back,
    /** What the server needs to resume from here. */
    resume: () => ({ seen, epoch }),
    look_away,
    /** Why no connection opens, as far as that is known. @param {Text | null} why */
    trouble(why) {
      if (known.connection !== "open") known.trouble = why;
    },
    /** The page is visible again, and up to date unless it is still reconnecting. */
    look_again: () => catching_up || come_back(),
    /** Whether the next frame shows what was missed. */
    is_catching_up: () => catching_up,
    /** Takes the clocks of the newest frame, even before it is shown. @param {Frame} frame */
    set_clock({ clocks, asked, outcome }) {
      known.clock = clocks ? { left: clocks, running: outcome ? [] : asked, at: performance.now() } : null;
    },
    /** @param {Connection} connection */
    connection(connection) {
      known.connection = connection;
      if (connection === "open") {
        known.trouble = null;
        return;
      }
      look_away();
      catching_up = true;
      eyes = undefined;
    },
    /**
     * With several seats on this device: requests another seat's view, or a spectator's. Until the server answers, the
     * page knows only what is public in the game.
     * @param {number | null} seat
     */
    look(seat) {
      eyes = seat;
      seen = 0;
      catching_up = true;
      forget_side();
      forget_lines();
      known.refusal = null;
      if (known.table) known.table = seen_by_nobody(known.table);
    },
    /** @param {number | null} question */
    answering(question) {
      known.answered = question;
      known.refusal = null;
      known.missed = [];
    },
    forget: moments.forget,
  };
}

/**
 * Before anything is hidden, somebody with several seats acts for the first.
 * @param {Table} table
 * @returns {Table}
 */
const with_one_seat = (table) =>
  table.state === "gathering" ? { ...table, you: { ...table.you, seat: table.you.seats[0] ?? null } } : table;

/** @param {Table} table @returns {Table} */
const seen_by_nobody = (table) => ({ ...table, you: { ...table.you, seat: null } });

/** Whether there is a game that this reader may not watch. @param {Table} table */
export const is_behind_closed_doors = ({ onlookers, you, state }) =>
  !onlookers && !you.seats.length && state !== "gathering";

/**
 * Passing lines and sights. When their time is over, no trace of them is left on the page.
 * @param {() => void} changed
 */
function keep_moments(changed) {
  /** @type {Line[]} */
  let moments = [];

  /** @param {(line: Line) => boolean} is_over */
  function forget(is_over) {
    moments = moments.filter((line) => !is_over(line));
  }

  return {
    all: () => moments,
    forget,
    /**
     * @param {Line} line
     * @param {number} ms
     */
    keep(line, ms) {
      moments = [...moments, line];
      setTimeout(() => {
        if (!moments.includes(line)) return;
        forget((other) => other === line);
        changed();
      }, ms);
    },
  };
}
