// @ts-check
// The table of Desfases: 24 tiles around a gap, seen from the reader's side, with the pawns and coins that hold them.

/** @import { Game } from "#types/room" */
/** @import { Frame, Sight as AnySight } from "#types/wire" */
/** @import { Sight, Suit, Tile, View } from "#types/desfases" */
import { html, nothing } from "lit-html";
import { is_a_quarter_on, seen_from } from "#games/desfases/compass.js";
import { coin, pin } from "#games/desfases/marks.js";
import { named, suit_alone, suit_named } from "#games/desfases/names.js";
import { sums } from "#games/desfases/sums.js";
import { timers } from "#games/desfases/timers.js";
import { pawn, piecepack_sprite, tile } from "#kit/piecepack.js";

const GAP = "c3";
const ROUNDS = 21;

/** @type {Game["lasts"]} */
export const lasts = () => 4000;
/** @type {Game["can_be_ended"]} */
export const can_be_ended = () => false;

/** @type {Game["board"]} */
export function board(say) {
  const turning = watch_turns();

  return function draw(/** @type {Frame<View>} */ { seq, you, view, outcome }, offer, all_sights) {
    const sights = /** @type {Sight[]} */ (/** @type {AnySight[]} */ (all_sights));
    const seen = seen_from(you === null ? null : view.sides[you]);
    const turned = turning(seq, view.tiles);
    const is_picked = (/** @type {Suit} */ suit) => offer.is_picked({ do: "choose", suit });
    return {
      centre: centre(),
      in_front_of: timers({ view, offer, sights, say }),
      words_for: () => [],
    };

    function centre() {
      return html`${piecepack_sprite()}<div class="desfases ${outcome ? "over" : ""}">
        <p class="round">${round()}</p>
        <div class="field"><div class="board">
          <ul class="squares" data-roving="grid" aria-label=${say("Board")}>
            ${seen.squares.map((square) => (square === GAP ? gap() : place(square)))}
          </ul>
          <p class="ranks" aria-hidden="true">${seen.ranks.map(letter)}</p>
          <p class="columns" aria-hidden="true">${seen.columns.map(letter)}</p>
        </div></div>
        ${outcome ? sums(view, outcome, say) : nothing}
      </div>`;
    }

    function round() {
      if (!view.turn) return view.round ? say("After {rounds} rounds", { rounds: ROUNDS }) : nothing;
      const { suit, seat } = view.turn;
      return html`${say("Round {round} of {rounds}", { round: view.round, rounds: ROUNDS })}
        <span class="whose">${say("{suit}: {seat}", { suit: suit_alone(suit), seat: { seat } })}</span>`;
    }

    /** @param {string} square */
    function place(square) {
      const on_it = view.tiles[square];
      const stands = view.suits.find((player) => player.pawn === square);
      const move = { do: "move", to: square };
      const score = { do: "score", tile: square };
      const answer = offer.is_open(score) ? score : move;
      const look = [
        offer.is_open(score) ? "scorable" : offer.is_open(move) ? "lit" : "",
        offer.is_picked(answer) || is_picked(on_it.suit) ? "picked" : "",
      ];
      return html`<li class="square ${lie(on_it)} ${look.join(" ")}">
        <span class="lies ${turned.has(square) ? "turns" : ""}">${tile(on_it.suit, on_it.value)}</span>
        ${on_it.coin ? scoring_coin(square, on_it.coin) : nothing}
        ${stands ? standing(stands.suit) : nothing}
        ${offer.is_picked(move) && view.turn ? html`<span class="standing ghost">${pawn(view.turn.suit)}</span>` : nothing}
        ${on_it.pinned && on_it.suit === view.turn?.suit ? html`<span class="pin">${pin()}</span>` : nothing}
        ${offer.is_open(score) ? promise(on_it) : nothing}
        ${offer.stand_for(answer, name_of(square, on_it, stands?.suit), {
          confirm: true,
          place: `square-${square}`,
          label: answer === score ? scoring(on_it) : say("Move here"),
        })}
      </li>`;
    }

    /** @param {Tile} on_it */
    const lie = ({ facing }) => (facing ? `quarters-${seen.quarters(facing)}` : "unclaimed");

    /** @param {Suit} suit */
    function standing(suit) {
      const turn = view.turn?.suit === suit ? "turn" : "";
      return html`<span class="standing ${turn}" data-k="pawn-${suit}">${pawn(suit)}</span>`;
    }

    /**
     * For a moment it shows what it is, and how it came there.
     * @param {string} square
     * @param {NonNullable<Tile["coin"]>} lying
     */
    function scoring_coin(square, { suit, value }) {
      const sight = sights.find((shown) => shown.shows === "scored" && shown.tile === square);
      if (sight?.shows !== "scored") return html`<span class="coin-on">${coin({ suit, value })}</span>`;
      return html`<span class="coin-on" data-k="under-${suit}">${coin({ suit, value: sight.coin })}</span>
        <span class="chip">${say("+{points}", { points: sight.points })}</span>`;
    }

    /** The coin under the die, with which a tile would be scored. */
    const in_hand = () => view.suits.find(({ suit }) => suit === view.turn?.suit)?.under;

    /** What a tile would bring: the whole sum where coins are open, else its own share. @param {Tile} on_it */
    function promise(on_it) {
      const value = in_hand()?.value;
      return html`<span class="chip">${
        value == null ? say("{value} + coin", { value: on_it.value }) : say("+{points}", { points: on_it.value + value })
      }</span>`;
    }

    /** @param {Tile} on_it */
    function scoring(on_it) {
      const value = in_hand()?.value;
      return value == null
        ? say("Score {tile}: {value} + coin", { tile: named(on_it), value: on_it.value })
        : say("Score {tile}: {value} + {coin} = {points}", {
            tile: named(on_it),
            value: on_it.value,
            coin: value,
            points: on_it.value + value,
          });
    }

    /**
     * @param {string} square
     * @param {Tile} on_it
     * @param {Suit} [stands]
     */
    function name_of(square, on_it, stands) {
      const parts = [
        square,
        named(on_it),
        ...(on_it.facing ? [seen.in_words(say, on_it.facing)] : []),
        ...(stands ? [say("pawn of {suit}", { suit: suit_named(stands) })] : []),
        ...(on_it.coin ? [say("scored with the {coin}", { coin: named(on_it.coin) })] : []),
      ];
      return parts.map((part) => (typeof part === "string" ? part : say(part))).join(", ");
    }

    function gap() {
      const coins = view.suits.flatMap(({ gap }) => gap);
      const thrown = sights.find((sight) => sight.shows === "thrown_away");
      const names = coins.map((lost) => named(lost));
      return html`<li class="square gap">
        <span class="pile">${coins.map((lost) => html`<span class="lost">${coin(lost)}</span>`)}</span>
        <span class="unseen">${coins.length ? say("The gap: {coins}", { coins: names }) : say("The gap")}</span>
        ${thrown ? html`<span class="chip">${say("+{points}", { points: 0 })}</span>` : nothing}
      </li>`;
    }
  };
}

/** @param {string} sign */
const letter = (sign) => html`<span>${sign}</span>`;

/** Which tiles have just turned: only their motion depends on it. */
function watch_turns() {
  let shown = -1;
  /** @type {View["tiles"]} */
  let before = {};
  /** @type {Set<string>} */
  let turned = new Set();

  return (/** @type {number} */ seq, /** @type {View["tiles"]} */ tiles) => {
    if (seq !== shown)
      turned = new Set(
        Object.keys(tiles).filter((square) => {
          const [was, is] = [before[square]?.facing, tiles[square].facing];
          return was && is && is_a_quarter_on(was, is);
        }),
      );
    [shown, before] = [seq, tiles];
    return turned;
  };
}
