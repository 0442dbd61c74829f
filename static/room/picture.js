// @ts-check
// What pictures for sharing are drawn with, and where they go: to the device's share sheet, or into a file.

/** @import { Say } from "#types/room" */
/** @import { Box } from "#room/ending_board.js" */
import { announce } from "#kit/announce.js";
import { image_of } from "#room/ending_board.js";
import { LONG, SHORT, SUN } from "#room/ending_scene.js";

const MOST_BYTES = 300_000;
export const SANS = "system-ui, sans-serif";
export const SERIF = '"Young Serif", Georgia, serif';
/** Of css/people.svg, in cells. */
const PEOPLE = { columns: 12, rows: 7, rest: 0, happy: 2, low: 3, behind: 5, coats: 6 };

/** Somebody as they are drawn. @typedef {{ figure: number, coat: number }} Drawn */

/**
 * A canvas of this size, of the colour of a sheet, and what is drawn on it with.
 * @param {number} width
 * @param {number} height
 */
export async function blank(width, height) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const [people] = await Promise.all([all_people(), document.fonts.load(`80px ${SERIF}`), document.fonts.ready]);
  pen.fillStyle = colour("sheet");
  pen.fillRect(0, 0, width, height);
  return { canvas, pen, people };
}

/** @param {HTMLCanvasElement} canvas */
export async function finished(canvas) {
  const png = await encoded(canvas, "image/png");
  return png.size <= MOST_BYTES ? png : encoded(canvas, "image/jpeg");
}

/** @param {HTMLCanvasElement} canvas @param {string} type @returns {Promise<Blob>} */
const encoded = (canvas, type) =>
  new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), type, 0.88);
  });

/** @param {Say} say @param {Blob} blob @param {string} called  without its ending @param {string} title */
export async function send(say, blob, called, title) {
  const file = new File([blob], `${called}.${blob.type.slice("image/".length)}`, { type: blob.type });
  if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
    const went = await navigator.share({ files: [file], title }).then(
      () => true,
      (failure) => failure.name === "AbortError", // closed without choosing: nothing to do
    );
    if (went) return;
  }
  keep(file);
  announce([say("The picture is in your downloads.")]);
}

/** @param {File} file */
function keep(file) {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** @param {string} name  of a token of the theme */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Felt with a wooden edge. @param {CanvasRenderingContext2D} pen @param {Box} box */
export function sheet_of(pen, { x, y, width, height }) {
  pen.beginPath();
  pen.roundRect(x, y, width, height, 28);
  pen.fillStyle = colour("felt");
  pen.fill();
  pen.lineWidth = 10;
  pen.strokeStyle = colour("wood-mid");
  pen.stroke();
}

/** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} radius */
export function draw_sun(pen, x, y, radius) {
  pen.save();
  pen.translate(x, y);
  pen.scale(radius / 100, radius / 100);
  pen.fillStyle = colour("turn");
  pen.fill(new Path2D(SHORT));
  pen.fillStyle = colour("gold");
  pen.fill(new Path2D(LONG));
  pen.scale(3.9, 3.9);
  pen.translate(-16, -16);
  pen.fillStyle = colour("red");
  pen.fill(new Path2D(SUN));
  pen.restore();
}

// --- People -------------------------------------------------------------------------------------------------

/** The sheet of all figures, which the page shows already. */
function all_people() {
  const shown = document.querySelector(".person");
  const [, address = ""] =
    /url\("([^"]*people[^"]*)"\)/.exec(shown ? getComputedStyle(shown).backgroundImage : "") ?? [];
  return image_of(address);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {HTMLImageElement} people
 * @param {Drawn} who
 * @param {"rest" | "happy" | "low"} as
 * @param {number} x  of the middle
 * @param {number} foot
 * @param {number} tall
 */
export function stand(pen, people, { figure, coat }, as, x, foot, tall) {
  const cells = [
    [figure, PEOPLE.behind],
    [coat, PEOPLE.coats],
    [figure, PEOPLE[as]],
  ];
  for (const [column, row] of cells) {
    pen.save();
    pen.beginPath();
    pen.rect(x - tall / 2 + 1, foot - tall + 2, tall - 2, tall - 2); // not the edges of other cells
    pen.clip();
    const [left, top] = [x - tall / 2 - column * tall, foot - tall - row * tall];
    pen.drawImage(people, left, top, PEOPLE.columns * tall, PEOPLE.rows * tall);
    pen.restore();
  }
}

// --- Words --------------------------------------------------------------------------------------------------

/**
 * Writes text wrapped to at most this many lines, the last one condensed if necessary; returns the position below it.
 * @param {CanvasRenderingContext2D} pen
 * @param {string} words
 * @param {Pick<Box, "x" | "y" | "width">} box
 * @param {number} size
 * @param {number} most
 * @param {[number, string]} face  its weight and family
 */
export function lines(pen, words, { x, y, width }, size, most, [weight, family] = [400, SERIF]) {
  pen.font = `${weight} ${size}px ${family}`;
  const found = [""];
  for (const word of words.split(" ")) {
    const longer = `${found.at(-1)} ${word}`.trim();
    if (found.length < most && found.at(-1) && pen.measureText(longer).width > width) found.push(word);
    else found[found.length - 1] = longer;
  }
  for (const [nth, each] of found.entries()) pen.fillText(each, x, y + nth * size * 1.2, width);
  return y + found.length * size * 1.2;
}
