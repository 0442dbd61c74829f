// @ts-check
// Acts of Sin Color: coins turn on both sides, a trade crosses the table, tiles go under their stacks and come out from
// under them, a payment flies to the paid coins.

/** @import { Act, Scene } from "#types/stage" */
/** @import { Move, Shown, Sight, Tile, View } from "#types/views/sin_color" */
/** @import { Value } from "#types/views/piecepack" */
import { html } from "lit-html";
import { came_from } from "#games/sin_color/journeys.js";
import { coin_key } from "#games/sin_color/words.js";
import { coin, die, tile, tile_back } from "#kit/piecepack.js";

/** @typedef {Scene<View, Move, Sight>} Now */
/** @template {Sight["shows"]} Shows @typedef {Extract<Sight, { shows: Shows }>} Seen */

/** One coin of a bundle after the other. */
const APART_MS = 45;
const TRADE_MS = 620;
const STACK_MS = 620;
/** The dice are thrown when the traded coins are nearly there. */
const THROW_AT = 280;
const PAID_MS = 520;
/** The rows are revealed one after another. */
const SHOW_MS = 30;
const VALUES = /** @type {Value[]} */ ([0, 1, 2, 3, 4, 5]);

/** @param {Now} now @returns {Act[]} */
export const acts = (now) => [
  ...now.sights.flatMap((sight) => {
    if (sight.shows === "turned_over") return turned_over(now, sight);
    if (sight.shows === "traded") return traded(now, sight);
    if (sight.shows === "moved") return moved(now, sight);
    return paid(now, sight);
  }),
  ...thrown(now),
  ...first_shown(now),
];

// --- Coins --------------------------------------------------------------------------------------------------

/** @param {Shown | null} side */
const drawn = (side) =>
  side === null ? coin({}) : typeof side === "number" ? coin({ value: side }) : coin({ suit: side });

/** @param {Now} now @param {Seen<"turned_over">} sight @returns {Act[]} */
function turned_over({ before, after }, { seat, coin: place }) {
  const [was, is] = [before.view.rows[seat][place], after.view.rows[seat][place]];
  if (was === is) return [];
  const li = `[data-k="${coin_key(seat, place)}"]`;
  if (seat !== after.you) return [{ does: "turn", who: `${li} .coin`, was: drawn(was) }];
  return [
    { does: "turn", who: `${li} .sc-upper .coin`, was: drawn(was) },
    { does: "turn", who: `${li} .sc-hidden-side`, was: html`<span class="sc-hidden-side">${drawn(is)}</span>` },
  ];
}

/**
 * Two crossing bundles; and the rows close up.
 * @param {Now} now
 * @param {Seen<"traded">} trade
 * @returns {Act[]}
 */
function traded({ after: { view } }, trade) {
  const { seat, partner, given, taken } = trade;
  /** @param {number} giver @param {number[]} places @param {number} receiver @param {1 | -1} way @returns {Act[]} */
  const bundle = (giver, places, receiver, way) =>
    places.map((place, nth) => ({
      does: "arc",
      who: coin_key(receiver, view.rows[receiver].length - places.length + nth),
      from: coin_key(giver, place),
      height: way * 46,
      at: nth * APART_MS,
      ms: TRADE_MS,
    }));
  return [
    ...bundle(seat, given, partner, 1),
    ...bundle(partner, taken, seat, -1),
    ...closing_up(view, trade, seat, taken.length),
    ...closing_up(view, trade, partner, given.length),
  ];
}

/**
 * @param {View} view
 * @param {Seen<"traded"> | Seen<"paid">} sight
 * @param {number} seat
 * @param {number} [came]  at the end of the row
 * @returns {Act[]}
 */
const closing_up = ({ rows }, sight, seat, came = 0) =>
  rows[seat].slice(0, rows[seat].length - came).flatMap((_, place) => {
    const [who, from] = [coin_key(seat, place), came_from({ rows }, [sight], seat, place)];
    return who === from ? [] : { does: "slide", who, from };
  });

/** @param {Now} now @returns {Act[]} */
function first_shown({ before, after }) {
  if (before.view.turn !== null) return [];
  return after.view.rows.flatMap((row, seat) =>
    seat === after.you || row[0] === null
      ? []
      : row.map((_, place) => ({
          does: "turn",
          who: `[data-k="${coin_key(seat, place)}"] .coin`,
          was: drawn(null),
          at: place * SHOW_MS,
        })),
  );
}

// --- Stacks -------------------------------------------------------------------------------------------------

/** @param {Tile} top */
const face = (top) => (top ? tile(...top) : tile_back());

/** @param {number} stack */
const edges = (stack) => `.sc-stack:nth-child(${stack + 1}) .sc-edges`;

/** @param {Now} now @param {Seen<"moved">} sight @returns {Act[]} */
function moved({ before }, { stack, to }) {
  const [top, was] = [`top-${stack}`, face(before.view.tops[stack])];
  if (to === "bottom") return [{ does: "tuck", who: was, from: top, to: edges(stack), ms: STACK_MS }];
  return [
    { does: "slide", who: was, from: top, ms: STACK_MS }, // stays there until it is covered
    { does: "pull", who: top, from: edges(stack), ms: STACK_MS },
  ];
}

/** @param {Now} now @param {Seen<"paid">} sight @returns {Act[]} */
const paid = ({ after: { view } }, sight) => [
  {
    does: "arc",
    who: `paid-${view.paid_count - 1}`,
    from: coin_key(sight.seat, sight.coin),
    grows: true,
    ms: PAID_MS,
  },
  { does: "turn", who: `top-${sight.stack}`, was: face(sight.face), at: PAID_MS / 2 },
  ...closing_up(view, sight, sight.seat),
];

// --- Dice ---------------------------------------------------------------------------------------------------

const TRAY = ".sc-tray";
/** Of a die in the tray, as a share of that. */
const DIE_IN_TRAY = 0.46;

/** Where there is room for a tray, dice are thrown into it. @param {Now} now @returns {Act[]} */
function thrown({ before, after, sights, drawn: table }) {
  const dice = after.view.dice;
  const height = table.querySelector(TRAY)?.getBoundingClientRect().height;
  const traded = sights.some(({ shows }) => shows === "traded");
  const is_new = traded || (before.view.turn !== null && has_thrown(before, after));
  const seats = [...dice.keys()].filter(
    (seat) => dice[seat] !== null && (is_new || before.view.dice[seat] !== dice[seat]),
  );
  return seats.map((seat, nth) => {
    const value = dice[seat];
    const faces = VALUES.filter((other) => other !== value).map((each) => die(null, each));
    const from = `[data-k="${coin_key(seat, 0)}"]`;
    const into = height ? { from, into: TRAY, of: seats.length, size: DIE_IN_TRAY * height } : undefined;
    return {
      does: "tumble",
      who: `die-${seat}-${value}`,
      faces,
      nth,
      at: traded ? THROW_AT : 0,
      ...(into && { thrown: into }),
    };
  });
}

/**
 * Whether somebody has just thrown without a trade, perhaps with the same result as before.
 * @param {Now["before"]} before
 * @param {Now["after"]} after
 */
const has_thrown = ({ view: { steps, turn } }, { view }) =>
  steps.length === 0 &&
  view.dice.every((value, seat) => value === null || seat === turn) &&
  (view.steps.length > 0 || view.turn !== turn);
