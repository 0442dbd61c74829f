// @ts-check
// Counts the pawns to strike, colour by colour, until the group is full.

/** @import { Choice } from "#types/wire" */
/** @import { Plan } from "#types/room" */
/** @import { Raid } from "#types/color_dice" */
/** @import { Move, Strike } from "#types/views/color_dice" */
/** @import { Table } from "#games/color_dice/raid.js" */
import { html } from "lit-html";
import { who, who_alone } from "#games/color_dice/names.js";
import { pawn } from "#games/color_dice/pieces.js";
import { stepper } from "#games/color_dice/stepper.js";

/** The name of a colour's field. @param {number} colour */
const field = (colour) => `struck ${colour}`;

/** The numbers struck by an answer, by colour. @param {Choice<Strike>} choice @param {number} colours */
function counts_of({ move: { struck } }, colours) {
  return Array.from({ length: colours }, (_, colour) => struck.filter((other) => other === colour).length);
}

/**
 * @param {Table} table
 * @param {Choice<Strike>[]} choices
 * @returns {{ raid: Raid, plan: Plan<Move> }}
 */
export function strike(table, choices) {
  const { offer, view, say } = table;
  const lists = choices.map((choice) => counts_of(choice, view.colours.length));
  const said = view.colours.map((_, colour) => Number(offer.said[field(colour)] ?? 0));
  const sum = said.reduce((a, b) => a + b);
  const { pawns = 0, send } = view.attack ?? {};
  const choice = choices[lists.findIndex((counts) => counts.every((count, colour) => count === said[colour]))] ?? null;
  const colours = [...view.colours.keys()].filter((colour) => lists.some((counts) => counts[colour]));
  return {
    raid: {
      open: new Map(),
      origin: send?.origin ?? "outside",
      area: send?.area,
      colour: view.attack?.colour ?? 0,
      pawns,
      moves: 0,
      struck: new Map(said.entries()),
    },
    plan: {
      among: choices,
      choice,
      label: choice ? say(choice.label) : say("Chosen: {count} of {all}", { count: sum, all: pawns }),
      extra: html`<div class="cd-steppers">${colours.map((colour) => of_colour(table, colour, lists, said))}</div>`,
    },
  };
}

/**
 * @param {Table} table
 * @param {number} colour
 * @param {number[][]} lists
 * @param {number[]} said
 */
function of_colour({ say, view, offer }, colour, lists, said) {
  const count = said[colour];
  const can_grow = lists.some((counts) =>
    counts.every((most, other) => most >= said[other] + Number(other === colour)),
  );
  /** @param {number} next */
  const step = (next) => ({
    name: say(next < count ? "One less of {who}: {count}" : "One more of {who}: {count}", {
      count: next,
      who: who(view, colour),
    }),
    press() {
      const { [field(colour)]: _, ...others } = offer.said;
      offer.compose(next ? { ...others, [field(colour)]: next } : others);
    },
  });
  return stepper({
    key: `strike-${colour}`,
    title: say(who_alone(view, colour)),
    drawing: pawn(view.colours[colour].name),
    count,
    less: count ? step(count - 1) : null,
    more: can_grow ? step(count + 1) : null,
  });
}
