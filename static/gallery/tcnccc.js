// @ts-check
// TCNCCC: pieces and slots, cylinders, the bag; and seats and prompts in all their states.

import { html } from "lit-html";
import { row, table } from "#gallery/tables.js";
import * as game from "#games/tcnccc/board.js";
import { piece, slot } from "#kit/pieces.js";

/** @import { Piece, View } from "#types/views/tcnccc" */

export const title = "TCNCCC";
const KINDS = /** @type {Piece[]} */ (["red", "yellow", "green", "blue", "joker"]);
/** @type {View} */
const AT_REST = {
  turn: 0,
  held: [["red", "joker"], ["yellow", "green"], [], ["red", "yellow", "green", "blue"]],
  out: [false, false, true, false],
  cylinders: [0, 1, 2, 3],
  bag_empty: false,
  drawn: null,
  rounds_left: 40,
};
const LIFTS = [0, 1, 2].map((cylinder) => ({ do: "lift", cylinder, label: { text: `Lift cylinder ${cylinder + 1}` } }));
const YOUR_TURN = "Draw a piece from the bag, or lift a cylinder.";

/** @param {number} size @param {(kind: Piece) => unknown} draw */
const sized = (size, draw) =>
  KINDS.map(
    (kind) =>
      /** @type {[string, any]} */ ([
        kind,
        html`<span class="sized" .style=${`--size: ${size}px`}>${draw(kind)}</span>`,
      ]),
  );

export const whole = () => html`<div class="figures">
  ${row(
    "Pieces, as large as in one’s own place",
    sized(56, piece),
  )} ${row("As small as at somebody else’s", sized(24, piece))}
  ${row("Slots: a colour that is still missing", sized(56, slot))}
  </div>
  <div class="tables">
    ${table("tcnccc", game, {
      title:
        "Asked: what can be answered has a violet ring; cylinder 2 is picked; cylinder 4 has left the game; one is out, one away",
      seats: 4,
      view: { ...AT_REST, cylinders: [0, 1, 2], rounds_left: 9 },
      open: [{ do: "draw" }, ...LIFTS],
      picked: { do: "lift", cylinder: 1, label: { text: "Lift cylinder 2" } },
      prompt: YOUR_TURN,
      table: {
        seats: ["Ana", "Bo", "Chen", "Dee"].map((name, seat) => ({
          name,
          here: seat !== 1,
          bot: seat === 3 ? "medium" : null,
          person: name,
          muted: false,
          figure: null,
        })),
      },
    })}
    ${table("tcnccc", game, {
      title: "A piece is drawn: where it may go; clocks, one of them urgent",
      seats: 3,
      view: { ...AT_REST, held: AT_REST.held.slice(0, 3), out: [false, false, false], drawn: "blue" },
      open: [0, 1, 2, 3].map((cylinder) => ({ do: "place", cylinder })),
      clocks: [21_000, 310_000, 95_000],
      prompt: "Put the piece in a cylinder.",
    })}
    ${table("tcnccc", game, {
      title: "For a moment: lifted, lifted and empty, a piece falls, full; the bag is empty; nobody asks this reader",
      seats: 2,
      view: { ...AT_REST, turn: 1, held: AT_REST.held.slice(0, 2), out: [false, false], bag_empty: true },
      asked: [1],
      sights: [
        { shows: "lifted", cylinder: 0, pieces: ["red", "joker", "blue", "green"] },
        { shows: "lifted", cylinder: 1, pieces: [] },
        { shows: "placed", cylinder: 2, piece: "yellow" },
        { shows: "full", cylinder: 3 },
      ].map((sight) => /** @type {any} */ (sight)),
      prompt: "Bo looks at what lies there.",
    })}
    ${table("tcnccc", game, {
      title: "One piece goes back: what can be given, what is picked; three buttons; the last wish was refused",
      seats: 2,
      view: { ...AT_REST, held: [["red", "yellow", "joker"], ["green"]], out: [false, false] },
      open: [
        ...KINDS.map((kind) => ({ do: "give_back", piece: kind })).filter(
          ({ piece }) => piece !== "green" && piece !== "blue",
        ),
        { do: "a", label: { text: "One answer" } },
        { do: "b", label: { text: "Another answer" } },
        { do: "c", label: { text: "A third answer" } },
      ],
      sights: [/** @type {any} */ ({ shows: "returned", seat: 1, piece: "green" })],
      state: { refusal: { text: "This is no longer possible." } },
      prompt: "Put a piece back.",
    })}
    ${table("tcnccc", game, {
      title: "Over: who has won",
      seats: 3,
      view: {
        ...AT_REST,
        turn: null,
        held: [["red"], ["red", "yellow", "green", "blue"], []],
        out: [false, false, true],
      },
      winners: [1],
      prompt: "Bo has four different colours and wins.",
    })}
    ${table("tcnccc", game, {
      title: "The line is lost; a question with an answer that cannot be given yet",
      seats: 2,
      view: { ...AT_REST, held: [[], []], out: [false, false] },
      pick: { do: "choose", field: "items", among: [0, 1, 2], least: 2, most: 2 },
      chosen: [1],
      state: { connection: "lost" },
      prompt: "Choose two of these.",
    })}
  </div>`;
