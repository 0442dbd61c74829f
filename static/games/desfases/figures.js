// @ts-check
// The figures of the rules of Desfases.

/** @import { Example, Figures } from "#types/figures" */
/** @import { Drawing, Say } from "#types/room" */
/** @import { Suit, Value } from "#types/views/piecepack" */
import { html, nothing } from "lit-html";
import { cycle, feeding, moving, scoring, start, turning } from "#games/desfases/examples.js";
import { pin, suit_alone } from "#games/desfases/pieces.js";
import { chip, label, labelled, row, thing } from "#kit/figures.js";
import { face } from "#kit/notation.js";
import { coin, die, pawn, piecepack_sprite, SUITS, tile } from "#kit/piecepack.js";

const files = [..."abcde"];
const ranks = [..."54321"];
/** Clockwise quarter turns of a tile with this direction, seen from the south. */
const QUARTERS = { N: 2, E: 3, S: 0, W: 1 };

/**
 * The contents of a square, and its marks.
 * @typedef {object} Cell
 * @property {string} lies  "M4/E", or "gap"
 * @property {Suit} [stands]  whose pawn
 * @property {boolean} [glides]  the pawn comes from another square
 * @property {Drawing} [coin]
 * @property {boolean} [held]
 * @property {"legal" | "picked" | ""} [marked]
 * @property {string} [chip]
 * @property {number} [quarters]  how far it has turned, when that is more than its facing tells
 */

export const sprites = piecepack_sprite;

/** @param {Say} say @returns {Figures} */
export function figures(say) {
  return { set_up, facing, turning: turns(), moving: moves(), scoring: scores(), feeding: feeds(), cycle: cycles() };

  function set_up() {
    const [north, east, south, west] = SUITS;
    return html`<div class="de-fig-table">
        <div class="de-north">${side(north)}</div>
        <div class="de-west">${side(west)}</div>
        ${board({}, start.pawns)}
        <div class="de-east">${side(east)}</div>
        <div class="de-south">${side(south)}</div>
      </div>
      ${timer_and_reserve(south, value_of(start.dice[2]))}`;
  }

  /** @param {Suit} suit */
  function side(suit) {
    return html`${thing(pawn(suit), 6)}${label(say(suit_alone(suit)))}`;
  }

  /** @param {Suit} suit @param {Value} shown */
  function timer_and_reserve(suit, shown) {
    return row(
      labelled(timer(suit, shown, coin({ suit })), say("timer")),
      labelled(row(...values_without(shown).map((value) => thing(coin({ value }), 7))), say("reserve")),
    );
  }

  // --- Facing -----------------------------------------------------------------------------------------------

  function facing() {
    /** @type {[Cell[][], string][]} */
    const cases = [
      [[[{ lies: "M4/E" }, { lies: "C0/S", stands: "arms" }]], say("faces the pawn")],
      [[[{ lies: "M4/S" }, { lies: "C0/S", stands: "arms" }]], say("does not")],
      [
        [
          [{ lies: "M4/E" }, { lies: "" }],
          [{ lies: "" }, { lies: "C0/S", stands: "arms" }],
        ],
        say("over a corner: never"),
      ],
    ];
    return html`<div class="de-fig-cases">${cases.map(([cells, words]) => labelled(squares(cells), words))}</div>`;
  }

  // --- Tiles that turn --------------------------------------------------------------------------------------

  /** @returns {Example} */
  function turns() {
    const { tiles, facing, coins } = turning;
    /** @param {number} step */
    const seen = (step) => {
      const cells = tiles.map((word, nth) => ({
        lies: `${word}/${facing[step][nth]}`,
        quarters: QUARTERS.N + (nth === 0 ? step : 0),
        ...(nth === 1 && { stands: /** @type {Suit} */ ("arms"), held: true }),
        ...(nth === 2 && { coin: coin({ suit: face(coins.e5).suit }), held: true }),
        ...(nth === 3 && { quarters: QUARTERS.E }),
      }));
      const labels = [say("free"), say("under a pawn"), say("with a coin"), say("another suit")];
      return html`<div
        class="de-fig-cases">${cells.map((cell, nth) => labelled(squares([[cell]]), labels[nth]))}</div>`;
    };
    return {
      steps: facing.map((_, step) => () => seen(step)),
      words: [
        say("Three tiles of suns and one of moons, before a turn of suns."),
        say("Suns take their turn: only the ace is free to rotate, a quarter clockwise. A pin shows what is held."),
        say("The next turn of suns: another quarter. Moons rotate in their own turns."),
      ],
    };
  }

  // --- Moving -----------------------------------------------------------------------------------------------

  /** @returns {Example} */
  function moves() {
    const { pawns, die: shown, targets, to } = moving;
    /** @param {number} step */
    const seen = (step) => {
      const here = step === 2 ? [...pawns.slice(0, 3), to] : pawns;
      return html`<div class="de-fig-beside">
        ${board(moving.turned, here, (square) => (step === 1 && targets.includes(square) ? "legal" : ""))}
        ${timer("arms", value_of(step === 2 ? shown - 1 : shown), coin({ suit: "arms" }))}
      </div>`;
    };
    return {
      steps: [0, 1, 2].map((step) => () => seen(step)),
      words: [
        say("Arms have to move: their die shows a 3."),
        say(
          "The pawn may go to any tile with a ring. To the north-east the gap stops it; on two other lines, pawns do.",
        ),
        say("It goes to d2. The die goes down to 2, and the turn is over."),
      ],
    };
  }

  // --- Scoring ----------------------------------------------------------------------------------------------

  /** @returns {Example} */
  function scores() {
    const { chosen, coin: value } = scoring;
    const lies = laid(moving.turned);
    /** @param {string} square @param {number} step @returns {Cell} */
    const cell = (square, step) => {
      const sum = step === 1 ? /** @type {Record<string, number[]>} */ (scoring.scores)[square] : undefined;
      const [own, with_coin, points] = sum ?? [];
      return {
        lies: lies[square],
        stands: SUITS[moving.pawns.indexOf(square)],
        marked: sum ? "picked" : "",
        chip: sum ? `${own} + ${with_coin} = ${points}` : step === 2 && square === chosen ? "7" : "",
        coin: step === 2 && square === chosen ? thing(coin({ suit: "arms" }), 8, { k: "used" }) : undefined,
      };
    };
    /** @param {number} step */
    const seen = (step) => html`<div class="de-fig-beside">
      ${squares(scoring.squares.map((rank) => rank.map((square) => cell(square, step))))}
      ${labelled(
        timer("arms", 0, step < 2 ? thing(coin({ suit: "arms", value: value_of(value) }), 8, { k: "used" }) : nothing),
        say("timer"),
      )}
    </div>`;
    return {
      steps: [0, 1, 2].map((step) => () => seen(step)),
      words: [
        say("The die of arms shows 0. Under it lies their 3, shown here so that you can add up."),
        say("Two tiles next to the pawn face it: the 4 of moons would bring 7 points, the ace of suns 4."),
        say("The coin goes on the 4 of moons, suit side up: 4 + 3 = 7. This tile never rotates or scores again."),
      ],
    };
  }

  // --- Feeding ----------------------------------------------------------------------------------------------

  /** @returns {Example} */
  function feeds() {
    const { reserve, coin: fed, dice } = feeding;
    /** @param {number} step */
    const seen = (step) => {
      const left = step ? reserve.filter((value) => value !== fed) : reserve;
      const under = step
        ? thing(coin(step === 1 ? { value: value_of(fed) } : { suit: "arms" }), 8, { k: `coin-${fed}` })
        : nothing;
      return html`<div class="de-fig-beside">
        ${labelled(timer("arms", value_of(step ? dice[step - 1] : 0), under), say("timer"))}
        ${labelled(
          row(...left.map((value) => thing(coin({ value: value_of(value) }), 9, { k: `coin-${value}` }))),
          say("reserve"),
        )}
      </div>`;
    };
    return {
      steps: [0, 1, 2, 3].map((step) => () => seen(step)),
      words: [
        say("The coin has been used, and the die shows 0."),
        say("The 2 goes under the die, suit side up, and the die is set to 2. The turn is over."),
        say("In the next turn the pawn moves, and the die goes down to the ace."),
        say("One more move and it shows 0: in the turn after that, arms score again."),
      ],
    };
  }

  // --- A whole cycle ----------------------------------------------------------------------------------------

  /** @returns {Example} */
  function cycles() {
    const { coin: fed, steps, scores, chosen, next } = cycle;
    const is_over = steps.length;
    const [, , points] = /** @type {Record<string, number[]>} */ (scores)[chosen];
    /** @param {number} step */
    const seen = (step) => {
      const { pawn, tiles, die: shown } = steps[Math.min(step, is_over - 1)];
      /** @param {string} square @param {string} lies @returns {Cell} */
      const cell = (square, lies) => {
        const sum = step === is_over - 1 ? /** @type {Record<string, number[]>} */ (scores)[square] : undefined;
        const is_scored = step === is_over && square === chosen;
        return {
          lies,
          stands: square === pawn ? "arms" : undefined,
          glides: true,
          marked: sum ? "picked" : "",
          chip: sum ? `${sum[0]} + ${sum[1]} = ${sum[2]}` : is_scored ? String(points) : "",
          coin: is_scored ? thing(coin({ suit: "arms" }), 8, { k: `fed-${fed}` }) : undefined,
        };
      };
      const rows = cycle.squares.map((rank, y) => rank.map((square, x) => cell(square, tiles[y * rank.length + x])));
      const under = thing(coin({ suit: "arms" }), 8, { k: `fed-${step < is_over ? fed : next}` });
      return html`<div class="de-fig-beside">
        ${squares(rows)}
        ${labelled(timer("arms", value_of(step < is_over ? shown : next), under), say("timer"))}
      </div>`;
    };
    return {
      steps: [...steps, null].map((_, step) => () => seen(step)),
      words: [
        say("Arms load the 2: two moves, then they score. Their 5 faces away, and their pawn holds it."),
        say("Their next turn. The pawn leaves the 5, and the die goes down to the ace."),
        say("The turn after that. The 5 was free and has rotated; the pawn stops beside it. The die shows 0."),
        say("Now the 5 has rotated once more and faces the pawn, and so does the ace: 7 points or 3."),
        say("The 2 goes on the 5, for 7 points. In the same turn arms load the next coin, a 4."),
      ],
    };
  }
}

// --- The board ----------------------------------------------------------------------------------------------

/** The contents of each square. @param {Record<string, string>} changed */
function laid(changed) {
  const written = start.board.flatMap((words, y) => words.map((word, x) => [files[x] + ranks[y], word]));
  return { .../** @type {Record<string, string>} */ (Object.fromEntries(written)), ...changed };
}

/**
 * The whole board, with its letters and numbers.
 * @param {Record<string, string>} changed
 * @param {string[]} pawns
 * @param {(square: string) => "legal" | ""} marked
 */
function board(changed, pawns, marked = () => "") {
  const lies = laid(changed);
  const cells = ranks.map((rank) =>
    files.map((file) => {
      const square = file + rank;
      return { lies: lies[square], stands: SUITS[pawns.indexOf(square)], glides: true, marked: marked(square) };
    }),
  );
  return html`<div class="de-fig-board">
    <div class="de-fig-ranks">${ranks.map(label)}</div>
    ${squares(cells)}
    <div class="de-fig-files">${files.map(label)}</div>
  </div>`;
}

/** @param {Cell[][]} cells */
const squares = (cells) =>
  html`<div class="de-fig-squares" .style=${`--columns: ${cells[0].length}`}>${cells.flat().map(square)}</div>`;

/** @param {Cell} cell */
function square({ lies, stands, glides, coin: on_it, held, marked, chip: words, quarters }) {
  if (lies === "gap" || lies === "") return html`<div class="de-fig-square ${lies && "de-gap"}"></div>`;
  const [word, facing] = lies.split("/");
  const turned = quarters ?? QUARTERS[/** @type {keyof typeof QUARTERS} */ (facing)];
  return html`<div class="de-fig-square ${marked}">
    <span class="de-fig-lies" .style=${`rotate: ${turned * 90}deg`}>${tile(face(word).suit, face(word).value)}</span>
    ${on_it ? html`<span class="de-fig-on">${on_it}</span>` : nothing}
    ${
      stands
        ? html`<span class="de-fig-stands" data-k=${glides ? `pawn-${stands}` : nothing}>${pawn(stands)}</span>`
        : nothing
    }
    ${held ? html`<span class="de-fig-pin de-pin">${pin()}</span>` : nothing} ${words ? chip(words) : nothing}
  </div>`;
}

// --- Timers -------------------------------------------------------------------------------------------------

/** A die on its coin. @param {Suit} suit @param {Value} shown @param {Drawing} under */
const timer = (suit, shown, under) =>
  html`<span class="de-fig-timer"><span class="de-fig-under">${under}</span><span
    class="de-fig-die">${die(suit, shown)}</span></span>`;

/** @param {number} value */
const value_of = (value) => /** @type {Value} */ (value);

/** @param {number} left_out */
const values_without = (left_out) => [0, 1, 2, 3, 4, 5].map(value_of).filter((value) => value !== left_out);
