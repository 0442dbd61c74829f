// @ts-check
// A whole evening as a picture for sharing: everybody behind one table, whoever won most before the sun, with their
// wins before them, and every game. It is drawn here from what everybody in the room may know.

/** @import { Page } from "#types/room" */
/** @import { Met } from "#types/api" */
/** @import { Evening, Us } from "#room/between_told.js" */
import { FIGURES } from "#kit/person.js";
import { day_in_words, name_of, named, won_by } from "#room/between_people.js";
import { best_of } from "#room/between_told.js";
import { blank, colour, draw_sun, finished, lines, SANS, SERIF, send, sheet_of, stand } from "#room/picture.js";

const WIDTH = 1080;
const MARGIN = 84;
const INNER = WIDTH - 2 * MARGIN;
const MIDDLE = WIDTH / 2;
/** What is said above has this height, on two lines if need be. */
const HEAD = 330;
/** How far the sun reaches up, of the height of whoever stands before it. */
const SUN = 1.16;
/** From the edge of the table, on which they stand, to its lower one. */
const TABLE = 222;
const TALLEST = 300;
/** How much wider whoever won most is drawn. */
const BEST = 1.6;
const MOST_PEOPLE = 6;
/** In one column; more games are drawn smaller, in two. */
const MOST_ROWS = 6;
const FOOT = 180;

/**
 * A picture being drawn.
 * @typedef {{ pen: CanvasRenderingContext2D, people: HTMLImageElement, page: Page, us: Us, evening: Evening }} Card
 */

/** @param {Page} page @param {Us} us @param {Evening} evening */
export async function share_picture(page, us, evening) {
  const { say } = page;
  const day = new Date(evening.day).toISOString().slice(0, "2026-01-31".length);
  await send(say, await picture(page, us, evening), `tertulia-${day}`, say("The evening"));
}

/** @param {Page} page @param {Us} us @param {Evening} evening @returns {Promise<Blob>} */
export async function picture(page, us, evening) {
  const [places, list] = [places_of(evening), list_of(evening)];
  const edge = HEAD + Math.max(...places.map(({ tall }) => tall * SUN));
  const front = edge + TABLE;
  const height = Math.round(front + list.rows * list.row + FOOT);
  const { canvas, pen, people } = await blank(WIDTH, height);
  const card = { pen, people, page, us, evening };
  draw_frame(pen, height);
  write_head(card);
  draw_table(card, places, edge);
  list_games(card, list, front);
  write(pen, `Tertulia · ${location.host}`, { x: MIDDLE, y: height - 64, width: INNER }, `26px ${SANS}`, "ink2");
  return finished(canvas);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} words
 * @param {{ x: number, y: number, width: number }} box  x: of the middle, or of the side on which they are aligned
 * @param {string} font
 * @param {"ink" | "ink2"} ink
 * @param {CanvasTextAlign} align
 */
function write(pen, words, { x, y, width }, font, ink, align = "center") {
  pen.textAlign = align;
  pen.fillStyle = colour(ink);
  pen.font = font;
  pen.fillText(words, x, y, width);
}

/** @param {CanvasRenderingContext2D} pen @param {number} height */
function draw_frame(pen, height) {
  pen.beginPath();
  pen.roundRect(26, 26, WIDTH - 52, height - 52, 36);
  pen.lineWidth = 3;
  pen.strokeStyle = colour("wood-mid");
  pen.stroke();
}

// --- What is said -------------------------------------------------------------------------------------------

/** @param {Card} card */
function write_head(card) {
  const { pen, evening } = card;
  write(pen, day_in_words(evening.day), { x: MIDDLE, y: 112, width: INNER }, `30px ${SANS}`, "ink2");
  pen.fillStyle = colour("ink");
  const y = lines(pen, headline(card), { x: MIDDLE, y: 190, width: INNER }, 66, 2);
  write(pen, remark(card), { x: MIDDLE, y: y - 18, width: INNER }, `32px ${SANS}`, "ink2");
}

/** @param {Card} card */
function headline({ page: { say }, us, evening }) {
  const best = best_of(evening);
  if (!evening.standings.length) return say("An evening together");
  if (!best.length) return say("The bots win the evening");
  const names = best.map((person) => named(us, person));
  return names.length > 1
    ? say("{names} share the evening", { names })
    : say("{name} wins the evening", { name: names[0] });
}

/** @param {Card} card */
function remark({ page: { say }, us, evening: { games, run } }) {
  const count = say("{count} games", { count: games.length });
  if (!run) return count;
  return `${count} · ${say("{name}: {count} in a row", { name: named(us, run.person), count: run.count })}`;
}

// --- The table ----------------------------------------------------------------------------------------------

/** @param {Card} card @param {ReturnType<typeof places_of>} places @param {number} edge  on which they stand */
function draw_table({ pen, people, us, evening }, places, edge) {
  for (const { is_best, x, tall } of places) if (is_best) draw_sun(pen, x, edge - tall * 0.44, tall * 0.7);
  for (const { person, is_best, x, tall } of places)
    stand(pen, people, drawn(us, person), is_best ? "happy" : "rest", x, edge, tall);
  sheet_of(pen, { x: MARGIN - 24, y: edge, width: INNER + 48, height: TABLE });
  pen.fillStyle = colour("ink");
  for (const { person, x, width } of places) {
    const stood = evening.standings.find((each) => each.person === person);
    if (stood) write(pen, String(stood.won), { x, y: edge + 106, width }, `84px ${SERIF}`, "ink");
    lines(pen, named(us, person), { x, y: edge + (stood ? 158 : 118), width: width - 18 }, 28, 2, [600, SANS]);
  }
}

/** Where they stand: whoever won most in the middle and greater, the others beside them. @param {Evening} evening */
function places_of(evening) {
  const best = best_of(evening);
  const row = in_a_row(evening);
  const weights = row.map((person) => (best.includes(person) ? BEST : 1));
  const all = row.length + (BEST - 1) * weights.filter((weight) => weight > 1).length;
  const unit = Math.min(TALLEST / BEST, INNER / all);
  let x = MIDDLE - (unit * all) / 2;
  return row.map((person, nth) => {
    const width = unit * weights[nth];
    x += width;
    return { person, is_best: best.includes(person), x: x - width / 2, width, tall: width * 0.97 };
  });
}

/** @param {Evening} evening */
function in_a_row({ standings, present }) {
  const ranked = [...new Set([...standings.map(({ person }) => person), ...present])].slice(0, MOST_PEOPLE);
  /** @type {number[]} */
  const row = [];
  for (const [nth, person] of ranked.entries())
    if (nth % 2) row.push(person);
    else row.unshift(person);
  return row;
}

/** @param {Us} us @param {number} person */
function drawn({ people, tints }, person) {
  const { seat, figure } = people[person];
  return { figure: figure ? FIGURES.indexOf(figure) : seat, coat: tints.get(person) ?? seat };
}

// --- The games ----------------------------------------------------------------------------------------------

/** The games that have room, or the last of them, and how they are laid out. @param {Evening} evening */
function list_of({ games }) {
  const columns = games.length > MOST_ROWS ? 2 : 1;
  const shown = games.slice(-2 * MOST_ROWS);
  return {
    columns,
    shown,
    rows: Math.ceil(shown.length / columns),
    row: columns > 1 ? 50 : 60,
    before: games.length - shown.length,
  };
}

/** @param {Card} card @param {ReturnType<typeof list_of>} list @param {number} front  below which they are listed */
function list_games(card, { columns, shown, rows, row, before }, front) {
  const width = columns > 1 ? (INNER - 56) / 2 : INNER;
  for (const [nth, game] of shown.entries()) {
    const x = MARGIN + Math.floor(nth / rows) * (width + 56);
    const y = front + 72 + (nth % rows) * row;
    draw_game(card, game, before + nth + 1, { x, y, width, height: row });
  }
}

/**
 * Its number, its title, and who won it.
 * @param {Card} card
 * @param {Met} game
 * @param {number} number
 * @param {import("#room/ending_board.js").Box} box  y: of its line
 */
function draw_game({ pen, people, page, us }, game, number, { x, y, width, height }) {
  const size = Math.round(height * 0.46);
  const winners = game.winners.flatMap((seat) => (typeof game.who[seat] === "number" ? [game.who[seat]] : []));
  for (const [nth, person] of winners.entries())
    stand(
      pen,
      people,
      drawn(us, Number(person)),
      "happy",
      x + width - size * (0.8 + 1.3 * nth),
      y + size * 0.5,
      size * 1.6,
    );
  const [begin, end] = [x + size * 1.5, x + width - size * (winners.length ? 0.7 + 1.3 * winners.length : 0)];
  write(pen, String(number), { x, y, width: size * 1.2 }, `${size}px ${SERIF}`, "ink2", "start");
  write(pen, game.title, { x: begin, y, width: width * 0.3 }, `${size}px ${SANS}`, "ink", "start");
  const room = end - begin - width * 0.32;
  write(pen, winners_of(page, us, game), { x: end, y, width: room }, `600 ${size}px ${SANS}`, "ink", "end");
}

/** @param {Page} page @param {Us} us @param {Met} game */
function winners_of(page, us, game) {
  if (!game.places) return won_by(page, us, game);
  return game.winners.map((seat) => name_of(us, game.who[seat])).join(", ");
}
