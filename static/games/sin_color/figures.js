// @ts-check
// The figures of the rules of Sin Color.

/** @import { Example, Figures } from "#types/figures" */
/** @import { Drawing, Say } from "#types/room" */
/** @import { Value } from "#types/views/piecepack" */
import { html, nothing } from "lit-html";
import { dealt, payment, stack, thrown, trade } from "#games/sin_color/examples.js";
import { EDGES } from "#games/sin_color/stacks.js";
import { arrow, column, label, labelled, place_of, row, thing } from "#kit/figures.js";
import { face } from "#kit/notation.js";
import { coin, die, piecepack_sprite, tile, tile_back } from "#kit/piecepack.js";

export const sprites = piecepack_sprite;

/** @param {Say} say @returns {Figures} */
export function figures(say) {
  const players = [say("You"), say("Left of you"), say("Right of you")];

  return {
    set_up: () =>
      column(
        stacks(dealt.tops),
        html`<div class="sc-fig-others">${[1, 2].map(others_row)}</div>`,
        own_row(dealt.rows[0]),
      ),
    two_sides: two_sides(),
    trade: trading(),
    sink_and_raise: sinking(),
    order: () => html`<div class="sc-fig-orders">${orders().map((order) => row(...order))}</div>`,
    paying: paying(),
  };

  /** @param {number} player */
  function others_row(player) {
    return place_of(players[player], row(...dealt.rows[player].map((word) => upper(word, 4.5))));
  }

  /** @param {string[]} words */
  function own_row(words) {
    return place_of(players[0], row(...words.map((word) => own(word, 9))));
  }

  // --- Turning a coin over ----------------------------------------------------------------------------------

  /** @returns {Example} */
  function two_sides() {
    const ways = ["C5", "C5v"];
    /** @param {string} word */
    const seen = (word) =>
      html`<div class="sc-fig-pair">
        ${place_of(say("What the others see"), thing(coin(upper_side(word)), 18))}
        ${place_of(say("What only you see"), thing(coin(lower_side(word)), 18, { private: true }))}
      </div>`;
    return {
      steps: ways.map((word) => () => seen(word)),
      words: [
        say("Your coin lies suit side up: the others see a crown, and only you see its 5."),
        say("You turn it over: now they see a 5. They have to remember what was up before."),
      ],
    };
  }

  // --- Trading ----------------------------------------------------------------------------------------------

  /** @returns {Example} */
  function trading() {
    const { rows, offers, after } = trade;
    /**
     * @param {(player: number) => number[]} forward
     * @param {string[][]} lie
     * @param {number[]} hidden  players whose offer nobody sees yet
     */
    const seen = (forward, lie, hidden = []) =>
      html`<div class="sc-fig-players">${players.map((name, player) =>
        place_of(
          name,
          html`<div class="fig-row">${lie[player].map((word, place) =>
            coin_of(word, player, forward(player).includes(place)),
          )}</div>
            ${hidden.includes(player) ? label(say("chooses in secret")) : nothing}`,
          player === 0,
        ),
      )}</div>`;
    /** @param {string} word @param {number} player @param {boolean} forward */
    const coin_of = (word, player, forward) =>
      html`<span class="sc-fig-coin ${forward ? "sc-forward" : ""}" data-k="coin-${word}">
        ${thing(coin(upper_side(word)), 9)}
        ${player === 0 ? thing(coin(lower_side(word)), 4.5, { private: true }) : nothing}
      </span>`;
    return {
      steps: [
        () => seen((player) => (player === 0 ? offers[0] : []), rows, [1, 2]),
        () => seen((player) => offers[player], rows),
        () => seen((player) => (player < 2 ? offers[player] : []), rows),
        () => seen(() => [], after),
      ],
      words: [
        say("You push two of your coins forward. The others choose in secret what they would give for them."),
        say("All offers are revealed together. You see only the upper side of each coin."),
        say("You choose the offer on your left: your 2 coins for 1. The other offer goes back."),
        say(
          "The coins change owners, keep their upper sides and go to the right end of each row. Now you may look at the lower side of the one you got.",
        ),
      ],
    };
  }

  // --- Dice -------------------------------------------------------------------------------------------------

  /** @returns {Example} */
  function sinking() {
    const lies = [stack.lies, ...stack.after];
    /** @param {string[]} words @param {number} step */
    const seen = (words, step) => html`<div class="sc-fig-dig">
      <div class="sc-fig-thrown">${
        step ? thing(die(null, value_of(stack.throws[step - 1])), 10, { k: `die-${step}` }) : nothing
      }</div>
      ${labelled(one_stack(words[0], 18), say("what you see"))}
      <div class="sc-fig-spread">${words.map(
        (word, place) => html`<span class=${place ? "sc-below" : ""}>${thing(tile_of(word), 13, { k: word })}</span>`,
      )}</div>
      <div class="sc-fig-ends">${label(say("top"))}${arrow()}${label(say("bottom"))}</div>
    </div>`;
    return {
      steps: lies.map((words, step) => () => seen(words, step)),
      words: [
        say("A stack, and next to it its four tiles from top to bottom, as no one at the table sees them."),
        say("A 4: the top tile moves to the bottom, and the 5 of arms appears."),
        say("A 2 does the same: now the ace of crowns lies on top."),
        say("A 3: the bottom tile moves to the top. The 5 of arms is back."),
      ],
    };
  }

  /** Everything that the trading player may choose, with the dice in order of use. */
  function orders() {
    const [own, theirs] = thrown.map(value_of);
    const yours = [
      [own, theirs],
      [theirs, own],
    ].map((dice) => labelled(row(...dice.map((value) => thing(die(null, value), 9))), players[0]));
    const partners = labelled(thing(die(null, theirs), 9), say("Partner"));
    return [...yours.map((dice) => [dice, arrow(), partners]), ...yours.map((dice) => [partners, arrow(), dice])];
  }

  // --- Paying -----------------------------------------------------------------------------------------------

  /** @returns {Example} */
  function paying() {
    /** @param {number} step */
    const seen = (step) =>
      column(
        stacks(step < 2 ? payment.tops : payment.tops.map((word, nth) => (nth === payment.stack ? "" : word)), step),
        html`<div class="sc-fig-paid">${
          step < 2 ? nothing : html`${label(say("Paid"))}${thing(coin(face(paid)), 10, { k: paid })}`
        }</div>`,
        place_of(
          players[0],
          row(
            ...(step < 2 ? payment.row : payment.left).map(
              (word) =>
                html`<span class="sc-fig-coin" data-k=${word}>${thing(coin(upper_side(word)), 11, {
                  marked: step === 1 && word === paid ? "picked" : "",
                  round: true,
                })}${thing(coin(lower_side(word)), 6, { private: true })}</span>`,
            ),
          ),
        ),
      );
    const paid = payment.row[payment.coin];
    return {
      steps: [0, 1, 2].map((step) => () => seen(step)),
      words: [
        say("Your turn ends. You hold the 2 of moons, the 5 of crowns and the 4 of suns."),
        say(
          "Only the 5 of crowns matches a tile in sight. The same suit alone, or the same value alone, is not enough.",
        ),
        say("You pay it, and its tile is turned grid side up: it stays in its stack and is never turned back."),
      ],
    };
  }
}

// --- Pieces -------------------------------------------------------------------------------------------------

/** @param {string[]} tops  "": without colour @param {number} step  1: the tile that can be paid for is ringed */
const stacks = (tops, step = 0) =>
  html`<div class="sc-fig-stacks">${tops.map((word, nth) =>
    one_stack(word, 13, step === 1 && nth === payment.stack ? "picked" : ""),
  )}</div>`;

/** @param {string} word @param {number} width @param {"picked" | ""} marked */
const one_stack = (word, width, marked = "") =>
  thing(
    html`<span class="sc-fig-stack">${EDGES}<span
      class="sc-top">${thing(word ? tile_of(word) : tile_back(), width, { marked })}</span></span>`,
    width,
  );

/** @param {string} word */
const tile_of = (word) => tile(face(word).suit, face(word).value);

/** @param {number} value */
const value_of = (value) => /** @type {Value} */ (value);

/** @param {string} word */
const is_value_up = (word) => word.endsWith("v");

/** @param {string} word */
function upper_side(word) {
  const { suit, value } = face(word);
  return is_value_up(word) ? { value } : { suit };
}

/** @param {string} word */
function lower_side(word) {
  const { suit, value } = face(word);
  return is_value_up(word) ? { suit } : { value };
}

/** @param {string} word @param {number} width @returns {Drawing} */
const upper = (word, width) => thing(coin(upper_side(word)), width);

/** The side others see, large, and below it the one only its owner sees. @param {string} word @param {number} width */
const own = (word, width) =>
  html`<span class="sc-fig-coin">${thing(coin(upper_side(word)), width)}${thing(coin(lower_side(word)), width / 2, {
    private: true,
  })}</span>`;
