// @ts-check
// The result as a picture for sharing: the table as it lies there at the end, whoever has won before the sun, the
// ranking and what was remarkable. Upright for phones, else as wide as pictures of links. It is drawn here from public
// information only, and goes to the device's share sheet or into a file.

/** @import { Page } from "#types/room" */
/** @import { Box } from "#room/ending_board.js" */
import { ordinal } from "#kit/ordinal.js";
import { FIGURES } from "#kit/person.js";
import { board_of, draw_board } from "#room/ending_board.js";
import { in_order, played_by } from "#room/past_games.js";
import { blank, colour, draw_sun, finished, lines, SANS, send, sheet_of, stand } from "#room/picture.js";

/**
 * Where everything is. A board that is lower leaves its room to the winner above it and to the words.
 * @typedef {object} Plan
 * @property {number} width
 * @property {number} height
 * @property {Box} board  at most
 * @property {number} tall  the winner, at least
 * @property {Box} words  from the first line on; below the board if they are as wide
 * @property {number} columns  of the ranking
 */
/** @type {Plan} */
const UPRIGHT_PLAN = {
  ...{ width: 1080, height: 1350, columns: 2, tall: 250 },
  board: { x: 80, y: 330, width: 920, height: 540 },
  words: { x: 80, y: 970, width: 920, height: 280 },
};
/** @type {Plan} */
const WIDE_PLAN = {
  ...{ width: 1200, height: 630, columns: 1, tall: 200 },
  board: { x: 500, y: 250, width: 652, height: 332 },
  words: { x: 48, y: 96, width: 400, height: 440 },
};
/** Of the room that a low board leaves, for the winner. */
const SHARE = 0.6;

/** @param {Page} page */
export async function share_picture(page) {
  const { say, boot, state } = page;
  await send(say, await picture(page), `tertulia-${boot.game}-${state.table.number}`, boot.card.title);
}

/** @param {Page} page @returns {Promise<Blob>} */
export async function picture(page) {
  const plan = innerWidth > innerHeight ? WIDE_PLAN : UPRIGHT_PLAN;
  const { canvas, pen, people } = await blank(plan.width, plan.height);
  await draw_table(pen, plan, page, people);
  write(pen, plan, page, people);
  return finished(canvas);
}

/** @param {Page} page @param {number} seat */
function drawn(page, seat) {
  const chosen = page.state.table.seats[seat]?.figure;
  return { figure: chosen ? FIGURES.indexOf(chosen) : seat, coat: seat };
}

// --- The table ----------------------------------------------------------------------------------------------

/**
 * The table, and the winner behind its edge, before the sun.
 * @param {CanvasRenderingContext2D} pen
 * @param {Plan} plan
 * @param {Page} page
 * @param {HTMLImageElement} people
 */
async function draw_table(pen, { board, tall }, page, people) {
  const table = document.querySelector("main .table");
  const lies = table && board_of(table);
  const around = lies?.around ?? board;
  const scale = Math.min(board.width / around.width, board.height / around.height);
  const [width, height] = [around.width * scale, around.height * scale];
  const y = board.y + (board.height - height) * SHARE;
  draw_winners(pen, people, page, { ...board, y: y - 8, height: tall + y - board.y });
  sheet_of(pen, { x: board.x - 16, y: y - 16, width: board.width + 32, height: height + 32 });
  if (lies) await draw_board(pen, lies, { x: board.x + (board.width - width) / 2, y, width, height });
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {HTMLImageElement} people
 * @param {Page} page
 * @param {Box} edge  on which they stand, and as high as there is room above it
 */
function draw_winners(pen, people, page, { x, y, width, height }) {
  const winners = page.state.frame?.outcome?.winners ?? [];
  if (!winners.length) return;
  const [middle, step] = [x + width / 2, Math.min(height * 0.9, width / winners.length)];
  draw_sun(pen, middle, y - height * 0.42, height * 0.72);
  for (const [nth, seat] of winners.entries())
    stand(pen, people, drawn(page, seat), "happy", middle + step * (nth - (winners.length - 1) / 2), y, step / 0.9);
}

// --- The words ----------------------------------------------------------------------------------------------

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Plan} plan
 * @param {Page} page
 * @param {HTMLImageElement} people
 */
function write(pen, { width, height, words, columns }, page, people) {
  const { say, boot, state, parts } = page;
  const { outcome, places } = state.frame ?? {};
  const [fact] = parts.ending?.facts(page) ?? [];
  const is_centred = columns > 1;
  const said = { ...words, x: is_centred ? width / 2 : words.x };
  pen.textAlign = is_centred ? "center" : "start";
  pen.fillStyle = colour("ink");
  let y = lines(pen, headline(page), said, is_centred ? 70 : 56, 2);
  const remark = fact ? say(fact) : outcome ? say(outcome.why) : "";
  y = lines(pen, remark, { ...said, y: y - 12 }, is_centred ? 36 : 30, 3);
  if (places) ranking(pen, page, people, { ...words, y, height: words.y + words.height - y }, columns);
  pen.textAlign = is_centred ? "center" : "start";
  pen.fillStyle = colour("ink2");
  pen.font = `26px ${SANS}`;
  pen.fillText(
    `${boot.card.title} · Tertulia · ${location.host}`,
    said.x,
    height - (is_centred ? 48 : 40),
    words.width,
  );
}

/** The winner by name, also for the winner. @param {Page} page */
function headline(page) {
  const { say, state } = page;
  const names = state.frame?.outcome?.winners.map((seat) => played_by(page, seat)) ?? [];
  if (!names.length) return say("The game is over.");
  return names.length > 1 ? say("{names} share the win.", { names }) : say("{name} wins.", { name: names[0] });
}

/**
 * A row for everybody: their figure, place, name and result.
 * @param {CanvasRenderingContext2D} pen
 * @param {Page} page
 * @param {HTMLImageElement} people
 * @param {Box} box
 * @param {number} columns
 */
function ranking(pen, page, people, box, columns) {
  const places = page.state.frame?.places ?? [];
  const rows = Math.ceil(places.length / columns);
  const step = Math.min(76, box.height / rows);
  const column = (box.width - 40 * (columns - 1)) / columns;
  for (const [nth, seat] of in_order(places).entries()) {
    const x = box.x + Math.floor(nth / rows) * (column + 40);
    const y = box.y + (nth % rows) * step;
    const { place } = places[seat];
    stand(pen, people, drawn(page, seat), place === 1 ? "happy" : "low", x + step / 2, y + step, step);
    row(pen, page, seat, { x: x + step + 12, y, width: column - step - 12, height: step });
  }
}

/** @param {CanvasRenderingContext2D} pen @param {Page} page @param {number} seat @param {Box} box */
function row(pen, page, seat, { x, y, width, height }) {
  const { say } = page;
  const place = (page.state.frame?.places ?? [])[seat];
  pen.textAlign = "start";
  pen.fillStyle = colour("ink");
  pen.font = `${place.place === 1 ? 700 : 500} ${height * 0.36}px ${SANS}`;
  pen.fillText(`${ordinal(say, place)}  ${played_by(page, seat)}`, x, y + height * 0.46, width);
  pen.fillStyle = colour("ink2");
  pen.font = `400 ${height * 0.28}px ${SANS}`;
  pen.fillText(say(place.has), x, y + height * 0.84, width);
}
