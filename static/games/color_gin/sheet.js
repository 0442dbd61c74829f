// @ts-check
// The score sheet: each seat's points in each suit, and the outcome of every past round.

/** @import { Drawing } from "#types/room" */
/** @import { Scene } from "#types/color_gin" */
/** @import { Row, Suit, View } from "#types/views/color_gin" */
import { html, nothing, svg } from "lit-html";
import { suit_name } from "#games/color_gin/words.js";
import { SUITS, suit_mark } from "#kit/cards.js";

/** @typedef {Pick<Row, "round" | "how" | "out" | "winner" | "points" | "suits">} Round */

const STATES = { spoiled: "spoiled", won: "won", closed: "already won" };

/**
 * The four scores of a seat. `spoiled`: suits that cannot score in this round.
 * @param {Scene} scene
 * @param {number} seat
 * @param {Suit[]} spoiled
 * @param {boolean} [aside]  beside the hand they belong to, where there is a slot for that
 */
export function scores({ say, view }, seat, spoiled, aside = false) {
  return html`<ul class="cg-scores" data-slot=${aside ? "under-prompt" : nothing}
    aria-label=${say("Scores of {seat}", { seat: { seat } })}>${SUITS.map(one)}</ul>`;

  /** @param {Suit} suit */
  function one(suit) {
    const points = view.scores[seat][suit];
    const winner = view.closed[suit];
    const is_spoiled = winner === undefined && spoiled.includes(suit);
    const state = is_spoiled ? "spoiled" : winner === undefined ? "" : winner === seat ? "won" : "closed";
    return html`<li class="cg-score ${state && `cg-${state}`}" data-mark data-k="score-${seat}-${suit}-${points}">
      ${suit_mark(suit)} <span class="unseen">${suit_name(say, suit)}: </span><b>${points}</b>
      ${state ? html`<span class="cg-state">${say(STATES[state])}</span>` : meter(points / view.target)}
    </li>`;
  }
}

/** @param {number} part  of the target */
const meter = (
  part,
) => html`<svg class="cg-meter cg-state" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
  <rect class="cg-all" width="100" height="6"></rect>${svg`<rect class="cg-part" width=${Math.min(part, 1) * 100}
    height="6"></rect>`}
</svg>`;

/**
 * Every past round, the latest first.
 * @param {Scene} scene
 * @param {string} now  what is to be said of this round
 * @returns {Drawing}
 */
export function score_sheet(scene, now) {
  const { say, view, spacious } = scene;
  const seats = view.scores.map((_, seat) => seat);
  const rounds = every_round(view);
  return html`<details class="cg-sheet" data-slot="over-felt" ?open=${spacious}>
    <summary data-focus="sheet">${say("Score sheet")} <span class="cg-round">${now}</span></summary>
    <p class="cg-aim">${aim(scene)}</p>
    ${rounds.length ? table() : html`<p class="cg-aim">${say("No round has been played yet.")}</p>`}
  </details>`;

  function table() {
    return html`<div class="cg-rounds" role="region" aria-label=${say("Past rounds")} tabindex="0"><table>
      <thead>
        <tr><th scope="col" rowspan="2">${say("Round")}</th>
          ${seats.map(
            (seat) => html`<th scope="colgroup" colspan="4"
            class="cg-of-seat">${say("{seat}", { seat: { seat } })}</th>`,
          )}</tr>
        <tr>${seats.map(() =>
          SUITS.map(
            (suit) => html`<th scope="col">${suit_mark(suit)}<span class="unseen">${suit_name(say, suit)}</span></th>`,
          ),
        )}</tr>
      </thead>
      <tbody>${rounds.map((_, nth) => row(rounds.length - 1 - nth))}</tbody>
    </table>
    <p class="cg-legend" aria-hidden="true"><span class="cg-spoiled">${say("spoiled")}</span> <span
      class="cg-closed">${say("already won")}</span></p></div>`;
  }

  /** @param {number} nth */
  function row(nth) {
    const round = rounds[nth];
    return html`<tr>
      <th scope="row"><span class="cg-number-of-round">${round.round}</span> ${how(round)}</th>
      ${seats.map((seat) => SUITS.map((suit) => cell(round, seat, suit)))}
    </tr>`;
  }

  /** @param {Round} round */
  function how({ how, out, winner }) {
    if (how === "void") return say("void");
    if (how === "gin") return say("gin");
    return winner !== null && winner !== out ? say("undercut") : say("knock");
  }

  /**
   * A suit that the winner did not score: spoiled by the hand that went out, or already closed. Without a winner, which
   * ones were spoiled is not on the sheet.
   * @param {Round} round
   * @param {number} seat
   * @param {Suit} suit
   */
  function cell({ round, out, winner, points, suits }, seat, suit) {
    if (seat !== (winner ?? out)) return html`<td></td>`;
    const is_closed = round > (view.closed_in?.[suit] ?? Infinity);
    const state = is_closed ? "closed" : winner === null || suits.includes(suit) ? "" : "spoiled";
    if (state) return html`<td class="cg-${state}"><span class="unseen">${say(STATES[state])}</span></td>`;
    return html`<td>${winner === null ? "0" : say("+{points}", { points })}</td>`;
  }
}

/** All rounds, oldest first. @param {View} view @returns {Round[]} */
const every_round = ({ before, sheet }) => [...(before ? before.split(" ").map(spelled_out) : []), ...sheet];

const HOW = /** @type {const} */ ({ g: "gin", k: "knock", v: "void" });

/** A round decoded from the server's abbreviation. @param {string} word @param {number} nth @returns {Round} */
function spelled_out(word, nth) {
  const [, how, out, winner, points, suits] = /^([gkv])(\d?)([\d-]?)(\d*)([SHDC]*)$/.exec(word) ?? [];
  return {
    round: nth + 1,
    how: HOW[/** @type {keyof typeof HOW} */ (how)],
    out: out ? Number(out) : null,
    winner: winner && winner !== "-" ? Number(winner) : null,
    points: Number(points),
    suits: /** @type {Suit[]} */ ([...suits]),
  };
}

/** The aim of this match. @param {Scene} scene */
function aim({ say, view }) {
  const { target, team } = view;
  return team === null
    ? say("{target} points win a suit, three suits the match.", { target })
    : say("Together: win two suits each, with {target} points in a suit. All eight columns so far: {team}.", {
        target,
        team,
      });
}
