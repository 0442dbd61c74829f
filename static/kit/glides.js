// @ts-check
// How drawn things get from where they were to where they are now (FLIP): decided from their boxes alone.

/** @import { Box } from "#types/stage" */

/**
 * Something drawn, as flip.js describes it.
 * @typedef {object} Placed
 * @property {string | undefined} key
 * @property {string | undefined} from  the key whose place it comes from
 * @property {string | undefined} out_of  the key of its origin, if it is new
 * @property {boolean} is_marked  it is ringed when it is new
 * @property {Box} box
 */

/** @typedef {{ frames: Keyframe[], timing: { duration: number, easing: string } }} Motion */

const SLIDE = { duration: 260, easing: "cubic-bezier(.2,.8,.2,1)" };
const APPEAR = { duration: 180, easing: "ease-out" };

/**
 * What becomes of each thing that is drawn now.
 * @param {Placed[]} before
 * @param {Placed[]} now
 * @returns {{ key: string | undefined, is_fresh: boolean, motion: Motion | null }[]}
 */
export function glides(before, now) {
  const places = new Map(before.map(({ key, box }) => [key, box]));
  const used = new Set(before.map(coming)); // its origin counts for one drawing
  return now.map((one) => {
    const { key, from = key, out_of, is_marked, box } = one;
    const was = places.get(used.has(coming(one)) ? key : from) ?? places.get(out_of);
    return { key, is_fresh: places.size > 0 && !places.has(key) && is_marked, motion: motion(box, was) };
  });
}

/** @param {Placed} placed */
const coming = ({ key, from }) => `${from} ${key}`;

/** @param {Box} is @param {Box | undefined} was @returns {Motion | null} */
function motion(is, was) {
  if (!is_drawn(is) || (was && !is_drawn(was))) return null;
  if (!was) return { frames: [{ opacity: 0, scale: 0.7 }, {}], timing: APPEAR };
  if (was.x === is.x && was.y === is.y) return null;
  return { frames: [{ translate: way(is, was) }, { translate: "0 0" }], timing: SLIDE };
}

/** What a page leaves out, as that beside a big screen does with the board, has no place. @param {Box} box */
const is_drawn = ({ width, height }) => width > 0 || height > 0;

/**
 * From center to center: what comes out of something larger does not come from its corner.
 * @param {Box} is
 * @param {Box} was
 */
const way = (is, was) =>
  `${was.x - is.x + (was.width - is.width) / 2}px ${was.y - is.y + (was.height - is.height) / 2}px`;
