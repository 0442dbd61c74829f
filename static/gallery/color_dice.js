// @ts-check
// Color Dice: pawns, badges and dice of six colours; areas; throwing, attacking, striking.

import { html } from "lit-html";
import { row, say, table } from "#gallery/tables.js";
import * as game from "#games/color_dice/board.js";
import { badge, cross, die, lock, pawn, pawn_sprite, throws } from "#games/color_dice/pieces.js";

/** @import { Name, Pips, SeenColour, Send, View } from "#types/views/color_dice" */

export const title = "Color Dice";
const COLOURS = /** @type {Name[]} */ (["red", "yellow", "green", "blue", "black", "white"]);
const VALUES = /** @type {Pips[]} */ ([1, 2, 3, 4, 5, 6]);
const CROWDED = [
  [3, 1, 0, 1, 0, 0],
  [2, 4, 1, 0, 0, 0],
  [0, 2, 3, 0, 0, 1],
  [1, 0, 0, 5, 1, 0],
  [0, 0, 1, 0, 4, 2],
  [1, 0, 0, 2, 0, 3],
];

/** @param {number} count  of colours @param {number} seats @param {Partial<View>} [more] @returns {View} */
const view = (count, seats, more = {}) => ({
  players: seats,
  turn: 0,
  round: 4,
  rounds: 60,
  phase: "attacking",
  colours: colours(count, seats),
  areas: CROWDED.slice(0, count).map((pawns) => pawns.slice(0, count)),
  locked: [],
  places: 9,
  locks: [7, 8],
  throws: 3,
  attack: null,
  to_come: [],
  ...more,
});

/** @param {number} count @param {number} seats @returns {SeenColour[]} */
const colours = (count, seats) =>
  COLOURS.slice(0, count).map((name, nth) => ({
    name,
    seat: nth < seats ? nth : null,
    die: VALUES[(nth + 4) % 6],
    thrown: /** @type {1 | 2 | 3} */ ((nth % 3) + 1),
    outside: 2 + (nth % 2),
    gone: nth === 3 ? 2 : 0,
    may: nth === 0 ? null : nth === 2 ? "counter" : "attack",
    pawns: (nth % 3) + 1,
    blocked: false,
    attacked: nth === 1,
  }));

/** @param {Partial<Send>} more */
const send = (more) => ({
  do: "send",
  colour: 0,
  kind: "move",
  origin: 0,
  area: 1,
  moves: 2,
  strikes: 0,
  struck: [],
  label: { text: "Move 2 pawns" },
  ...more,
});
const WAYS = [
  send({}),
  send({ area: 2, kind: "mixed", moves: 1, strikes: 1, struck: [1] }),
  send({ area: 3, origin: null, kind: "strike", moves: 0, strikes: 2, struck: [3, 3] }),
  send({ origin: null }),
];

/** @param {string} name @param {unknown} drawn @returns {[string, any]} */
const of = (name, drawn) => [name, drawn];

export const whole = () => html`<div class="figures">${pawn_sprite(say)} ${row(
  "Pawns",
  COLOURS.map((name) => of(name, html`<span class="sized" .style=${"--size: 40px"}>${pawn(name)}</span>`)),
)}
  ${row(
    "Badges",
    COLOURS.map((name) => of(name, html`<span class="sized" .style=${"--size: 40px"}>${badge(name)}</span>`)),
  )}
  ${COLOURS.map((name) =>
    row(
      `Dice: ${name}`,
      VALUES.map((value) =>
        of(String(value), html`<span class="sized" .style=${"--size: 44px"}>${die(name, value)}</span>`),
      ),
    ),
  )}
  ${row("Marks: struck, locked, thrown", [
    of(
      "struck",
      html`<span class="sized cd-pawn cd-struck" .style=${"--size: 40px"}>${pawn("green")}${cross()}</span>`,
    ),
    of("would come", html`<span class="sized cd-pawn cd-ghost" .style=${"--size: 40px"}>${pawn("red")}</span>`),
    of("locked", html`<span class="sized" .style=${"--size: 24px"}>${lock()}</span>`),
    ...[1, 2, 3].map((times) => of(`${times}`, throws(times))),
  ])}
  </div>
  <div class="tables">
    ${table("color_dice", game, {
      title: "Throwing again: two dice are chosen; six players",
      seats: 6,
      view: view(6, 6, { phase: "throwing" }),
      open: [{ do: "keep", label: { text: "Keep the dice" } }],
      pick: { do: "rethrow", field: "dice", among: [0, 1, 2, 3, 4, 5], least: 1, most: 6 },
      chosen: [0, 3],
      prompt: "Choose dice to throw again, or keep them.",
    })}
    ${table("color_dice", game, {
      title: "Whom to attack: one is picked, one was attacked, one may counter; a dummy; pawns that are locked",
      seats: 3,
      view: view(4, 3, { locked: [[3, 3]], to_come: [{ does: "counter", colour: 2 }] }),
      open: [
        { do: "attack", target: 3, pawns: 2, label: { text: "Attack the blue dummy" } },
        { do: "stop", label: { text: "End attacks" } },
      ],
      picked: { do: "attack", target: 3, pawns: 2, label: { text: "Attack the blue dummy" } },
      prompt: "Choose whom to attack, or stop.",
    })}
    ${table("color_dice", game, {
      title: "Where from: nothing is chosen yet",
      seats: 4,
      view: view(4, 4, { phase: "sending", attack: { colour: 0, target: 1, pawns: 2, counter: false, send: null } }),
      open: WAYS,
      prompt: "Attack Bo with 2 pawns.",
    })}
    ${table("color_dice", game, {
      title: "Where to: the origin is chosen, and an area: who leaves, who would come, who is struck",
      seats: 4,
      view: view(4, 4, { phase: "sending", attack: { colour: 0, target: 1, pawns: 2, counter: false, send: null } }),
      open: WAYS,
      said: { origin: 0, area: 2 },
      prompt: "Attack Bo with 2 pawns.",
    })}
    ${table("color_dice", game, {
      title: "Over, at a table of five",
      seats: 5,
      view: view(5, 5, {
        turn: null,
        phase: "over",
        areas: [
          [0, 0, 0, 0, 0],
          [9, 0, 0, 0, 0],
          [0, 0, 5, 0, 0],
          [0, 0, 0, 4, 0],
          [0, 3, 0, 0, 6],
        ],
      }),
      winners: [0],
      prompt: "Ana has all nine pawns in one foreign area.",
    })}
  </div>`;
