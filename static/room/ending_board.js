// @ts-check
// The table as it lies there at the end, copied onto a canvas: its boxes, its drawings, and its words. What the page
// has in front of it does not matter.

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
import { union } from "#kit/placing.js";

/** What a drawing looks like, wherever its styles come from. */
const PAINT = "fill fill-opacity stroke stroke-opacity stroke-width stroke-dasharray stroke-linecap stroke-linejoin";
const SHAPE =
  "opacity display visibility transform transform-origin transform-box translate rotate scale font text-anchor";
const looks_of_all = `${PAINT} ${SHAPE}`.split(" ");
const NOTHING = "rgba(0, 0, 0, 0)";

/**
 * What there is to draw of the table, and where it lies in the window; null if nothing does.
 * @param {Element} table
 */
export function board_of(table) {
  const seen = [...table.querySelectorAll("*")].filter((node) => is_seen(node));
  const outermost = seen.filter((node) => node instanceof SVGSVGElement && !node.parentElement?.closest("svg"));
  const drawings = /** @type {SVGSVGElement[]} */ (outermost);
  const elements = /** @type {HTMLElement[]} */ (seen.filter((node) => node instanceof HTMLElement));
  const words = elements.flatMap((node) => [...node.childNodes].filter((child) => child instanceof Text));
  const boxes = elements.filter(is_framed);
  const around = union([...drawings.flatMap(drawn), ...boxes].map((node) => node.getBoundingClientRect()));
  return around && { drawings, boxes, words, around };
}

/** Some drawings reach beyond their frame. @param {SVGSVGElement} drawing */
const drawn = (drawing) => [...drawing.children].filter((child) => child instanceof SVGGraphicsElement);

/**
 * Draws it into a box of its proportions.
 * @param {CanvasRenderingContext2D} pen
 * @param {NonNullable<ReturnType<typeof board_of>>} board
 * @param {Box} into
 */
export async function draw_board(pen, { drawings, boxes, words, around }, into) {
  const scale = into.width / around.width;
  const image = await as_image(drawings, around, scale);
  pen.save();
  pen.translate(into.x, into.y);
  pen.scale(scale, scale);
  pen.translate(-around.x, -around.y);
  for (const box of boxes) draw_box(pen, box);
  pen.drawImage(image, around.x, around.y, around.width, around.height);
  for (const text of words) draw_words(pen, text);
  pen.restore();
}

/** @param {Element} node */
function is_seen(node) {
  if (node.closest(".unseen, button, .sprite, [hidden]")) return false;
  const { width, height } = node.getBoundingClientRect();
  return width > 1 && height > 1 && getComputedStyle(node).visibility === "visible" && !is_hidden(node);
}

/** Transparent, or cut off for screen readers alone. @param {Element | null} node @returns {boolean} */
function is_hidden(node) {
  if (node === null || node.matches("main")) return false;
  const { clipPath, opacity } = getComputedStyle(node);
  return opacity === "0" || clipPath.includes("inset") || is_hidden(node.parentElement);
}

/** @param {Element} node */
function is_framed(node) {
  const { backgroundColor, borderTopWidth, borderTopStyle } = getComputedStyle(node);
  return backgroundColor !== NOTHING || (borderTopWidth !== "0px" && borderTopStyle !== "none");
}

/** @param {CanvasRenderingContext2D} pen @param {HTMLElement} box */
function draw_box(pen, box) {
  const { x, y, width, height } = box.getBoundingClientRect();
  const { backgroundColor, borderTopWidth, borderTopColor, borderTopStyle, borderTopLeftRadius } =
    getComputedStyle(box);
  const line = borderTopStyle === "none" ? 0 : Number.parseFloat(borderTopWidth);
  const round = Number.parseFloat(borderTopLeftRadius) || 0;
  const radius = borderTopLeftRadius.endsWith("%") ? (round * Math.min(width, height)) / 100 : round;
  pen.beginPath();
  pen.roundRect(x + line / 2, y + line / 2, width - line, height - line, Math.min(radius, width / 2, height / 2));
  pen.fillStyle = backgroundColor;
  pen.fill();
  pen.lineWidth = line;
  pen.strokeStyle = borderTopColor;
  if (line) pen.stroke();
}

/** @param {CanvasRenderingContext2D} pen @param {Text} text */
function draw_words(pen, text) {
  const { font, color } = getComputedStyle(/** @type {Element} */ (text.parentElement));
  const range = document.createRange();
  pen.font = font;
  pen.fillStyle = color;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  for (const { index, 0: word } of text.data.matchAll(/\S+/g)) {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const { x, y, width, height } = range.getBoundingClientRect();
    pen.fillText(word, x, y + height / 2, width || undefined);
  }
  pen.textBaseline = "alphabetic";
}

/**
 * All drawings in one image, with everything that they refer to.
 * @param {SVGSVGElement[]} drawings
 * @param {Box} around
 * @param {number} scale
 */
function as_image(drawings, { x, y, width, height }, scale) {
  const size = { width: `${width * scale}`, height: `${height * scale}` };
  const root = made("svg", { viewBox: `${x} ${y} ${width} ${height}`, ...size });
  const style = made("style", {});
  style.textContent = sheets();
  const sprites = [...document.querySelectorAll("svg.sprite, #paints")].map((sprite) => sprite.cloneNode(true));
  const looks = document.querySelector(".sprite.two-colours") ? "in-two-colours" : "";
  const group = made("g", { class: looks });
  group.append(...drawings.map(placed));
  root.append(style, ...sprites, group);
  return image_of(
    `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`,
  );
}

/** @param {string} address */
export async function image_of(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** A drawing at its place in the window, turned and moved as there. @param {SVGSVGElement} drawing */
function placed(drawing) {
  const { a, b, c, d, e, f } = drawing.getScreenCTM() ?? new DOMMatrix();
  const group = made("g", { transform: `matrix(${[a, b, c, d, e, f]})` });
  const { x, y, width, height } = drawing.viewBox.baseVal;
  const [viewBox, overflow] = [`${x} ${y} ${width} ${height}`, "visible"];
  const place = made("svg", { x: `${x}`, y: `${y}`, width: `${width}`, height: `${height}`, viewBox, overflow });
  place.append(...Array.from(drawing.children, copied));
  const { opacity, filter } = getComputedStyle(drawing);
  const kind = made("g", { class: drawing.getAttribute("class") ?? "" });
  Object.assign(kind.style, { opacity, filter: filter.includes("url") ? "none" : filter, transform: "none" });
  kind.style.setProperty("rotate", "none");
  kind.append(place);
  group.append(kind);
  return group;
}

/** A copy with its looks as they are. @param {Element} node */
function copied(node) {
  const copy = /** @type {SVGElement} */ (node.cloneNode(false));
  const looks = getComputedStyle(node);
  for (const look of looks_of_all) copy.style.setProperty(look, looks.getPropertyValue(look));
  for (const child of node.childNodes) copy.append(child instanceof Element ? copied(child) : child.cloneNode(true));
  return copy;
}

/** @param {string} name @param {Record<string, string>} attributes */
function made(name, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return /** @type {SVGElement} */ (node);
}

/** All style rules of this page. */
const sheets = () =>
  [...document.styleSheets]
    .filter(({ disabled, media }) => !disabled && (!media.mediaText || matchMedia(media.mediaText).matches))
    .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
    .join("\n");
