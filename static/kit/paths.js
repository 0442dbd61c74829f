// @ts-check
// The paths of the stage: where something is at each moment on its way from one place to another. No path rises far
// above its ends, and none leads over the card of a player whom it does not concern: it would look as if they got it.

/** @import { Box } from "#types/stage" */

/** How far a path may rise above the higher of its ends, in pixels. */
export const MOST_OVER = 60;
/** Detours to be tried, in pixels, the shortest first: below is the middle of the table, as most players sit above. */
const DETOURS = [0, 60, 120, 180, 240];
const SAMPLES = 24;

/**
 * From the end of a path back to its beginning, and how far it leads aside in between.
 * @typedef {{ x: number, y: number, scale: number, aside?: Spot }} Way
 */
/** @typedef {{ x: number, y: number }} Spot */

/**
 * Keyframes at regular intervals of a path.
 * @param {number} count
 * @param {(t: number) => Keyframe} moment
 */
export const along = (count, moment) => Array.from({ length: count + 1 }, (_, nth) => moment(nth / count));

/** @param {number} x @param {number} y */
export const moved = (x, y) => `${x.toFixed(1)}px ${y.toFixed(1)}px`;

/** @param {number} t  over a hop from 0 to 1 */
export const hill = (t) => 4 * t * (1 - t);

/** The height of an arc over the straight line. @param {Way} way @param {Box} box */
export const lift = ({ x, y }, box) => Math.min(0.22 * Math.hypot(x, y) + 0.3 * box.height, MOST_OVER);

/** The height of a throw. @param {Way} way @param {Box} box */
export const throw_of = (way, box) => Math.min(lift(way, box) + 0.6 * box.height, MOST_OVER);

/** The height of each little jump on a walk. @param {Box} box */
export const jump = (box) => Math.min(0.45 * box.height, MOST_OVER);

/** The height of the jump at the end of a throw. @param {Box} box */
export const bounce = (box) => Math.min(0.25 * box.height, MOST_OVER);

// --- Paths --------------------------------------------------------------------------------------------------

/**
 * Where it is, as seen from the end.
 * @param {Way} way
 * @param {number} t
 * @param {number} [up]  above the line
 * @returns {Spot}
 */
export const spot = ({ x, y, aside = { x: 0, y: 0 } }, t, up = 0) => ({
  x: x * (1 - t) + aside.x * hill(t),
  y: y * (1 - t) + aside.y * hill(t) - up,
});

/** @param {Way} way @param {number} t @param {number} [up] */
function at(way, t, up) {
  const { x, y } = spot(way, t, up);
  return moved(x, y);
}

/** @param {Way} way @param {number} t */
export const sized = ({ scale }, t) => scale + (1 - scale) * t;

/** @param {Way} way @returns {Keyframe[]} */
export function straight(way) {
  return way.aside
    ? curve(way, 0)
    : [
        { translate: at(way, 0), scale: way.scale },
        { translate: "0 0", scale: 1 },
      ];
}

/** @param {Way} way @param {number} height @returns {Keyframe[]} */
export function curve(way, height) {
  const up = way.aside ? 0 : Math.min(height, MOST_OVER);
  return along(10, (t) => ({ translate: at(way, t, up * hill(t)), scale: sized(way, t) }));
}

/** @param {Way} way @param {Box} box @param {number} [steps] @returns {Keyframe[]} */
export function jumps(way, box, steps) {
  const count = steps ?? Math.max(2, Math.min(4, Math.round(Math.hypot(way.x, way.y) / (2 * box.height))));
  const up = jump(box);
  return along(6 * count, (t) => ({ translate: at(way, t, up * hill((t * count) % 1)), scale: sized(way, t) }));
}

/** Where it hits the ground, by time; and how high it rises before. */
const BOUNCES = [
  { until: 0.46, high: 0.7 },
  { until: 0.8, high: 0.35 },
  { until: 1, high: 0.12 },
];

/**
 * Comes with three bounces, each lower than the last, and ever more slowly.
 * @param {Way} way
 * @param {Box} box
 * @returns {Keyframe[]}
 */
export function bounces(way, box) {
  return along(18, (t) => {
    const nth = BOUNCES.findIndex(({ until }) => t <= until);
    const { until, high } = BOUNCES[nth];
    const since = BOUNCES[nth - 1]?.until ?? 0;
    const up = Math.min(high * box.height, MOST_OVER) * hill((t - since) / (until - since));
    const gone = 1 - (1 - t) ** 1.7;
    return { translate: at(way, gone, up), scale: sized(way, gone) };
  });
}

/** Lands with a second little jump. @param {Way} way @param {Box} box @returns {Keyframe[]} */
export function thrown(way, box) {
  const [height, again] = way.aside ? [0, 0] : [throw_of(way, box), bounce(box)];
  return along(16, (t) => {
    const first = Math.min(1, t / 0.75);
    const up = t < 0.75 ? height * hill(first) : again * hill((t - 0.75) / 0.25);
    return { translate: at(way, first, up), scale: sized(way, first) };
  });
}

/** @param {Way} way @returns {Keyframe[]} */
export const rolling = ({ x, y }) => [
  { translate: moved(x, y), rotate: x < 0 ? "-360deg" : "360deg", scale: 0.6, opacity: 0 },
  { opacity: 1, offset: 0.2 },
  { translate: "0 0", rotate: "0deg", scale: 1 },
];

// --- Past the others ----------------------------------------------------------------------------------------

/**
 * How far something rises over the way: in one arc, and in little jumps anywhere.
 * @typedef {{ arc?: number, jump?: number }} Rise
 */

/**
 * The same way, with a detour where the path would lead over the card of somebody else: the shortest of those that
 * touch the fewest.
 * @param {Way} way
 * @param {Box} box  its end
 * @param {Box[]} cards  of all players; those at which it begins or ends do not count
 * @param {Rise} rise  without the arc on a detour
 * @returns {Way}
 */
export function past(way, box, cards, rise) {
  const ends = [placed(box, way, way.scale), box];
  const others = cards.filter((card) => ends.every((end) => !overlap(end, card)));
  const direct = others.length ? over(way, box, others, rise) : 0;
  if (direct === 0) return way;
  const asides = DETOURS.flatMap((far) => [down(far), right(far), right(-far)]);
  const tried = asides
    .map((aside) => ({ ...way, aside }))
    .map((detour) => ({ detour, on: over(detour, box, others, { jump: rise.jump }) }));
  const least = Math.min(...tried.map(({ on }) => on));
  return least < direct ? /** @type {Way} */ (tried.find(({ on }) => on === least)?.detour) : way;
}

/** @param {number} y @returns {Spot} */
const down = (y) => ({ x: 0, y });

/** @param {number} x @returns {Spot} */
const right = (x) => ({ x, y: 0 });

/**
 * How many samples of the path lie over one of these.
 * @param {Way} way
 * @param {Box} box
 * @param {Box[]} others
 * @param {Rise} rise
 */
function over(way, box, others, { arc = 0, jump = 0 }) {
  const higher = { x: box.x, width: box.width, y: box.y - jump, height: box.height + jump };
  const here = Array.from({ length: SAMPLES + 1 }, (_, nth) => {
    const t = nth / SAMPLES;
    return placed(higher, spot(way, t, Math.min(arc, MOST_OVER) * hill(t)), sized(way, t));
  });
  return here.filter((one) => others.some((other) => overlap(one, other))).length;
}

/** @param {Box} box @param {Spot} spot @param {number} scale @returns {Box} */
const placed = ({ x, y, width, height }, spot, scale) => ({
  x: x + spot.x - ((scale - 1) * width) / 2,
  y: y + spot.y - ((scale - 1) * height) / 2,
  width: scale * width,
  height: scale * height,
});

/** @param {Box} one @param {Box} other */
export const overlap = (one, other) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;
