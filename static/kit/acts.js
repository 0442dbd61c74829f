// @ts-check
// The vocabulary of the stage: each act as keyframes of its participants. types/stage.d.ts describes the acts.

/** @import { Act, Box, Going, Ground, Part, Throw, Who } from "#types/stage" */
import { html } from "lit-html";
import {
  along,
  bounce,
  bounces,
  curve,
  hill,
  jump,
  jumps,
  lift,
  MOST_OVER,
  moved,
  overlap,
  past,
  rolling,
  sized,
  spot,
  straight,
  throw_of,
  thrown,
} from "#kit/paths.js";
import { out_from_under, piled, under } from "#kit/piles.js";

const GLIDE = "cubic-bezier(.2,.8,.2,1)";
const EVEN = "cubic-bezier(.45,.05,.55,.95)";
const DEAL_APART_MS = 40;
const ROLL_APART_MS = 90;
const LID_UP_MS = 180;
const THUD_MS = 120;
/** Anything larger by more than this is not the thing itself but its container. */
const LIKE = 1.8;
/** Dice in a tray: until they lie, so long, and until they are at home; the size of a die and its distance, in degrees
 * how loosely they lie. */
const THROW_MS = 620;
const LIE_MS = 500;
const THROWN_MS = THROW_MS + LIE_MS + 300;
const MOST_OF_A_THROW_MS = 1600;
const APART = 1.12;
const LOOSE = [-5, 4, -3, 6, -4, 3];
/** The share of sinking spent on the way to the rim. */
const TO_THE_RIM = 0.62;

/** @import { Rise, Way } from "#kit/paths.js" */
/** @template {Act["does"]} Does @typedef {Extract<Act, { does: Does }>} Doing */
/** @type {{ [Does in Act["does"]]: (act: Doing<Does>, ground: Ground) => Part[] }} */
const SCORES = {
  slide: (act, ground) => going({ ms: 300, ...act }, ground, straight, level, GLIDE),
  arc: (act, ground) =>
    going(
      { ms: 440, ...act },
      ground,
      (way, box) => curve(way, act.height ?? lift(way, box)),
      (way, box) => ({ arc: act.height ?? lift(way, box) }),
      EVEN,
    ),
  walk: (act, ground) =>
    going(
      { ms: 600, ...act },
      ground,
      (way, box) => jumps(way, box, act.steps),
      (_, box) => ({ jump: jump(box) }),
    ),
  hop: (act, ground) =>
    going({ ms: 520, ...act }, ground, thrown, (way, box) => ({ arc: throw_of(way, box), jump: bounce(box) })),
  sink,
  rise,
  tumble,
  turn,
  tuck: (act, ground) => piled(act, start(act.who, act.from, ground), ground.is(act.to), under),
  pull: (act, ground) => piled(act, ground.is(act.who), ground.is(act.from), out_from_under),
  deal: ({ who, from, at = 0, ms = 300 }, ground) =>
    who.flatMap((key, nth) =>
      going({ who: key, from, at: at + nth * DEAL_APART_MS, ms, grows: true }, ground, straight, level, GLIDE),
    ),
  roll: ({ who, from, at = 0, ms = 320 }, ground) =>
    who.flatMap((key, nth) =>
      going({ who: key, from, at: at + nth * ROLL_APART_MS, ms }, ground, rolling, level, GLIDE),
    ),
  lid,
  point,
};

/**
 * Participants without a drawn place are left out.
 * @param {Act} act
 * @param {Ground} ground
 */
export const parts_of = (act, ground) =>
  /** @type {(act: Act, ground: Ground) => Part[]} */ (SCORES[act.does])(act, ground);

/**
 * @param {Going & { ms: number }} act
 * @param {Ground} ground
 * @param {(way: Way, box: Box) => Keyframe[]} path
 * @param {(way: Way, box: Box) => Rise} rise  how high the path rises
 * @param {string} [easing]
 * @returns {Part[]}
 */
function going({ who, from, to, at = 0, ms, grows }, ground, path, rise, easing = "linear") {
  const was = start(who, from, ground);
  const goal = typeof who === "string" ? ground.is(who) : was;
  const end = to === undefined ? goal : ground.is(to);
  if (!was || !goal || !end) return [];
  const box = round_the_middle(end, goal);
  const waits = is_leaving(from, ground);
  const way = way_back(box, was, grows || waits);
  return [{ who, box, at, ms, easing, frames: path(past(way, box, ground.cards, rise(way, box)), box), waits, was }];
}

/** Straight on. @returns {Rise} */
const level = () => ({});

/**
 * Whether it is the thing that was at its origin, and not something out of it.
 * @param {string | undefined} from
 * @param {Ground} ground
 */
const is_leaving = (from, ground) => from === undefined || ground.is_left(from);

/** @param {Who} who @param {string | undefined} from @param {Ground} ground */
function start(who, from, ground) {
  if (from !== undefined) return ground.was(from);
  return typeof who === "string" ? ground.was(who) : undefined;
}

/** @param {Box} place @param {Box} size @returns {Box} */
const round_the_middle = ({ x, y, width, height }, size) => ({
  x: x + (width - size.width) / 2,
  y: y + (height - size.height) / 2,
  width: size.width,
  height: size.height,
});

/**
 * @param {Box} box
 * @param {Box} was
 * @param {boolean} [itself]  it is sure that it lay there, and not something that it was in
 * @returns {Way}
 */
function way_back(box, was, itself = false) {
  const scale = was.width / box.width;
  return {
    x: was.x - box.x + (was.width - box.width) / 2,
    y: was.y - box.y + (was.height - box.height) / 2,
    scale: !itself && (scale > LIKE || scale < 1 / LIKE) ? 1 : scale,
  };
}

// --- Behind a rim -------------------------------------------------------------------------------------------

/**
 * The lower edge of the rim's drawing is its front: whatever is below is hidden by it.
 * @param {Doing<"sink">} act
 * @param {Ground} ground
 * @returns {Part[]}
 */
function sink({ who, from, to, at = 0, ms = 620 }, ground) {
  const [was, rim] = [start(who, from, ground), ground.is(to)];
  const size = (typeof who === "string" && ground.is(who)) || was;
  if (!was || !rim || !size) return [];
  const box = behind(rim, size);
  const waits = is_leaving(from, ground);
  const { x, y, scale } = way_back(box, was, waits);
  const over = -1.15 * box.height;
  const above = { ...box, y: box.y + over };
  const direct = { x, y: y - over, scale };
  const arc = Math.min(lift(direct, box), Math.max(0, MOST_OVER + over + Math.max(0, -y))); // it rises to `over` anyway
  const way = past(direct, above, ground.cards, { arc });
  const up = way.aside ? 0 : arc;
  const flight = along(10, (t) => {
    const here = spot(way, t, up * hill(t));
    return {
      translate: moved(here.x, here.y + over),
      scale: sized(way, t),
      clipPath: inset(0),
      offset: TO_THE_RIM * t,
    };
  });
  const fall = [1, 0.75, 0.5, 0.25, 0].map((left) => ({
    translate: moved(0, -left * box.height),
    scale: 1,
    clipPath: inset(1 - left),
  }));
  return [{ who, box, at, ms, easing: "linear", frames: [...flight, ...fall], waits, was }];
}

/**
 * @param {Doing<"rise">} act
 * @param {Ground} ground
 * @returns {Part[]}
 */
function rise({ who, from, at = 0, ms = 380 }, ground) {
  const [box, rim] = [typeof who === "string" ? ground.is(who) : undefined, ground.is(from)];
  if (!box || !rim) return [];
  const hidden = behind(rim, box);
  const frames = along(10, (t) => {
    const y = (hidden.y - box.y) * (1 - t);
    const below = (box.y + y + box.height - hidden.y) / box.height;
    return { translate: moved((hidden.x - box.x) * (1 - t), y), clipPath: inset(Math.max(0, Math.min(1, below))) };
  });
  return [{ who, box, at, ms, easing: GLIDE, frames }];
}

/** @param {Box} rim @param {Box} size @returns {Box} */
const behind = (rim, { width, height }) => ({
  x: rim.x + (rim.width - width) / 2,
  y: rim.y + rim.height,
  width,
  height,
});

/** Clips this share from below. @param {number} part */
const inset = (part) => `inset(-20% -20% ${(100 * part).toFixed(1)}%)`;

// --- Solids -------------------------------------------------------------------------------------------------

/** So far to the side on which its card is larger. @param {Box} box @param {number} far @param {Box[]} cards */
function inwards(box, far, cards) {
  const card = cards.find((card) => overlap(card, box));
  const is_left = !card || box.x + box.width / 2 <= card.x + card.width / 2;
  return is_left ? far : -far;
}

/**
 * @param {Doing<"tumble">} act
 * @param {Ground} ground
 * @returns {Part[]}
 */
function tumble({ who, faces, nth = 0, at = 0, ms = 600, thrown }, ground) {
  const box = ground.is(who);
  if (!box) return [];
  if (thrown) return thrown_into({ who, faces, nth, at }, thrown, box, ground);
  const half = box.width / 2;
  const side = nth % 2 ? -1 : 1;
  const far = (0.7 + 0.3 * (nth % 3)) * box.width;
  const way = { x: inwards(box, far, ground.cards), y: -0.4 * box.height, scale: 1 };
  const turns = [`rotateX(${-450 - 90 * (nth % 2)}deg)`, `rotateY(${side * (360 + 90 * (nth % 3))}deg)`];
  return [
    {
      who,
      box,
      at,
      ms,
      easing: "cubic-bezier(.25,.6,.4,1)",
      frames: jumps(way, box, 2),
      faces: [null, ...faces],
      turns: [
        { transform: `translateZ(${-half}px) ${turns.join(" ")}` },
        { transform: `translateZ(${-half}px) rotateX(0deg) rotateY(0deg)` },
      ],
      look: "stage-cube",
    },
  ];
}

/**
 * One drawing over three times: it bounces into the tray, lies there, and slides home.
 * @param {{ who: string, faces: (import("lit-html").TemplateResult | null)[], nth: number, at: number }} die
 * @param {Throw} thrown
 * @param {Box} home
 * @param {Ground} ground
 * @returns {Part[]}
 */
function thrown_into({ who, faces, nth, at }, { from, into, of, size }, home, ground) {
  const [hand, tray] = [ground.is(from), ground.is(into)];
  if (!hand || !tray) return [];
  const box = in_a_row(tray, nth, of, size);
  const [lies, slides] = [THROW_MS / THROWN_MS, (THROW_MS + LIE_MS) / THROWN_MS];
  const rotate = `${LOOSE[nth % LOOSE.length]}deg`;
  const away = way_back(box, home, true);
  const frames = [
    ...bounces(way_back(box, hand, true), box).map((frame, step, { length }) => ({
      ...frame,
      rotate,
      offset: (lies * step) / (length - 1),
    })),
    { translate: "0 0", scale: 1, rotate, offset: slides, easing: GLIDE },
    { translate: moved(away.x, away.y), scale: away.scale, rotate: "0deg" },
  ];
  const flat = `translateZ(${-box.width / 2}px)`;
  const turns = [
    {
      transform: `${flat} rotateX(${-720 - 90 * (nth % 2)}deg) rotateY(${nth % 2 ? -450 : 540}deg)`,
      easing: "ease-out",
    },
    { transform: `${flat} rotateX(0deg) rotateY(0deg)`, offset: lies },
    { transform: `${flat} rotateX(0deg) rotateY(0deg)` },
  ];
  const part = { who, box, at, ms: THROWN_MS, easing: "linear", frames, faces: [null, ...faces], turns };
  return [{ ...part, look: "stage-cube", most: MOST_OF_A_THROW_MS }];
}

/**
 * Where the `nth` of so many lies in a tray.
 * @param {Box} tray
 * @param {number} nth
 * @param {number} of
 * @param {number} most
 * @returns {Box}
 */
function in_a_row({ x, y, width, height }, nth, of, most) {
  const size = Math.min(most, (0.94 * width) / (of * APART));
  const left = x + width / 2 + (nth - of / 2) * size * APART + ((APART - 1) * size) / 2;
  const aslant = ((nth % 2 ? 1 : -1) * size) / 16;
  return { x: left, y: y + (height - size) / 2 + aslant, width: size, height: size };
}

/**
 * @param {Doing<"turn">} act
 * @param {Ground} ground
 * @returns {Part[]}
 */
function turn({ who, was, from, at = 0, ms = from ? 520 : 360, grows }, ground) {
  const [box, before] = [ground.is(who), ground.was(from ?? who)];
  if (!box) return [];
  const waits = is_leaving(from, ground);
  const direct = way_back(box, before ?? box, grows || waits);
  const arc = from ? lift(direct, box) : 0.3 * box.height;
  const way = past(direct, box, ground.cards, { arc });
  return [
    {
      who,
      box,
      at,
      ms,
      easing: EVEN,
      frames: curve(way, arc),
      faces: [was, null],
      turns: [0, from ? 0 : 90, 180].map((degrees) => ({ transform: `rotateY(${degrees}deg)` })),
      look: "stage-leaf",
      waits,
      ...(before && { was: before }),
    },
  ];
}

// --- Others -------------------------------------------------------------------------------------------------

/**
 * @param {Doing<"lid">} act
 * @returns {Part[]}
 */
function lid({ who, open, until, at = 0 }) {
  const ms = until - at + THUD_MS;
  const shut = { transform: "translate(0, 0) rotate(0deg)", easing: "ease-out" };
  const frames = [
    { ...shut, offset: 0 },
    { transform: open, offset: LID_UP_MS / ms },
    { transform: open, offset: (until - at) / ms, easing: "ease-in" },
    { ...shut, offset: 1 - 0.35 * (THUD_MS / ms) },
    { transform: "translate(0, -2.5px) rotate(0deg)", offset: 1 - 0.15 * (THUD_MS / ms) },
    { ...shut, offset: 1 },
  ];
  return [{ who: null, box: { x: 0, y: 0, width: 0, height: 0 }, at, ms, easing: "linear", frames, in_place: who }];
}

/**
 * An arc towards the middle of the window, so that it does not cross those in between.
 * @param {Doing<"point">} act
 * @param {Ground} ground
 * @returns {Part[]}
 */
function point({ from, to, at = 0, ms = 700, may }, ground) {
  const [one, other] = [ground.is(from), ground.is(to)];
  if (!one || !other) return [];
  const { x, y } = way_back(one, other);
  const far = Math.hypot(x, y);
  // Shapes without height are not drawn.
  const box = { x: one.x + one.width / 2, y: one.y + one.height / 2, width: far, height: 1 };
  const inwards = (innerWidth / 2 - box.x) * -y + (innerHeight / 2 - box.y) * x > 0 ? 1 : -1;
  const rotate = `${Math.atan2(y, x)}rad`;
  const seen = { rotate, clipPath: "inset(-200px -20px)" };
  const frames = [
    { rotate, clipPath: "inset(-200px 100% -200px -20px)" },
    { ...seen, offset: 0.4 },
    { ...seen, opacity: 1, offset: 0.8 },
    { ...seen, opacity: 0 },
  ];
  const bow = inwards * Math.min(0.25 * far, 70);
  const look = may ? "stage-arrow stage-possible" : "stage-arrow";
  return [{ who: arrow(far, bow, one.width / 2 + 4), box, at, ms, easing: "ease-out", frames, look }];
}

/**
 * An arrow from left to right, shortened by this much at both ends.
 * @param {number} far
 * @param {number} bow
 * @param {number} out
 */
function arrow(far, bow, out) {
  const turned = Math.atan2(-2 * bow, far / 2);
  const [dx, dy] = [out * Math.cos(turned), out * Math.sin(turned)];
  const d = `M${dx} ${-dy}Q${far / 2} ${2 * bow} ${far - dx} ${-dy}`;
  const head = `translate(${far - dx} ${-dy}) rotate(${(180 * turned) / Math.PI})`;
  return html`<svg><path d=${d}></path><path d=${d}></path><path d="M4 0L-14 -9V9Z" transform=${head}></path></svg>`;
}
