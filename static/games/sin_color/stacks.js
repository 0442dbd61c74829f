// @ts-check
// The six stacks. Until the game is over, the page knows only the top tiles: not those below, nor how many of them are
// in colour.

/** @import { Drawing } from "#types/room" */
/** @import { Scene } from "#types/sin_color" */
/** @import { Move, Tile } from "#types/views/sin_color" */
import { html, nothing, svg } from "lit-html";
import { tile_name } from "#games/sin_color/words.js";
import { tile, tile_back } from "#kit/piecepack.js";

/** The edges of four tiles, seen from above. */
export const EDGES = svg`<svg class="sc-edges" viewBox="0 0 100 112" aria-hidden="true">
  <rect x="2" y="13" width="96" height="96" rx="8"></rect>
  <rect x="2" y="9.5" width="96" height="96" rx="8"></rect>
  <rect x="2" y="6" width="96" height="96" rx="8"></rect>
</svg>`;
const DOWN = svg`<svg class="sc-way" viewBox="0 0 100 112" aria-hidden="true"><path
  d="M50 40V92M30 74L50 94L70 74"></path></svg>`;
const UP = svg`<svg class="sc-way" viewBox="0 0 100 112" aria-hidden="true"><path
  d="M50 86V30M30 49L50 29L70 49"></path></svg>`;

/** @param {Tile} top */
const drawn = (top) => (top ? tile(...top) : tile_back());

/** @param {Scene} scene @returns {Drawing} */
export function stacks(scene) {
  const { say, view, offer } = scene;
  return html`<div class="sc-stacks-place"><div class="measured"><ol class="sc-stacks" data-roving
    aria-label=${say("Stacks")}>
    ${view.stacks ? view.stacks.map(open) : view.tops.map((_, stack) => one(stack))}
  </ol></div></div>`;

  /** A whole stack from the top down, after the game. @param {Tile[]} tiles @param {number} stack */
  function open(tiles, stack) {
    return html`<li class="sc-stack sc-open">
      <span class="unseen">${say("Stack {stack}: {tiles}", {
        stack: stack + 1,
        tiles: tiles.map((each) => tile_name(say, each)),
      })}</span>
      ${tiles.map(drawn)}
    </li>`;
  }

  /** @param {number} stack */
  function one(stack) {
    const top = view.tops[stack];
    /** @type {Move} */
    const sink = { do: "sink", stack };
    /** @type {Move} */
    const raise = { do: "raise", stack };
    const sinking = offer.is_open(sink);
    const move = sinking ? sink : raise;
    const lit = sinking || offer.is_open(raise);
    const look = lit ? (offer.is_picked(move) ? "lit picked" : "lit") : "";
    return html`<li class="sc-stack ${look} ${matches(scene, top)} ${seen(scene, stack)}">
      ${EDGES}<span class="sc-top" data-k="top-${stack}">${drawn(top)}</span>${lit ? (sinking ? DOWN : UP) : nothing}
      ${view.beneath ? html`<span class="sc-below">${view.beneath.stacks[stack].slice(1).map(drawn)}</span>` : nothing}
      ${offer.stand_for(move, name(stack, top, lit, sinking), {
        confirm: true,
        place: `stack-${stack}`,
        digit: stack + 1,
      })}
    </li>`;
  }

  /**
   * @param {number} stack
   * @param {Tile} top
   * @param {boolean} lit
   * @param {boolean} sinking
   */
  function name(stack, top, lit, sinking) {
    const words = { stack: stack + 1, tile: tile_name(say, top) };
    if (!lit) return say("Stack {stack}: {tile}", words);
    return sinking
      ? say("Stack {stack}, {tile}: move the top tile to the bottom", words)
      : say("Stack {stack}, {tile}: move the bottom tile to the top", words);
  }
}

/**
 * Whether the reader has a coin that could pay for this tile now, and whether that coin is picked.
 * @param {Scene} scene
 * @param {Tile} top
 */
function matches({ view, offer, you }, top) {
  if (!top || you === null) return "";
  const [suit, value] = top;
  const coin = view.coins[you]?.findIndex((face) => face[0] === suit && face[1] === value) ?? -1;
  /** @type {Move} */
  const pay = { do: "pay", coin, suit, value };
  if (!offer.is_open(pay)) return "";
  return offer.is_picked(pay) ? "sc-matches picked" : "sc-matches";
}

/** The latest sight of this stack. @param {Scene} scene @param {number} stack */
const seen = ({ sights }, stack) =>
  sights
    .map((sight) =>
      sight.shows === "moved" && sight.stack === stack
        ? `sc-moved-to-${sight.to}`
        : sight.shows === "paid" && sight.stack === stack
          ? "sc-just-paid"
          : "",
    )
    .join(" ");
