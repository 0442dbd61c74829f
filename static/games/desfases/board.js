// @ts-check
// The table of Desfases: 24 tiles around a gap, seen from the reader's side, with the pawns and coins on them.

/** @import { Game } from "#types/room" */
/** @import { Move, SeenCoin, SeenTile, Sight, Square, View } from "#types/views/desfases" */
/** @import { Suit } from "#types/views/piecepack" */
/** @import { Changes } from "#games/desfases/changes.js" */
import { html, nothing } from "lit-html";
import { initial, next } from "#games/desfases/changes.js";
import { seen_from } from "#games/desfases/compass.js";
import { named, pin, suit_alone, suit_named } from "#games/desfases/pieces.js";
import { no_move, no_score } from "#games/desfases/reasons.js";
import { sums } from "#games/desfases/sums.js";
import { timers } from "#games/desfases/timers.js";
import { coin, pawn, piecepack_sprite, suit_sign, tile } from "#kit/piecepack.js";

const GAP = "c3";
const TURNED = "The board is turned to your side; squares keep their names.";
/** The maximum number of coins in the gap that are drawn large. */
const FEW = 4;

/** @type {Game<View, Move, Sight>["lasts"]} */
export const lasts = () => 4000;
/** @type {Game<View, Move, Sight>["can_be_ended"]} */
export const can_be_ended = () => false;

/** @type {Game<View, Move, Sight>["hindsight"]} */
export const hindsight = () => import("#games/desfases/hindsight.js");

/** @type {Game<View, Move, Sight, Changes>["trace"]} */
export const trace = { initial, next };

/** @type {Game<View, Move, Sight, Changes>["picture"]} */
export function picture({ you, view, outcome }, { say, offer, sights, trace: { turned, moved } }) {
  const seen = seen_from(you === null ? null : view.sides[you]);
  const is_picked = (/** @type {Suit} */ suit) => offer.is_picked({ do: "choose", suit });
  return {
    centre: centre(),
    in_front_of: timers({ view, offer, sights, say }),
    words_for: () => [],
    standing: outcome ? undefined : scored,
    moves: ["choose", "move", "score", "feed"],
    label,
  };

  /** While points are hidden: the tiles that have brought some. @param {number} seat */
  function scored(seat) {
    const suits = view.suits.filter((player) => player.seat === seat);
    if (suits.every(({ points }) => points !== null)) return ""; // they stand beside the timers
    const own = Object.values(view.tiles).filter(({ coin }) => suits.some(({ suit }) => suit === coin?.suit));
    return say("Tiles scored: {count}", { count: own.length });
  }

  /** @param {Move} move */
  function label(move) {
    if (move.do === "score") return scoring(move.tile);
    return move.do === "move" ? say("Move to {square}", { square: move.to }) : undefined;
  }

  function centre() {
    const secret = !outcome && view.suits.some(({ points }) => points === null);
    return html`${piecepack_sprite()}<div data-slot="players-beside"
      class="de-table ${outcome ? "de-over" : ""} ${secret ? "de-secret" : ""}">
      <p class="de-round">${round()}</p>
      <div class="de-field"><div class="measured"><div class="de-board">
        <ul class="de-squares" data-roving="grid" aria-label=${say("Board")}>
          ${seen.squares.map((square) => (square === GAP ? gap() : place(square)))}
        </ul>
        <p class="de-ranks" aria-hidden="true">${seen.ranks.map(letter)}</p>
        <p class="de-columns" aria-hidden="true">${seen.columns.map(letter)}</p>
      </div></div></div>
      ${seen.is_turned && !outcome ? html`<p class="de-turned">${say(TURNED)}</p>` : nothing}
      ${outcome ? sums(view, outcome, say) : nothing}
    </div>`;
  }

  function round() {
    if (!view.turn) return view.round ? say("After {rounds} rounds", { rounds: view.rounds }) : nothing;
    const { suit, seat } = view.turn;
    return html`${say("Round {round} of {rounds}", { round: view.round, rounds: view.rounds })}
      <span class="de-whose">${suit_sign(
        suit,
      )} ${say("{suit}: {seat}", { suit: suit_alone(suit), seat: { seat } })}</span>`;
  }

  /** @param {Square} square */
  function place(square) {
    const on_it = view.tiles[square];
    const stands = view.suits.find((player) => player.pawn === square);
    /** @type {Move} */
    const move = { do: "move", to: square };
    /** @type {Move} */
    const score = { do: "score", tile: square };
    const answer = offer.is_open(score) ? score : move;
    const look = [
      offer.is_open(score) ? "de-scorable" : offer.is_open(move) ? "lit" : "",
      offer.is_picked(answer) || is_picked(on_it.suit) ? "picked" : "",
    ];
    const left = [...moved.values()].includes(square);
    return html`<li class="de-square ${lie(on_it)} ${look.join(" ")}" data-at="square-${square}">
      <span class="de-lies ${turned.has(square) ? "de-turns" : ""} ${
        just_scored(square) ? "ring" : ""
      }">${tile(on_it.suit, on_it.value)}</span>
      ${on_it.coin ? scoring_coin(square, on_it.coin) : nothing}
      ${left ? html`<span class="de-trace"></span>` : nothing} ${stands ? standing(stands.suit) : nothing}
      ${
        offer.is_picked(move) && view.turn
          ? html`<span class="de-standing de-ghost">${pawn(view.turn.suit)}</span>`
          : nothing
      }
      ${on_it.pinned && on_it.suit === view.turn?.suit ? html`<span class="de-pin">${pin()}</span>` : nothing}
      ${offer.is_open(score) ? promise(square) : nothing}
      ${offer.stand_for(answer, name_of(square, on_it, stands?.suit), {
        confirm: true,
        place: `square-${square}`,
        why: why_not(square),
      })}
    </li>`;
  }

  /** @param {Square} square */
  function why_not(square) {
    const { pawn = null } = view.suits.find(({ suit }) => suit === view.turn?.suit) ?? {};
    if (pawn === null) return undefined;
    if (offer.among("score").length) return no_score(say, view, pawn, square);
    return offer.among("move").length ? no_move(say, view, pawn, square) : undefined;
  }

  /** @param {SeenTile} on_it */
  function lie({ facing }) {
    return facing ? `de-quarters-${seen.quarters(facing)}` : "de-unclaimed";
  }

  /** @param {Suit} suit */
  function standing(suit) {
    const look = [view.turn?.suit === suit ? "de-turn" : "", moved.has(suit) ? "de-moved" : ""];
    return html`<span class="de-standing ${look.join(" ")}" data-k="pawn-${suit}">${pawn(suit)}</span>`;
  }

  /**
   * A scoring coin; for a moment it shows its motion, and its value to those who are told.
   * @param {string} square
   * @param {NonNullable<SeenTile["coin"]>} lying
   */
  function scoring_coin(square, { suit, value }) {
    const sight = just_scored(square);
    if (!sight) return html`<span class="de-coin-on">${coin({ suit, value })}</span>`;
    const { coin: told, points } = sight.coin === null ? (used_by(suit) ?? sight) : sight;
    return html`<span class="de-coin-on"
      data-k="under-${suit}">${coin(told === null ? { suit, value } : { value: told })}</span>
      ${points === null ? nothing : html`<span class="de-chip">${say("+{points}", { points })}</span>`}`;
  }

  /** @param {string} square */
  function just_scored(square) {
    const sight = sights.find((shown) => shown.shows === "scored" && shown.tile === square);
    return sight?.shows === "scored" ? sight : null;
  }

  /** The coin just used, if it is the reader's own. @param {Suit} suit */
  function used_by(suit) {
    const sight = sights.find((shown) => shown.shows === "used" && shown.suit === suit);
    return sight?.shows === "used" ? sight : null;
  }

  /** The coin under the die, which would score a tile. */
  function in_hand() {
    return view.suits.find(({ suit }) => suit === view.turn?.suit)?.under;
  }

  /** What scoring this tile brings, if coins are open. @param {Square} square */
  function worth(square) {
    return view.scores[square];
  }

  /** A tile's points: the total if coins are open, otherwise all but the coin's. @param {Square} square */
  function promise(square) {
    const points = worth(square);
    return html`<span class="de-chip">${
      points === undefined
        ? html`${view.shares[square]} + ${coin({ suit: in_hand()?.suit })}`
        : say("+{points}", { points })
    }</span>`;
  }

  /** @param {Square} square */
  function scoring(square) {
    const [on_it, points] = [view.tiles[square], worth(square)];
    const words = { tile: named(on_it), value: view.shares[square] ?? 0 };
    return points === undefined
      ? say("Score {tile}: {value} + coin", words)
      : say("Score {tile}: {value} + {coin} = {points}", { ...words, coin: in_hand()?.value ?? 0, points });
  }

  /**
   * @param {string} square
   * @param {SeenTile} on_it
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

  /**
   * In a high pile only the suits are legible.
   * @param {SeenCoin} lost
   * @param {boolean} newest  of its suit
   * @param {boolean} high
   */
  function lost_coin({ suit, value }, newest, high) {
    const thrown = sights.find((sight) => sight.shows === "thrown_away" && sight.suit === suit);
    if (newest && thrown?.shows === "thrown_away") {
      const told = thrown.coin ?? used_by(suit)?.coin ?? null;
      return html`<span class="de-lost ring"
        data-k="under-${suit}">${coin(told === null ? { suit, value } : { value: told })}</span>`;
    }
    return html`<span class="de-lost">${coin({ suit, value: high ? null : value })}</span>`;
  }

  function gap() {
    const coins = view.suits.flatMap(({ gap }) => gap);
    const high = coins.length > FEW;
    const thrown = sights.some((sight) => sight.shows === "thrown_away");
    const pile = view.suits.map(({ gap }) => gap.map((lost, nth) => lost_coin(lost, nth === gap.length - 1, high)));
    return html`<li class="de-square de-gap">
      <span class="de-pile ${high ? "de-high" : ""}">${pile}</span>
      ${offer.barred(
        coins.length ? say("The gap: {coins}", { coins: coins.map(named) }) : say("The gap"),
        say("Nothing can be placed in the gap."),
      )}
      ${thrown ? html`<span class="de-chip">${say("+{points}", { points: 0 })}</span>` : nothing}
    </li>`;
  }
}

/** @param {string} sign */
const letter = (sign) => html`<span>${sign}</span>`;
