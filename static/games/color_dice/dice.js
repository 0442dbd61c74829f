// @ts-check
// The die in front of each player and dummy: its value, its throws left, and the moves it stands for.

/** @import { Drawing } from "#types/room" */
/** @import { Scene } from "#types/color_dice" */
import { html, nothing } from "lit-html";
import { who, who_alone } from "#games/color_dice/names.js";
import { badge, die, throws } from "#games/color_dice/pieces.js";
import { no_attack, no_throw } from "#games/color_dice/reasons.js";
import { name_line } from "#kit/person.js";

/** The dummies' dice. @param {Scene} scene @returns {Drawing} */
export const dummies = (scene) =>
  scene.view.colours.flatMap(({ seat, gone }, colour) =>
    seat !== null
      ? []
      : html`<li class="seat cd-dummy">
          <p class="who">
            ${name_line(scene.say(who_alone(scene.view, colour)))}
            ${
              gone
                ? html`<span class="states"><span class="word">${scene.say("{gone} out", { gone })}</span></span>`
                : nothing
            }
          </p>
          ${die_tile(scene, colour, false)}
        </li>`,
  );

/**
 * @param {Scene} scene
 * @param {number} colour
 * @param {boolean} own
 * @returns {Drawing}
 */
export function die_tile(scene, colour, own) {
  const { say, view, offer } = scene;
  const { name, die: value, thrown } = view.colours[colour];
  const attack = offer.among("attack").find(({ move }) => move.target === colour);
  const picking = offer.picking?.may(colour) ? offer.picking : null;
  const picked = picking?.has(colour) || (attack && offer.is_picked(attack.move));
  const is_compared = view.attack?.colour === colour || view.attack?.target === colour;
  const look = [
    picking || attack ? "lit" : "",
    picked ? "picked" : "",
    own ? "cd-own" : "",
    is_compared ? "cd-in-tray" : "",
    view.phase === "throwing" ? "cd-throwing" : "",
  ];
  return html`<div class="cd-die-tile ${look.join(" ")}">
    <span class="cd-thrown">
      <span class="cd-die-place" data-k="die-${colour}-${view.round}-${view.turn}-${thrown}"
        data-mark>${die(name, value)}${badge(name)}</span>
      ${scene.outcome ? nothing : throws(thrown)}
    </span>
    <span class="cd-facts">${throws_left()}${standing(scene, colour)}</span>
    ${button()}
  </div>`;

  /** Text for a die that may be thrown again. */
  function throws_left() {
    const left = view.throws - thrown;
    const words = say("{left} throws left", { left });
    return view.phase === "throwing" ? html`<span class=${own ? "cd-left" : "unseen"}>${words}</span>` : nothing;
  }

  function why_not() {
    if (offer.picking) return no_throw(say, view, colour);
    return offer.among("attack").length ? no_attack(say, view, colour) : undefined;
  }

  function button() {
    const words = say("{who}: die {value}", { who: who_alone(view, colour), value });
    if (picking)
      return picking.stand_for(colour, say("{die}, throw again", { die: words }), { place: `die-${colour}` });
    if (!attack) return offer.barred(words, why_not());
    const count = attack.move.pawns;
    const name = say("{die}, attack with {count}", { die: words, count });
    return offer.stand_for(attack.move, name, { place: `die-${colour}`, can_be_taken_back: true });
  }
}

/** What this die allows, or its owner's final result. @param {Scene} scene @param {number} colour */
function standing(scene, colour) {
  const { view, say, outcome } = scene;
  const { may, attacked, blocked, seat } = view.colours[colour];
  if (outcome && seat !== null) return chip("", reached(scene, outcome.scores[seat]));
  if (view.turn === null || !may) return nothing;
  if (may === "counter") return chip("cd-counters", counters(scene, colour));
  if (attacked) return chip("", say("attacked"));
  return chip(blocked ? "" : "cd-attackable", attackable(scene, colour));

  /** @param {string} look @param {string} words */
  function chip(look, words) {
    return html`<span class="cd-chip ${look}">${words}</span>`;
  }
}

/** @param {Scene} scene @param {number} score  tens: the most in one area abroad; ones: in all of them */
function reached({ say }, score) {
  if (score === 99) return say("all nine in one area");
  return say("{most} in one area, {abroad} away in all", { most: Math.floor(score / 10), abroad: score % 10 });
}

/** @param {Scene} scene @param {number} colour */
function counters({ view, say, you }, colour) {
  const { pawns: count, blocked, seat } = view.colours[colour];
  if (blocked) return say("cannot counter");
  return seat !== null && seat === you
    ? say("you may counter with {count}", { count })
    : say("may counter with {count}", { count });
}

/** @param {Scene} scene @param {number} colour */
function attackable({ view, say, you }, colour) {
  const { pawns: count, blocked, seat } = view.colours[colour];
  if (blocked) return say("no way to attack with {count}", { count });
  if (view.turn === you) return say("you may attack with {count}", { count });
  if (seat !== null && seat === you)
    return say("{who} may attack you with {count}", { who: who(view, view.turn ?? 0), count });
  return say("may be attacked with {count}", { count });
}
