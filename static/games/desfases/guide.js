// @ts-check
// The guide to a first game of Desfases.

/** @import { Guided, Step } from "#types/guide" */
/** @import { Drawing } from "#types/room" */
/** @import { Text } from "#types/wire" */
/** @import { Move, SeenTile, Side, Square, View } from "#types/views/desfases" */
import { html } from "lit-html";
import { is_asked } from "#kit/choices.js";
import { pawn, tile } from "#kit/piecepack.js";

/** @typedef {Guided<View, Move>} Now */

const ACE = 1;
const VALUES = ["null", "ace", "2", "3", "4", "5"];

/** @param {SeenTile} tile @returns {Text} */
const named = ({ suit, value }) => ({
  text: "{value} of {suit}",
  with: { value: { text: VALUES[value] }, suit: { text: suit } },
});

/** Directions clockwise, each with the step to the adjacent square. @type {Record<Side, [number, number]>} */
const STEPS = { N: [0, 1], E: [1, 0], S: [0, -1], W: [-1, 0] };
const SIDES = /** @type {Side[]} */ (Object.keys(STEPS));

/** The square that a tile points at after this many quarter turns. @param {string} square @param {Side} facing */
function pointed_at(square, facing, quarters = 0) {
  const [right, up] = STEPS[SIDES[(SIDES.indexOf(facing) + quarters) % SIDES.length]];
  return String.fromCharCode(square.charCodeAt(0) + right) + (Number(square[1]) + up);
}

/**
 * The free tiles that will point at this square after this many quarter turns, best first, if nothing interferes.
 * @param {View} view
 * @param {Square} here
 * @param {number} quarters
 */
const pointing = (view, here, quarters) =>
  Object.entries(view.tiles)
    .filter(([at, { facing, pinned }]) => facing && !pinned && pointed_at(at, facing, quarters) === here)
    .map(([, its_tile]) => its_tile)
    .sort((one, other) => other.value - one.value);

/** What the timer of the suit whose turn it is shows. @param {Now} now */
const timer = ({ state: { frame } }) => frame.view.suits.find(({ suit }) => suit === frame.view.turn?.suit)?.die ?? 0;

/**
 * The best square for the pawn, and the tile that it will score there; as in games/desfases/lesson.py.
 * @param {Now} now
 */
function best(now) {
  const { view, choices } = now.state.frame;
  const quarters = timer(now);
  const places = choices
    .flatMap(({ move }) => (move.do === "move" ? [move.to] : []))
    .sort()
    .map((square) => ({ square, tile: pointing(view, square, quarters)[0] }))
    .filter((place) => place.tile);
  places.sort((one, other) => other.tile.value - one.tile.value);
  return places[0];
}

/** The tiles that can be scored, best first. @param {Now} now */
const scorable = ({ state: { frame } }) =>
  frame.choices
    .flatMap(({ move }) => (move.do === "score" ? [move.tile] : []))
    .sort()
    .sort((one, other) => frame.view.tiles[other].value - frame.view.tiles[one].value);

/** @param {Now} now @param {string} text */
function about_the_best(now, text) {
  const { square = "", tile: its_tile } = best(now) ?? {};
  return { text, with: { square, tile: its_tile ? named(its_tile) : "" } };
}

/** @param {Now} now @param {...Move["do"]} verbs */
const may = (now, ...verbs) => is_asked(now) && now.state.frame.choices.some(({ move }) => verbs.includes(move.do));

/** The timer of the suit that has not moved yet. @param {Now} now @param {boolean} is_first */
const turns_of_first = (now, is_first) => {
  const { view } = now.state.frame;
  return is_first === (view.suits.find(({ seat }) => seat === now.state.frame.you)?.suit === view.turn?.suit);
};

/**
 * Whether the pawn of this suit may move to where a tile will face it.
 * @param {Now} now
 * @param {boolean} is_first
 */
const may_be_promised = (now, is_first) => may(now, "move") && turns_of_first(now, is_first) && !!best(now);

/** A drawing turned a quarter anticlockwise. @param {Drawing} drawing */
const turned = (drawing) =>
  html`<svg viewBox="0 0 100 100" aria-hidden="true"><g transform="rotate(-90 50 50)">${drawing}</g></svg>`;

/** @type {Step<View, Move>[]} */
export const steps = [
  {
    title: "Tiles face one side",
    words:
      "Above, the wedge points at the pawn: this tile faces it. In each turn of its suit, a tile rotates by a quarter.",
    at: [".de-board"],
    figure: () => [
      [turned(tile("moons", 4)), pawn("arms")],
      [tile("moons", 4), pawn("arms")],
    ],
  },
  {
    title: "Your timer shows the ace",
    words: (now) =>
      about_the_best(
        now,
        "After this move it shows 0, and next turn you score what faces you. On {square} that will be the {tile}: press {square}.",
      ),
    at: [".de-squares", ".de-board"],
    lesson: true,
    from: (now) => may_be_promised(now, true) && timer(now) === ACE,
    press: (now) => [`[data-focus="square-${best(now)?.square}"]`],
    until: (now) => !may(now, "move") || turns_of_first(now, false),
  },
  {
    title: "Now your second suit",
    words: (now) =>
      about_the_best(
        now,
        "Its timer has longer to run. By then the {tile} will face {square}, if nothing gets in the way: press it.",
      ),
    at: [".de-squares", ".de-board"],
    lesson: true,
    meanwhile: "The bot moves a pawn, and its tiles rotate.",
    from: (now) => may_be_promised(now, false),
    press: (now) => [`[data-focus="square-${best(now)?.square}"]`],
    until: (now) => !may(now, "move"),
  },
  {
    title: "Score a tile",
    words: (now) => ({
      text: "The timer has run down, and the {tile} faces your pawn. Press it: its value and the coin’s both count.",
      with: { tile: scorable(now)[0] ? named(now.state.frame.view.tiles[scorable(now)[0]]) : "" },
    }),
    at: [".de-squares", ".de-board"],
    lesson: true,
    meanwhile: "The bot moves a pawn, and its tiles rotate.",
    from: (now) => may(now, "score"),
    press: (now) => [`[data-focus="square-${scorable(now)[0]}"]`],
    until: (now) => !may(now, "score", "move"), // a move may be taken back
  },
  {
    title: "Load the timer",
    words:
      "Choose the next coin. Its value is the number of moves you make before you score again, and then it counts.",
    at: [".place"],
  },
  {
    title: "When no tile faces you",
    words:
      "Then the coin goes to the gap and counts for nothing. The player with the most points when all coins are used wins.",
    at: [".de-board"],
  },
];
