// @ts-check
// Acts of Color Dice: dice are thrown into the tray, pawns walk, struck ones hop out, and then the dice of the next
// attack are compared in the tray; without one, dice tumble over the areas, and an arrow points from die to die.

/** @import { Act, Scene } from "#types/stage" */
/** @import { Colour, Move, Pips, View } from "#types/views/color_dice" */
import { die, pawn } from "#games/color_dice/pieces.js";

/** @typedef {Scene<View, Move>} Now */

const DICE_APART_MS = 30;
const PAWNS_APART_MS = 50;
/** As long as the stage lets them walk and hop. */
const WALK_MS = 600;
const HOP_MS = 520;
/** Struck pawns leave when the first attackers arrive. */
const STRUCK_MS = 340;
/** The arrow, alone or after pawns. */
const ARROW_MS = 700;
const ARROW_AFTER_PAWNS_MS = 450;
/** A die on its way to the tray, or home again after the pawns. */
const COMPARED_MS = 320;
const HOME_AT_MS = 450;
/** Of a die in the tray, as a share of that; and without a tray. */
const DIE_IN_TRAY = 0.56;
const DIE_ON_AREAS_PX = 60;
/** Dice wait until pawns are well on their way. */
const AFTER_PAWNS_MS = 300;

/** @param {Now} now @returns {Act[]} */
export function acts(now) {
  const pawns = [...walking(now), ...leaving(now)];
  const dice = thrown(now, pawns.length ? AFTER_PAWNS_MS : 0);
  const home = going_home(now, dice, pawns.length ? HOME_AT_MS : 0);
  return [...pawns, ...dice, ...home, ...(dice.length ? [] : aimed(now, landing(pawns)))];
}

// --- Dice ---------------------------------------------------------------------------------------------------

/** A die's key changes with each throw. @param {View} view @param {Colour} colour */
const key_of = ({ round, turn, colours }, colour) => `die-${colour}-${round}-${turn}-${colours[colour].thrown}`;

/** @param {Colour} colour */
const die_of = (colour) => `[data-k^="die-${colour}-"]`;

/** @param {Now} now @param {number} at @returns {Act[]} */
function thrown({ before, after: { view }, drawn }, at) {
  if (view.turn === null) return [];
  const from = die_of(view.colours.findIndex(({ seat }) => seat === view.turn));
  const height = height_of_tray(drawn);
  const into = height ? TRAY : ".cd-areas";
  const size = height ? DIE_IN_TRAY * height : DIE_ON_AREAS_PX;
  const all = [...view.colours.keys()].filter((colour) => key_of(view, colour) !== key_of(before.view, colour));
  return all.map((colour, nth) => {
    const faces = others(view.colours[colour].die).map((pips) => die(view.colours[colour].name, pips));
    const thrown = { from, into, of: all.length, size };
    return { does: "tumble", who: key_of(view, colour), faces, nth, at: at + nth * DICE_APART_MS, thrown };
  });
}

const TRAY = ".cd-tray";

/** Nothing where there is no room for it. @param {ParentNode} drawn */
const height_of_tray = (drawn) => drawn.querySelector(TRAY)?.getBoundingClientRect().height ?? 0;

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
function aimed({ before, after, drawn }, at) {
  const { attack } = after.view;
  const known = before.view.attack;
  if (!attack || (known?.colour === attack.colour && known.target === attack.target)) return [];
  if (height_of_tray(drawn)) return compared(before.view, attack, at);
  const [from, to] = [die_of(attack.colour), die_of(attack.target)];
  return [{ does: "point", from, to, may: attack.counter, at, ms: at ? ARROW_AFTER_PAWNS_MS : ARROW_MS }];
}

/** What lies in the tray while its die is compared. @param {Colour} colour */
const compared_key = (colour) => `compared-${colour}`;

/**
 * Both dice go to the tray, unless they are there.
 * @param {View} before
 * @param {{ colour: Colour, target: Colour }} attack
 * @param {number} at
 * @returns {Act[]}
 */
const compared = ({ attack: known }, { colour, target }, at) =>
  [colour, target]
    .filter((each) => each !== known?.colour && each !== known?.target)
    .map((each) => ({ does: "slide", who: compared_key(each), from: die_of(each), at, ms: COMPARED_MS, grows: true }));

/**
 * Dice that were compared go home, except for those that are thrown again.
 * @param {Now} now
 * @param {Act[]} dice
 * @param {number} at
 * @returns {Act[]}
 */
function going_home({ after: { view }, left, drawn }, dice, at) {
  if (!height_of_tray(drawn)) return [];
  const thrown = dice.map((act) => act.does === "tumble" && act.who);
  return [...view.colours.keys()]
    .filter((colour) => left.includes(compared_key(colour)) && !thrown.includes(key_of(view, colour)))
    .map((colour) => ({ does: "slide", who: key_of(view, colour), from: compared_key(colour), at, ms: COMPARED_MS }));
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
