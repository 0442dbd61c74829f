// @ts-check
// The table of Color Dice: a die in front of everybody, areas of nine places, and the pawns outside.

/** @import { Game } from "#types/room" */
/** @import { Sight } from "#types/wire" */
/** @import { Scene } from "#types/color_dice" */
/** @import { Move, View } from "#types/views/color_dice" */
/** @import { Wanderings } from "#games/color_dice/wanderings.js" */
import { html, nothing } from "lit-html";
import { areas } from "#games/color_dice/areas.js";
import { die_tile, dummies } from "#games/color_dice/dice.js";
import { goal } from "#games/color_dice/goal.js";
import { who } from "#games/color_dice/names.js";
import { pawn_sprite } from "#games/color_dice/pieces.js";
import { make_raid } from "#games/color_dice/raid.js";
import { sum_in_line, tray } from "#games/color_dice/tray.js";
import { initial, next } from "#games/color_dice/wanderings.js";

const TO_COME = { attack: "{who} attacks", counter: "{who} may counterattack" };

/** @type {Game<View, Move>["lasts"]} */
export const lasts = () => 4000;
/** @type {Game<View, Move>["can_be_ended"]} */
export const can_be_ended = () => false;

/** @type {Game<View, Move>["hindsight"]} */
export const hindsight = () => import("#games/color_dice/hindsight.js");

/** @type {Game<View, Move, Sight, Wanderings>["trace"]} */
export const trace = { initial, next };

/** @type {Game<View, Move, Sight, Wanderings>["picture"]} */
export function picture({ you, view, outcome }, { say, offer, trace: pawns }) {
  const { raid, ...making } = make_raid({ say, view, offer });
  /** @type {Scene} */
  const scene = { say, view, offer, you, outcome, raid, pawns };
  return {
    centre: html`${pawn_sprite(say)}
      <div class="cd-table">
        <p class="cd-round">${round(scene)}</p>
        ${areas(scene, tray(view))}
      </div>`,
    in_front_of: (seat, own) => die_tile(scene, seat, own),
    words_for: () => [],
    standing: (seat) => goal(scene, seat),
    besides: dummies(scene),
    others_are_one_group: true,
    moves: ["attack"],
    set_label: set_label(scene),
    ...making,
  };
}

/** The label of the prompt's button while dice are chosen. @param {Scene} scene */
function set_label({ say, offer: { picking } }) {
  const count = picking?.chosen.length ?? 0;
  return picking ? (count ? say("Throw {count} dice again", { count }) : say("Choose at least 1 die")) : undefined;
}

/** @param {Scene} scene */
function round({ say, view }) {
  if (view.turn === null) return nothing;
  const next = /** @type {const} */ (["attack", "counter"]).flatMap((does) => {
    const those = view.to_come.filter((step) => step.does === does).map(({ colour }) => who(view, colour));
    return those.length ? { text: TO_COME[does], with: { who: those } } : [];
  });
  if (view.to_come[0]?.does === "counter") next.reverse();
  return html`<span>${say("Round {round} of {rounds}: {seat}’s dice", {
    round: view.round,
    rounds: view.rounds,
    seat: { seat: view.turn },
  })}</span>
    ${sum_in_line(view)}
    ${next.length ? html`<span class="cd-next">${say("Then: {next}", { next })}</span>` : nothing}`;
}
