// @ts-check
// Acts of TCNCCC: pieces rise out of the bag, sink behind the rims of the cylinders, and roll out of them.

/** @import { Act, Scene } from "#types/stage" */
/** @import { Move, Piece, Sight, View } from "#types/views/tcnccc" */
import { piece } from "#kit/pieces.js";

/** @typedef {Scene<View, Move, Sight>} Now */

const OPENING = ".tc-opening";
/** Milliseconds for the drum to rise, and for a piece to roll. */
const RISEN_MS = 140;
const ROLL_MS = 320;
const APART_MS = 110;
/** A returning piece is first shown where it was going. */
const SHOWN_MS = 440;
const LID_OPEN = "translate(-16px, -20px) rotate(-50deg)";

export const is_remembered = true;

/** @param {Now} now @returns {Act[]} */
export const acts = (now) => [
  ...drawn(now),
  ...placed(now),
  ...lifted(now),
  ...kept(now),
  ...gone(now),
  ...refused(now),
];

/** @param {number} cylinder @param {string} part */
const part_of = (cylinder, part) => `[data-k="cylinder-${cylinder}"] .tc-${part}`;

/** @param {Now} now @returns {Act[]} */
const drawn = ({ before, after }) =>
  after.view.drawn && !before.view.drawn ? [{ does: "rise", who: "aloft-bag", from: OPENING }] : [];

/** @param {Now} now @returns {Act[]} */
const placed = ({ before, sights }) =>
  sights.flatMap((sight) => {
    if (sight.shows !== "placed") return [];
    const { cylinder } = sight;
    const from = before.view.drawn ? "aloft-bag" : OPENING;
    return [
      { does: "lid", who: part_of(cylinder, "lid"), open: LID_OPEN, until: 760 },
      { does: "sink", who: `aloft-${cylinder}`, from, to: part_of(cylinder, "mouth"), at: 80, ms: 680 },
    ];
  });

/** They roll out as soon as the drum has risen. @param {Now} now @returns {Act[]} */
const lifted = ({ sights }) =>
  sights.flatMap((sight) => {
    if (sight.shows !== "lifted") return [];
    const who = sight.pieces.map((_, nth) => `lifted-${nth}`);
    return [{ does: "roll", who, from: part_of(sight.cylinder, "plate"), at: RISEN_MS }];
  });

/**
 * Kept pieces go to their player: out of the lifted cylinder if it has a pair, otherwise out of the bag.
 * @param {Now} now
 * @returns {Act[]}
 */
function kept({ before, after, sights }) {
  const pieces = sights.flatMap((sight) => (sight.shows === "lifted" ? sight.pieces : []));
  const colours = pieces.filter((kind) => kind !== "joker");
  const has_pair = new Set(colours).size < colours.length;
  const rolled = pieces.length ? RISEN_MS + ROLL_MS + 90 * pieces.length : 0;
  return difference(after, before).map(([who, kind], nth) => {
    const from = has_pair ? `lifted-${pieces.indexOf(kind)}` : OPENING;
    if (has_pair) delete pieces[pieces.indexOf(kind)];
    return { does: "arc", who, from, at: rolled + APART_MS * nth };
  });
}

/** A penalty, or all pieces of an eliminated player, back into the bag. @param {Now} now @returns {Act[]} */
const gone = ({ before, after }) =>
  difference(before, after).map(([from, kind], nth) => into_the_bag(kind, from, APART_MS * nth));

/**
 * A piece drawn by somebody who already has its colour: shown to all, and put back.
 * @param {Now} now
 * @returns {Act[]}
 */
function refused({ after, sights }) {
  return sights.flatMap((sight, nth) => {
    if (sight.shows !== "returned" || sight.piece === "joker" || !after.view.held[sight.seat].includes(sight.piece))
      return [];
    const who = `back-${sight.seat}-${sight.piece}`;
    const at = APART_MS * nth;
    return [{ does: "arc", who, from: OPENING, at }, into_the_bag(sight.piece, who, at + SHOWN_MS)];
  });
}

/** @param {Piece} kind @param {string} from @param {number} at @returns {Act} */
const into_the_bag = (kind, from, at) => ({ does: "sink", who: piece(kind), from, to: OPENING, at });

/**
 * The pieces that one frame has in front of somebody and the other has not, by key.
 * @param {Now["before"]} one
 * @param {Now["before"]} other
 */
function difference(one, other) {
  const there = new Set(laid(other).map(([key]) => key));
  return laid(one).filter(([key]) => !there.has(key));
}

/** @param {Now["before"]} frame */
const laid = ({ view: { held } }) =>
  held.flatMap((pieces, seat) => {
    let jokers = 0;
    return pieces.map(
      (kind) =>
        /** @type {[string, Piece]} */ ([`held-${seat}-${kind === "joker" ? `joker-${jokers++}` : kind}`, kind]),
    );
  });
