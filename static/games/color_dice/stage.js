// @ts-check
// Acts of Color Dice: dice tumble, an attack points from die to die, pawns walk, and struck ones hop out.

/** @import { Act, Scene } from "#types/stage" */
/** @import { Colour, Move, Pips, View } from "#types/views/color_dice" */
import { die, pawn } from "#games/color_dice/pieces.js";

/** @typedef {Scene<View, Move>} Now */

const DICE_APART_MS = 40;
const PAWNS_APART_MS = 50;
/** Struck pawns leave when the first attackers arrive. */
const STRUCK_MS = 340;
/** Dice wait until pawns are well on their way. */
const AFTER_PAWNS_MS = 300;

/** @param {Now} now @returns {Act[]} */
export function acts(now) {
  const pawns = [...walking(now), ...leaving(now)];
  const dice = thrown(now, pawns.length ? AFTER_PAWNS_MS : 0);
  return [...pawns, ...dice, ...(dice.length ? [] : aimed(now))];
}

// --- Dice ---------------------------------------------------------------------------------------------------

/** A die's key changes with each throw. @param {View} view @param {Colour} colour */
const key_of = ({ round, turn, colours }, colour) => `die-${colour}-${round}-${turn}-${colours[colour].thrown}`;

/** @param {Colour} colour */
const die_of = (colour) => `[data-k^="die-${colour}-"]`;

/** @param {Now} now @param {number} at @returns {Act[]} */
function thrown({ before, after: { view } }, at) {
  if (view.turn === null) return [];
  const all = [...view.colours.keys()].filter((colour) => key_of(view, colour) !== key_of(before.view, colour));
  return all.map((colour, nth) => {
    const faces = others(view.colours[colour].die).map((pips) => die(view.colours[colour].name, pips));
    return { does: "tumble", who: key_of(view, colour), faces, nth, at: at + nth * DICE_APART_MS };
  });
}

/** The other faces of a die: opposite ones add up to seven. @param {Pips} shown @returns {Pips[]} */
function others(shown) {
  const sides = /** @type {Pips[]} */ ([1, 2, 3]).filter((pips) => pips !== shown && pips !== 7 - shown);
  const [one, two] = sides;
  return /** @type {Pips[]} */ ([one, two, 7 - two, 7 - one, 7 - shown]);
}

/** @param {Now} now @returns {Act[]} */
function aimed({ before, after }) {
  const { attack } = after.view;
  const known = before.view.attack;
  if (!attack || (known?.colour === attack.colour && known.target === attack.target)) return [];
  return [{ does: "point", from: die_of(attack.colour), to: die_of(attack.target) }];
}

// --- Pawns --------------------------------------------------------------------------------------------------

/**
 * The board knows which pawns have moved: those of one colour in one place are alike.
 * @param {Now} now
 * @returns {Act[]}
 */
function walking({ drawn }) {
  const moved = /** @type {NodeListOf<HTMLElement>} */ (drawn.querySelectorAll(".cd-moved[data-k]"));
  return Array.from(moved, ({ dataset: { k: who = "" }, parentElement }, nth) =>
    parentElement?.closest(".cd-outside")
      ? { does: "hop", who, at: STRUCK_MS + nth * DICE_APART_MS }
      : { does: "walk", who, at: nth * PAWNS_APART_MS },
  );
}

/** Struck pawns of dummies leave the game. @param {Now} now @returns {Act[]} */
function leaving({ after: { view }, left }) {
  return left
    .filter((key) => key.startsWith("pawn-"))
    .map((from, nth) => {
      const colour = Number(from.split("-")[1]);
      const who = pawn(view.colours[colour].name);
      return { does: "hop", who, from, to: die_of(colour), at: STRUCK_MS + nth * DICE_APART_MS };
    });
}
