// @ts-check
// News beyond single lines: what happened before the page opened or while nobody looked, repeated actions, and rare
// news.

/** @import { Boot, Consequences, Drawing, Page, Say } from "#types/room" */
/** @import { State } from "#state/state.js" */
/** @import { Line, Reacted, Reaction, Results, Table, Welcome } from "#types/wire" */
/** @template Item @typedef {import("#kit/noise.js").Run<Item>} Run */
import { html, nothing } from "lit-html";
import { announce_news } from "#kit/announce.js";
import { folded, in_one, kind_of, runs_of } from "#kit/noise.js";
import { earlier } from "#room/log.js";
import { figure } from "#room/seats.js";

/** A player who has done nothing else for this long may be done. */
const REST_MS = 2_000;
/** Of the lines that were missed, so many are announced: the newest. */
const MOST_TOLD = 3;
/** @type {Record<Reaction, string>} */
export const REACTIONS = {
  bravo: "Bravo!",
  laugh: "Ha ha!",
  wow: "Wow!",
  ouch: "Ouch!",
  thinking: "Hmm…",
  hurry: "Hurry!",
};

// --- Earlier ------------------------------------------------------------------------------------------------

/**
 * Loads lines from before the oldest one of the page.
 * @param {Boot} boot
 * @param {Pick<State, "table">} state
 * @returns {Promise<{ lines: Line[], seat: number | null }>}
 */
export async function lines({ room }, { table }) {
  const seat = table?.you.seat ?? null;
  const path = `/api/rooms/${room}/lines${seat === null ? "" : `?seat=${seat}`}`;
  return { lines: await answer_to(path), seat };
}

/** Loads the results of all games. @param {Boot} boot @returns {Promise<Results>} */
export const results = ({ room }) => answer_to(`/api/rooms/${room}/results`);

/**
 * The button above the oldest message, unless it is the first.
 * @param {Page} page
 * @param {() => void} make_room  for more
 * @returns {Drawing}
 */
export function said_before({ say, state, dispatch }, make_room) {
  function bring() {
    make_room();
    dispatch({ type: "ask_earlier" });
  }
  return state.chat[0].seq === state.first_said ? nothing : html`<li class="earlier">${earlier(say, bring)}</li>`;
}

/** @param {string} path */
async function answer_to(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** The missed lines that were announced last. @type {Line[]} */
let told = [];

/**
 * Lines from while the reader did not see the table: the connection was lost, or the page hidden. The latest are
 * announced once.
 * @param {Page} page
 */
export function missed({ say, state, commands, parts }) {
  const count = new Set(state.missed.map(({ seq }) => seq)).size;
  const lines = parts.noise()?.in_short(state.missed) ?? state.missed;
  const title = say("Back after {count} moves", { count });
  if (told !== state.missed) {
    told = state.missed;
    const words = [`${title}.`, ...lines.slice(-MOST_TOLD).map(({ text }) => say(text))];
    queueMicrotask(() => announce_news(words)); // after the announcement of the message itself
  }
  return html`<section class="missed" aria-labelledby="missed">
    <h2 id="missed">${title}</h2>
    <ol>${lines.map(({ text }) => html`<li>${say(text)}</li>`)}</ol>
    <button type="button" class="small" data-focus="missed" @click=${commands.close_missed}>${say("Close")}</button>
  </section>`;
}

// --- Noise --------------------------------------------------------------------------------------------------

/**
 * Repeated actions appear once in the log and over the felt, and are read aloud when they pause.
 * @param {string} game
 */
export async function noise_of(game) {
  const { noise = {} } = /** @type {Consequences} */ (await import(`#games/${game}/consequences.js`));
  /** Lines of one kind yet to be read aloud. @type {Line[]} */
  let owed = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @returns {Line[]} */
  function paid() {
    const lines = owed;
    owed = [];
    return lines.length > 1 ? [{ ...lines[0], text: in_one(lines, noise) }] : lines;
  }

  /** @param {Line[]} lines  oldest first */
  const runs = (lines) => runs_of(lines, noise, (line) => line);

  return {
    /**
     * Lines to be read aloud at once; repeated ones follow later. One's own actions are announced without delay.
     * @param {Line[]} news
     * @param {Page["state"]["table"] | null} table
     * @param {boolean} is_last  nothing may follow later: the question does
     * @param {Say} say
     */
    read_now(news, table, is_last, say) {
      clearTimeout(timer);
      const now = news.flatMap((line) => {
        if (line.fades) return [line];
        const kind = table?.you.seats.includes(line.seat ?? -1) ? null : kind_of([line], noise);
        const goes_on = owed.length > 0 && kind_of(owed.slice(0, 1), noise) === kind;
        const before = goes_on ? [] : paid();
        if (kind) owed.push(line);
        return kind ? before : [...before, line];
      });
      if (is_last) return [...now, ...paid()];
      timer = setTimeout(() => announce_news(paid().map(({ text }) => say(text))), REST_MS);
      return now;
    },

    /** The newest line, or repeated lines as one. @param {Line[]} lines  oldest first */
    latest(lines) {
      const { text, items } = /** @type {Run<Line>} */ (runs(lines).at(-1));
      return text ? { ...items[0], text, fades: false } : items[0];
    },

    runs,

    /**
     * A run, if it is one.
     * @param {Page} page
     * @param {Run<Line>} run
     * @param {(page: Page, line: Line) => Drawing} row
     */
    folded(page, { text, items: [first, ...others] }, row) {
      if (!text) return null;
      const rows = [first, ...others].reverse().map((line) => row(page, line));
      const words = html`${first.seat === null ? nothing : figure(page, first.seat)}${page.say(text)}`;
      return html`<li>${folded(first.seq, words, rows, page.redraw)}</li>`;
    },

    /** @param {Line[]} lines  oldest first @returns {Pick<Line, "text">[]} */
    in_short: (lines) => runs(lines).map(({ text, items: [first] }) => (text ? { text } : first)),
  };
}

// --- News of the table --------------------------------------------------------------------------------------

/**
 * The announcement of this message. A welcome to a page that has a table means that a lost connection is back.
 * @param {Say} say
 * @param {Reacted | Table | Welcome} message
 * @param {Table | null} before
 */
export function news_of(say, message, before) {
  if (message.type === "welcome") return [say("Connected again.")];
  if (message.type === "table") return before ? table_news(say, before, message) : [];
  const { from, what } = message;
  return [say("{name}: {text}", { name: from.name, text: say(REACTIONS[what]) })];
}

/**
 * Immediate announcements of a change at the table.
 * @param {Say} say
 * @param {Table} before
 * @param {Table} now
 */
function table_news(say, before, now) {
  const { you } = now;
  const wishes = now.wishes.filter(
    ({ back, person }) => !back && before.wishes.every((other) => other.person !== person),
  );
  /** @type {[unknown, string][]} */
  const news = [
    [now.paused && !before.paused, "The game is paused."],
    [before.paused && !now.paused && now.state === "playing", "The game goes on."],
    [you.host && !before.you.host, "You are the host now."],
    [before.you.seats.length && !you.seats.length, "You are watching now."],
    [you.muted && !before.you.muted, "The host has muted you."],
  ];
  return [
    ...(you.host ? wishes.map(({ name }) => say("{name} would like to sit down.", { name })) : []),
    ...news.flatMap(([is_so, words]) => (is_so ? say(words) : [])),
    ...(now.state === "playing" ? [] : seat_news(say, before, now)),
  ];
}

/**
 * Who sits where since somebody sat down, left or moved; and the prompt once no seat is free, unless the focus has just
 * gone there. During a game, lines tell it.
 * @param {Say} say
 * @param {Table} before
 * @param {Table} now
 */
function seat_news(say, before, now) {
  const news = now.seats.flatMap(({ name }, seat) =>
    name === (before.seats[seat]?.name ?? null)
      ? []
      : say("{name}: {text}", { name: say("Seat {number}", { number: seat + 1 }), text: name ?? say("Free seat") }),
  );
  const prompt = document.getElementById("prompt");
  const fills = now.state === "gathering" && news.length > 0 && now.seats.every(({ name }) => name);
  return fills && prompt && prompt !== document.activeElement ? [...news, prompt.textContent.trim()] : news;
}
