// @ts-check
// Pointing by the keyboard: a frame round one piece, which the arrow keys move to the next one.

/** @import { Say } from "#types/room" */
import { announce } from "#kit/announce.js";

export const PIECES = "main :is([data-k], [data-at])";
/** How much farther a piece is that lies to the side of the way. */
const ASIDE = 3;

/** @type {Record<string, { x: number, y: number }>} */
const WAYS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** What a piece is called on the wire. @param {Element} piece */
export const called = (piece) => piece.getAttribute("data-k") ?? piece.getAttribute("data-at") ?? "";

/** What it is called for readers; empty if it has no words. @param {Element} piece */
export function in_words(piece) {
  const label = piece.closest("[aria-label]:not(section, ul, ol)") ?? piece.querySelector("[aria-label]");
  return (label?.getAttribute("aria-label") ?? piece.textContent ?? "").trim().replace(/\s+/g, " ");
}

/** Brings a piece in sight, and lays a frame round it. @param {HTMLElement} frame @param {Element} piece */
export function lay_round(frame, piece) {
  piece.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = piece.getBoundingClientRect();
  const place = { left: left + scrollX, top: top + scrollY, width, height };
  for (const [side, px] of Object.entries(place)) frame.style.setProperty(`--${side}`, `${px}px`);
}

/**
 * Puts the frame round a piece and the focus on it, until Escape or another press.
 * @param {ParentNode} root
 * @param {Say} say
 * @param {(at: string) => void} point
 */
export function choose_piece(root, say, point) {
  const before = document.activeElement;
  const frame = Object.assign(document.createElement("button"), { type: "button", className: "pointing" });
  let piece = pieces(root)[0];
  if (!piece) return;

  /** @param {Element} to */
  function move(to) {
    piece = to;
    lay_round(frame, piece);
    frame.setAttribute("aria-label", say("Point at: {piece}", { piece: in_words(piece) || say("a piece") }));
    announce([in_words(piece)]);
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.key === "Escape") leave();
    else if (event.key in WAYS) move(nearest(pieces(root), piece, WAYS[event.key]) ?? piece);
    else return;
    event.preventDefault();
    event.stopPropagation(); // the arrows also go through the game
  }

  /** Without the focus, the frame goes. */
  function leave() {
    if (before instanceof HTMLElement) before.focus();
    else frame.blur();
  }

  frame.addEventListener("keydown", press);
  frame.addEventListener("click", () => point(called(piece)));
  frame.addEventListener("blur", () => frame.remove());
  document.body.append(frame);
  move(piece);
  frame.focus();
}

/** Those that are in sight, in reading order. @param {ParentNode} root */
const pieces = (root) => [...root.querySelectorAll(PIECES)].filter((piece) => piece.getClientRects().length);

/**
 * The piece that is nearest in this direction, if there is any.
 * @param {Element[]} all
 * @param {Element} from
 * @param {{ x: number, y: number }} way
 */
function nearest(all, from, way) {
  const here = middle(from);
  const far = all.map((piece) => {
    const there = middle(piece);
    const [x, y] = [there.x - here.x, there.y - here.y];
    const along = x * way.x + y * way.y;
    return { piece, along, far: along + ASIDE * Math.abs(x * way.y + y * way.x) };
  });
  const [next] = far.filter(({ along }) => along > 1).sort((one, other) => one.far - other.far);
  return next?.piece;
}

/** @param {Element} piece */
function middle(piece) {
  const { left, top, width, height } = piece.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
