// @ts-check
// The words about what others have done stand beside the place where it has landed, and for a moment the table around
// that is in the shade. Where there is no room they stay where they are when nothing lands: over the edge of the board.

/** @import { Box, Part } from "#types/stage" */
import { beside, first_free, meet } from "#kit/placing.js";
import { BOARD, boxes, NEEDED, PLAYERS, table_in_window } from "#room/free_room.js";

const MOST_WIDE = 240;
/** Left and right of the words; and the height of a line of them. */
const [PADDING, LINE] = [24, 20];
/** How long the table is in the shade; for less it would only flicker. */
const [LEAST_MS, SHADE_MS] = [200, 1200];

/** @param {ParentNode} root */
export function make_caption(root) {
  const shade = Object.assign(document.createElement("div"), { className: "shade" });
  shade.setAttribute("aria-hidden", "true");
  shade.onanimationend = () => shade.remove();
  for (const event of ["scroll", "resize"]) addEventListener(event, put_back, { capture: true, passive: true });

  /** Back over the edge of the board. */
  function put_back() {
    shade.remove();
    caption()?.classList.remove("beside");
  }

  const caption = () => /** @type {HTMLElement | null} */ (root.querySelector(".latest"));

  /**
   * Finds a place for the words, while all is measured; the result puts them there.
   * @param {Part[]} parts
   * @returns {(lands_in: number, is_asked: boolean) => void}
   */
  function stand_by(parts) {
    const landing = landing_of(parts);
    const words = caption()?.querySelector("span");
    if (!landing || !words) return () => {};
    const point = place_for(words, landing);
    const [felt] = boxes(".felt");
    return (lands_in, is_asked) => {
      if (point) put(/** @type {HTMLElement} */ (words.parentElement), point);
      cast_shade(shade, felt, landing, is_asked ? Math.min(lands_in, SHADE_MS) : SHADE_MS);
    };
  }

  return { stand_by, put_back };
}

/** Where the last of them comes to rest. @param {Part[]} parts */
export function landing_of(parts) {
  const landing = parts.filter(({ in_place, who, box }) => !in_place && who && box.width);
  return landing.sort((one, other) => other.at + other.ms - (one.at + one.ms))[0]?.box ?? null;
}

/** @param {HTMLElement} words @param {Box} landing */
function place_for(words, landing) {
  const size = size_of(words);
  const table = table_in_window();
  const kept_free = [NEEDED, PLAYERS, BOARD].flatMap(boxes);
  const around = kept_free.filter((box) => holds(box, landing) && size_in(box) < size_in(table) / 4);
  const points = [landing, ...around].flatMap((box) => beside(size, box));
  return first_free(size, points, [landing, ...kept_free], table);
}

/** @param {Box} box */
const size_in = ({ width, height }) => width * height;

/** Whether it landed there: in a drum, or with a player. @param {Box} box @param {Box} landing */
const holds = (box, { x, y, width, height }) => meet(box, { x: x + width / 2, y: y + height / 2, width: 0, height: 0 });

/** As large as the words will be there: they may take more lines. @param {HTMLElement} words */
function size_of({ offsetWidth, scrollHeight }) {
  const written = (offsetWidth - PADDING) * Math.max(1, Math.round(scrollHeight / LINE));
  const lines = Math.ceil((written * 1.1) / (MOST_WIDE - PADDING));
  return { width: Math.min(written + PADDING, MOST_WIDE), height: lines * LINE + 6 };
}

/** @param {HTMLElement} caption @param {import("#kit/placing.js").Point} point */
function put(caption, { x, y }) {
  caption.style.setProperty("--x", `${x}px`);
  caption.style.setProperty("--y", `${y}px`);
  caption.classList.add("beside");
}

/** @param {HTMLElement} shade @param {Box} felt @param {Box} landing @param {number} ms */
function cast_shade(shade, felt, { x, y, width, height }, ms) {
  if (ms < LEAST_MS) return;
  const sides = { left: felt.x, top: felt.y, width: felt.width, height: felt.height };
  for (const [side, px] of Object.entries(sides)) shade.style.setProperty(side, `${px}px`);
  shade.style.setProperty("--x", `${x + width / 2 - felt.x}px`);
  shade.style.setProperty("--y", `${y + height / 2 - felt.y}px`);
  shade.style.setProperty("--r", `${Math.max(width, height)}px`);
  shade.style.animationDuration = `${ms}ms`;
  document.body.append(shade);
}
