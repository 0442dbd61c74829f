// @ts-check
// The table of Sin Color: six stacks of tiles, the coins in front of everybody, the paid coins.

/** @import { Game } from "#types/room" */
/** @import { Scene } from "#types/sin_color" */
/** @import { Move, Sight, View } from "#types/views/sin_color" */
import { html } from "lit-html";
import { paid_coins, turns_left } from "#games/sin_color/middle.js";
import { order } from "#games/sin_color/orders.js";
import { bargain, other_row } from "#games/sin_color/others.js";
import { own_row, set_label } from "#games/sin_color/own.js";
import { stacks } from "#games/sin_color/stacks.js";
import { effects, steps } from "#games/sin_color/track.js";
import { is_text, list_of } from "#kit/keeping.js";
import { piecepack_sprite } from "#kit/piecepack.js";

/** @type {Game<View, Move, Sight>["lasts"]} */
export const lasts = () => 4000;
/** @type {Game<View, Move, Sight>["can_be_ended"]} */
export const can_be_ended = () => false;

/** @type {Game<View, Move, Sight>["hindsight"]} */
export const hindsight = () => import("#games/sin_color/hindsight.js");

/** @type {Game<View, Move, Sight>["arranging"]} */
export const arranging = {
  place: "tertulia:coins",
  fits: list_of(is_text),
  numbers: [],
  holds_for: ({ outcome }) => (outcome ? null : {}),
};

/** @type {Game<View, Move, Sight, undefined, string[]>["picture"]} */
export function picture({ view, outcome, you, asked }, { say, offer, sights, arranged }) {
  /** @type {Scene} */
  const scene = { say, view, offer, sights, you, asked, over: outcome !== null, arranged };
  return {
    centre: html`${piecepack_sprite()}
      <div class="sc-table">
        ${steps(scene)}${stacks(scene)}${effects(scene)}
        <span class="sc-tray leather" aria-hidden="true"></span>${paid_coins(scene)}${turns_left(scene)}
      </div>`,
    in_front_of: (seat, own) => (own ? own_row(scene, seat) : other_row(scene, seat)),
    words_for: () => [],
    standing: (seat) => say("Coins left: {coins}", { coins: view.rows[seat].length }),
    moves: ["turn_over", "trade", "sink", "raise", "pay"],
    label: (move) => (move.do === "trade" ? bargain(scene, move.partner) : undefined),
    drawing: (move) => (move.do === "order" ? order(scene, move) : undefined),
    set_label: set_label(scene),
  };
}
