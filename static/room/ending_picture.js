// @ts-check
// The result as a picture of 1080 × 1350 for sharing: the sun, the winner's pieces, the ranking. It is drawn here from
// public information only, and goes to the device's share sheet or into a file.

/** @import { Page } from "#types/room" */
/** @import { Place } from "#types/wire" */
import { announce } from "#kit/announce.js";
import { ordinal } from "#kit/ordinal.js";
import { in_order, played_by } from "#room/results.js";

const WIDTH = 1080;
const HEIGHT = 1350;
const MIDDLE = WIDTH / 2;
const SUN = { y: 410, radius: 270 };
const MARGIN = 90;
const ROWS = { left: 150, name: 240, middle: 560, right: WIDTH - 150 };
const LOWEST = HEIGHT - 150;
const MOST_BYTES = 300_000;
const SANS = "system-ui, sans-serif";
const SERIF = '"Young Serif", Georgia, serif';

/** @param {Page} page */
export async function share_picture(page) {
  const { say, boot, state } = page;
  const blob = await picture(page);
  const name = `tertulia-${boot.game}-${state.table.number}.${blob.type.slice("image/".length)}`;
  const file = new File([blob], name, { type: blob.type });
  if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
    const went = await navigator.share({ files: [file], title: boot.card.title }).then(
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

/** @param {Page} page @returns {Promise<Blob>} */
export async function picture(page) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  await Promise.all([document.fonts.load(`80px ${SERIF}`), document.fonts.ready]);
  const medal = document.querySelector(".over .medal");
  draw_table(pen);
  if (medal) pen.drawImage(await drawn(medal), MIDDLE - SUN.radius, SUN.y - SUN.radius, 2 * SUN.radius, 2 * SUN.radius);
  write(pen, page, medal ? SUN.y + SUN.radius + 30 : 260);
  const png = await encoded(canvas, "image/png");
  return png.size <= MOST_BYTES ? png : encoded(canvas, "image/jpeg");
}

/** @param {HTMLCanvasElement} canvas @param {string} type @returns {Promise<Blob>} */
const encoded = (canvas, type) =>
  new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), type, 0.88);
  });

// --- The table ----------------------------------------------------------------------------------------------

/** @param {string} name  of a token of the theme */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** @param {CanvasRenderingContext2D} pen */
function draw_table(pen) {
  pen.fillStyle = colour("paper");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.beginPath();
  pen.roundRect(36, 36, WIDTH - 72, HEIGHT - 72, 44);
  pen.fillStyle = colour("felt");
  pen.fill();
  pen.lineWidth = 4;
  pen.strokeStyle = colour("felt-line");
  pen.stroke();
}

// --- The pieces ---------------------------------------------------------------------------------------------

/**
 * The medal as a standalone image, with everything its pieces refer to and all their styles.
 * @param {Element} medal
 */
async function drawn(medal) {
  const frame = medal.getBoundingClientRect();
  const root = node("svg", { viewBox: "0 0 1000 1000", width: "1000", height: "1000" });
  const style = node("style", {});
  style.textContent = sheets();
  const sprites = [...document.querySelectorAll("svg.sprite, #paints")].map((sprite) => sprite.cloneNode(true));
  const looks = document.querySelector(".sprite.two-colours") ? "in-two-colours medal" : "medal";
  const group = node("g", { class: looks });
  for (const svg of medal.querySelectorAll("svg")) group.append(placed(svg, frame));
  root.append(style, ...sprites, group);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`;
  await image.decode();
  return image;
}

/**
 * A drawing at its place in the medal, as a group; a style sheet's size for it does not apply here.
 * @param {SVGSVGElement} svg
 * @param {DOMRect} frame
 */
function placed(svg, frame) {
  const box = svg.viewBox.baseVal;
  const is = svg.getBoundingClientRect();
  const unit = 1000 / frame.width;
  const scale = (unit * is.width) / box.width;
  const at = `translate(${(is.x - frame.x) * unit} ${(is.y - frame.y) * unit})`;
  const group = node("g", { class: svg.getAttribute("class") ?? "" });
  group.setAttribute("transform", `${at} scale(${scale}) translate(${-box.x} ${-box.y})`);
  group.append(...[...svg.childNodes].map((child) => child.cloneNode(true)));
  return group;
}

/** @param {string} name @param {Record<string, string>} attributes */
function node(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** All style rules of this page. */
const sheets = () =>
  [...document.styleSheets]
    .filter(({ disabled, media }) => !disabled && (!media.mediaText || matchMedia(media.mediaText).matches))
    .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
    .join("\n");

// --- The words ----------------------------------------------------------------------------------------------

/** @param {CanvasRenderingContext2D} pen @param {Page} page @param {number} top */
function write(pen, page, top) {
  const { say, boot, state, parts } = page;
  const { outcome, places } = state.frame ?? {};
  pen.fillStyle = colour("ink");
  line(pen, boot.card.title, 110, `40px ${SERIF}`);
  let y = lines(pen, headline(page), top + 50, `76px ${SERIF}`, 2);
  if (outcome) y = lines(pen, say(outcome.why), y - 24, `34px ${SANS}`, 2);
  if (places) y = rows(pen, page, places, y + 20);
  for (const fact of parts.ending?.facts(page) ?? [])
    if (y < LOWEST) y = lines(pen, say(fact), y + 14, `italic 30px ${SANS}`, 1);
  line(pen, `Tertulia · ${location.host}`, HEIGHT - 72, `28px ${SANS}`);
}

/** The winner by name, also for the winner. @param {Page} page */
function headline(page) {
  const { say, state } = page;
  const names = state.frame?.outcome?.winners.map((seat) => played_by(page, seat)) ?? [];
  if (!names.length) return say("The game is over.");
  return names.length > 1 ? say("{names} share the win.", { names }) : say("{name} wins.", { name: names[0] });
}

/**
 * Writes a row for everybody: place, name and result.
 * @param {CanvasRenderingContext2D} pen
 * @param {Page} page
 * @param {Place[]} places
 * @param {number} top
 */
function rows(pen, page, places, top) {
  const { say } = page;
  let y = top;
  for (const seat of in_order(places)) {
    pen.font = `${places[seat].place === 1 ? 700 : 400} 34px ${SANS}`;
    pen.textAlign = "start";
    pen.fillText(ordinal(say, places[seat]), ROWS.left, y);
    pen.fillText(played_by(page, seat), ROWS.name, y, ROWS.middle - ROWS.name);
    pen.textAlign = "end";
    pen.fillText(say(places[seat].has), ROWS.right, y, ROWS.right - ROWS.middle - 20);
    y += 48;
  }
  return y;
}

/**
 * Writes a line, condensed if necessary.
 * @param {CanvasRenderingContext2D} pen
 * @param {string} words
 * @param {number} y
 * @param {string} font
 */
function line(pen, words, y, font) {
  pen.font = font;
  pen.textAlign = "center";
  pen.fillText(words, MIDDLE, y, WIDTH - 2 * MARGIN);
}

/**
 * Writes text wrapped to at most this many lines; returns the position below it.
 * @param {CanvasRenderingContext2D} pen
 * @param {string} words
 * @param {number} top
 * @param {string} font
 * @param {number} most
 */
function lines(pen, words, top, font, most) {
  pen.font = font;
  const step = Number.parseInt(font.replace("italic ", ""), 10) * 1.25;
  const found = [""];
  for (const word of words.split(" ")) {
    const longer = `${found.at(-1)} ${word}`.trim();
    if (found.length < most && found.at(-1) && pen.measureText(longer).width > WIDTH - 2 * MARGIN) found.push(word);
    else found[found.length - 1] = longer;
  }
  for (const [nth, each] of found.entries()) line(pen, each, top + nth * step, font);
  return top + found.length * step;
}
