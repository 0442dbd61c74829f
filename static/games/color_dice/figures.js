// @ts-check
// The figures of the rules of Color Dice: the areas as they are on the table, the dice above them.

/** @import { Example, Figures } from "#types/figures" */
/** @import { Say } from "#types/room" */
/** @import { Argument, Text } from "#types/wire" */
/** @import { Pips, SeenColour, View } from "#types/views/color_dice" */
/** @import { Place, Raid } from "#types/color_dice" */
/** @import { Wanderings } from "#games/color_dice/wanderings.js" */
import { html, nothing } from "lit-html";
import { areas } from "#games/color_dice/areas.js";
import { attack, board, both, count, counterattack, dice, locked } from "#games/color_dice/examples.js";
import { badge, die, pawn_sprite } from "#games/color_dice/pieces.js";
import { no_raid } from "#games/color_dice/raid.js";
import { initial, next } from "#games/color_dice/wanderings.js";
import { chip, label, place_of } from "#kit/figures.js";
import { NO_OFFER } from "#kit/no_offer.js";

const NAMES = /** @type {const} */ (["red", "yellow", "green", "blue"]);
const LETTERS = "rygb";
const PAWNS = 9;
const RED = 0;

/** @typedef {{ areas: string, answers?: string[], by?: string, locked?: number[][] }} Position */

export const sprites = pawn_sprite;

/** @param {Say} say @returns {Figures} */
export function figures(say) {
  return {
    board: () => table({ areas: board.areas }),
    dice: () => dice_row(dice.dice, (colour) => label(allowed(colour))),
    attack: example(attack, [
      say("Red beats yellow by two: two pawns outside get ready."),
      say("They move to empty places in green’s area: any but red’s home will do."),
      say("Red beats blue by one: one of the two may strike now."),
      say("It takes the place of a blue pawn, which goes outside."),
    ]),
    both: example(both, [
      say("Red beats yellow by three, but only one place there is empty."),
      say("One pawn moves there, and two strike."),
    ]),
    counterattack: example(counterattack, [
      say("Yellow beats red by three: three pawns at home get ready."),
      say("They strike the red pawns in green’s area, which go outside."),
    ]),
    locked: example(locked, [
      say("Seven red pawns in one area away from home are locked. The last two wait outside."),
      say("Now all nine are in one area away from home: red wins."),
    ]),
    count: () =>
      html`<div class="cd-fig-counts">${count.scores.slice(0, 2).map(counted)}</div>${table({ areas: count.areas })}`,
  };

  // --- Dice -------------------------------------------------------------------------------------------------

  /**
   * A die for each colour; it is red’s turn.
   * @param {string} shown  "5 3 6 5"
   * @param {(colour: number) => unknown} below
   */
  function dice_row(shown, below = () => nothing) {
    const values = /** @type {Pips[]} */ (shown.split(" ").map(Number));
    return html`<div class="cd-fig-dice">${values.map((value, colour) =>
      place_of(
        say(NAMES[colour]),
        html`<span class="cd-die-place">${die(NAMES[colour], value)}${badge(NAMES[colour])}</span>${below(colour)}`,
        colour === RED,
      ),
    )}</div>`;
  }

  /** What the dice allow red, or this colour against red. @param {number} colour */
  function allowed(colour) {
    const may = dice.may[colour];
    if (may)
      return say(may.does === "attack" ? "may be attacked with {count}" : "may counter with {count}", {
        count: may.pawns,
      });
    return colour === RED ? say("attacks") : say("equal: nothing");
  }

  // --- The table --------------------------------------------------------------------------------------------

  /**
   * Before each attack, the pawns about to go and those about to be struck; then the result.
   * @param {{ dice: string, steps: Position[] }} example
   * @param {string[]} words
   * @returns {Example}
   */
  function example({ dice, steps }, words) {
    const seen = steps.slice(1).flatMap((after, nth) => [
      { position: steps[nth], raid: raid_of(after) },
      { position: after, raid: no_raid() },
    ]);
    const pawns = seen.map((_, step) => after_these(seen.slice(0, step + 1).map(({ position }) => position)));
    return {
      steps: seen.map(
        ({ position, raid }, step) =>
          () =>
            html`${dice_row(dice)} ${table(position, raid, pawns[step])}`,
      ),
      words,
    };
  }

  /**
   * @param {Position} position
   * @param {Raid} raid
   * @param {Wanderings} pawns
   */
  function table(position, raid = no_raid(), pawns = after_these([position])) {
    const view = view_of(position);
    const scene = { say: by_colour(say), view, offer: NO_OFFER, you: null, outcome: null, raid, pawns };
    return html`<div class="cd-fig-table">${areas(scene)}</div>`;
  }

  /** @param {number} score  tens: the most in one area abroad; ones: in all of them @param {number} colour */
  function counted(score, colour) {
    const [most, abroad] = [Math.floor(score / 10), score % 10];
    const words = html`${label(say("{most} in one area, {abroad} away in all", { most, abroad }))}
      ${count.winners.includes(colour) ? chip(say("wins")) : nothing}`;
    return place_of(say(NAMES[colour]), words, count.winners.includes(colour));
  }
}

// --- Positions ----------------------------------------------------------------------------------------------------

/** "r2 / y3 r1" as numbers by area and colour. @param {string} written */
const counts_of = (written) =>
  written.split("/").map((area) => [...LETTERS].map((letter) => Number(area.match(`${letter}(\\d)`)?.[1] ?? 0)));

/** @param {Position} position @returns {View} */
function view_of({ areas, locked = [] }) {
  const counts = counts_of(areas);
  const inside = NAMES.map((_, colour) => counts.reduce((sum, area) => sum + area[colour], 0));
  return {
    players: NAMES.length,
    turn: null,
    round: 1,
    rounds: count.rounds,
    places: 9,
    locks: [7, 8],
    throws: 3,
    phase: "attacking",
    colours: NAMES.map((name, seat) => colour_of(name, seat, PAWNS - inside[seat])),
    areas: counts,
    locked: /** @type {[number, number][]} */ (locked),
    attack: null,
    to_come: [],
  };
}

/** Where each pawn stands after these positions, one after the other. @param {Position[]} positions */
const after_these = (positions) =>
  positions.reduce((pawns, position, seq) => next(pawns, { seq, view: view_of(position), outcome: null }), initial);

/** @param {typeof NAMES[number]} name @param {number} seat @param {number} outside @returns {SeenColour} */
const colour_of = (name, seat, outside) => ({
  name,
  seat,
  outside,
  die: 1,
  thrown: 1,
  gone: 0,
  may: null,
  pawns: 0,
  blocked: false,
  attacked: false,
});

/** "move 2 out>y", "strike 1 y>b: b" or "1+2 g>y", before it is carried out. @param {Position} after @returns {Raid} */
function raid_of({ answers = [], by = "r" }) {
  const [, deed, number, moved, struck, from, to, victims] =
    answers.at(-1)?.match(/^(?:(move|strike) (\d)|(\d)\+(\d)) (out|\w)>(\w)(?:: (\w+))?$/) ?? [];
  const area = LETTERS.indexOf(to);
  const moves = Number(moved ?? (deed === "move" ? number : 0));
  const strikes = Number(struck ?? (deed === "strike" ? number : 0));
  return {
    ...no_raid(),
    origin: /** @type {Place} */ (from === "out" ? "outside" : LETTERS.indexOf(from)),
    area,
    colour: LETTERS.indexOf(by),
    pawns: moves + strikes,
    moves,
    struck: new Map(strikes ? [[victims ? LETTERS.indexOf(victims[0]) : area, strikes]] : []),
  };
}

/** A `say` that names colours, since nobody sits at this table. @param {Say} say @returns {Say} */
const by_colour = (say) => (sentence, args) =>
  typeof sentence === "string" ? say(sentence, args && coloured(args)) : say(in_colour(sentence));

/** @param {Record<string, Argument>} args */
const coloured = (args) => Object.fromEntries(Object.entries(args).map(([name, value]) => [name, of_colour(value)]));

/** @param {Text} text @returns {Text} */
const in_colour = (text) => (text.with ? { ...text, with: coloured(text.with) } : text);

/** @param {Argument} value @returns {Argument} */
function of_colour(value) {
  if (Array.isArray(value)) return value.map(of_colour);
  if (typeof value !== "object") return value;
  return "seat" in value ? { text: NAMES[value.seat] } : in_colour(value);
}
