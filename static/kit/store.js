// @ts-check
// What this page knows of its room: the last frame, the lasting lines, the moments, who is here.

/** @import { Connection, Known } from "#types/room" */
/** @import { Chat, Frame, FromServer, Line, Refused, Sight, Table } from "#types/wire" */

const SPOKEN_MS = 4000;

/**
 * @param {{ lasts: (sight: Sight) => number, changed: () => void }} page  `changed`: a moment is over
 */
export function open_store(page) {
  const moments = keep_moments(forgot);
  /** @type {Known} */
  const known = {
    connection: "opening",
    table: null,
    frame: null,
    lines: [],
    moments: [],
    chat: [],
    answered: null,
    refusal: null,
  };
  /** Lines of the first frame after a hello are what was missed: told, not shown. */
  let catching_up = true;

  function forgot() {
    known.moments = moments.all();
    page.changed();
  }

  /** The newest line that this page has told. */
  let seen = 0;

  /**
   * @param {FromServer} message
   * @returns {Line[]} what it says that is new
   */
  function receive(message) {
    if (message.type === "frame") return take_frame(message);
    if (message.type === "table") take_table(message);
    else if (message.type === "chat") take_chat(message);
    else if (message.type === "refused") take_refusal(message);
    return [];
  }

  /** @param {Table} table */
  function take_table(table) {
    if (known.table?.state === "over" && table.state === "playing") known.lines = [];
    if (known.table?.state !== table.state || known.table?.you.seat !== table.you.seat) known.refusal = null;
    known.table = table;
    if (table.state === "gathering") catching_up = false;
  }

  /** @param {Frame} frame */
  function take_frame(frame) {
    const { lines, ...open } = frame;
    const news = lines.filter((line) => line.seq > seen);
    if (known.answered !== frame.question) known.answered = null;
    if (known.frame?.question !== frame.question) known.refusal = null;
    known.frame = { ...open, lines: [] };
    if (news.length) moments.forget(() => true);
    for (const line of news) hear(line);
    known.moments = moments.all();
    const told = catching_up ? [] : news;
    catching_up = false;
    return told;
  }

  /** @param {Line} line */
  function hear(line) {
    if (!line.fades) known.lines.push({ ...line, sight: null });
    if (line.fades || (line.sight && !catching_up))
      moments.keep(line, line.sight ? page.lasts(line.sight) : SPOKEN_MS);
    seen = Math.max(seen, line.seq);
  }

  /** @param {Chat} chat */
  function take_chat(chat) {
    if (known.chat.every((other) => other.seq !== chat.seq)) known.chat.push(chat);
  }

  /** @param {Refused} refused */
  function take_refusal(refused) {
    known.refusal = refused.text;
    if (refused.id) known.answered = null;
  }

  return {
    known,
    receive,
    seen: () => seen,
    /** @param {Connection} connection */
    connection(connection) {
      known.connection = connection;
      if (connection !== "open") catching_up = true;
    },
    /** @param {number | null} question */
    answering(question) {
      known.answered = question;
      known.refusal = null;
    },
    /** @param {(line: Line) => boolean} is_over */
    forget(is_over) {
      moments.forget(is_over);
      known.moments = moments.all();
    },
  };
}

/**
 * What is said or shown for a moment. When its time is over nothing of it is left anywhere on the page.
 * @param {() => void} changed
 */
function keep_moments(changed) {
  /** @type {{ line: Line, timer: number }[]} */
  let moments = [];

  /** @param {(line: Line) => boolean} is_over */
  function forget(is_over) {
    for (const { line, timer } of moments) if (is_over(line)) clearTimeout(timer);
    moments = moments.filter(({ line }) => !is_over(line));
  }

  return {
    /** @returns {Line[]} */
    all: () => moments.map(({ line }) => line),
    forget,
    /**
     * @param {Line} line
     * @param {number} ms
     */
    keep(line, ms) {
      const timer = setTimeout(() => {
        forget((other) => other === line);
        changed();
      }, ms);
      moments.push({ line, timer });
    },
  };
}
