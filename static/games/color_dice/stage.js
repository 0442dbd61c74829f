// @ts-check
// Acts of Color Dice: dice tumble, pawns walk, struck ones hop out, and then the next attack points from die to die.

/** @import { Act, Scene } from "#types/stage" */
/** @import { Colour, Move, Pips, View } from "#types/views/color_dice" */
import { die, pawn } from "#games/color_dice/pieces.js";

/** @typedef {Scene<View, Move>} Now */

const DICE_APART_MS = 40;
const PAWNS_APART_MS = 50;
/** As long as the stage lets them walk and hop. */
const WALK_MS = 600;
const HOP_MS = 520;
/** Struck pawns leave when the first attackers arrive. */
const STRUCK_MS = 340;
/** The arrow, alone or after pawns. */
const ARROW_MS = 700;
const ARROW_AFTER_PAWNS_MS = 450;
/** Dice wait until pawns are well on their way. */
const AFTER_PAWNS_MS = 300;

/** @param {Now} now @returns {Act[]} */
export function acts(now) {
  const pawns = [...walking(now), ...leaving(now)];
  const dice = thrown(now, pawns.length ? AFTER_PAWNS_MS : 0);
  return [...pawns, ...dice, ...(dice.length ? [] : aimed(now, landing(pawns)))];
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

/** When the last of these has landed. @param {Act[]} pawns */
const landing = (pawns) => Math.max(0, ...pawns.map(({ at = 0, ms = 0 }) => at + ms));

/**
 * One story at a time: who attacks next, or may do so, is told when the last attack is over.
 * @param {Now} now
 * @param {number} at
 * @returns {Act[]}
 */
function aimed({ before, after }, at) {
  const { attack } = after.view;
  const known = before.view.attack;
  if (!attack || (known?.colour === attack.colour && known.target === attack.target)) return [];
  const [from, to] = [die_of(attack.colour), die_of(attack.target)];
  return [{ does: "point", from, to, may: attack.counter, at, ms: at ? ARROW_AFTER_PAWNS_MS : ARROW_MS }];
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
      ? { does: "hop", who, at: STRUCK_MS + nth * DICE_APART_MS, ms: HOP_MS }
      : { does: "walk", who, at: nth * PAWNS_APART_MS, ms: WALK_MS },
  );
}

/** Struck pawns of dummies leave the game. @param {Now} now @returns {Act[]} */
function leaving({ after: { view }, left }) {
  return left
    .filter((key) => key.startsWith("pawn-"))
    .map((from, nth) => {
      const colour = Number(from.split("-")[1]);
      const who = pawn(view.colours[colour].name);
      return { does: "hop", who, from, to: die_of(colour), at: STRUCK_MS + nth * DICE_APART_MS, ms: HOP_MS };
    });
}
