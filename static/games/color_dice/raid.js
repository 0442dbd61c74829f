// @ts-check
// Builds an attack step by step: where the pawns start, where they go, how many of them strike. After each step the
// listed answers that still fit determine the next choices; a step with a single choice is skipped.

/** @import { AddedButton, Offer, Plan, Say } from "#types/room" */
/** @import { Choice } from "#types/wire" */
/** @import { Opening, Place, Raid } from "#types/color_dice" */
/** @import { Move, Send, View } from "#types/views/color_dice" */
import { area_named, place_named } from "#games/color_dice/names.js";
import { pawn } from "#games/color_dice/pieces.js";
import { stepper } from "#games/color_dice/stepper.js";
import { strike } from "#games/color_dice/striking.js";

/** @typedef {{ send: Send, choice: Choice<Move> }} Way */
/** @typedef {{ say: Say, view: View, offer: Offer<Move> }} Table */
/** @typedef {{ raid: Raid, plan?: Plan<Move>, buttons?: AddedButton<Move>[], note?: string }} Making  of an attack */

/** The empty attack. @returns {Raid} */
export const no_raid = () => ({
  open: new Map(),
  origin: undefined,
  area: undefined,
  colour: 0,
  pawns: 0,
  moves: 0,
  struck: new Map(),
});

/**
 * The attack as far as chosen, and how the prompt goes on with it.
 * @param {Table} table
 * @returns {Making}
 */
export function make_raid(table) {
  const { say, view, offer } = table;
  const ways = offer.among("send").map((choice) => ({ send: choice.move, choice }));
  if (ways.length) {
    const is_dummys = view.colours[ways[0].send.colour].seat === null;
    const note = is_dummys ? say("You decide, as the next turn is yours.") : "";
    return { ...with_way_back(table, send(table, ways)), note };
  }
  const strikes = offer.among("strike");
  return strikes.length ? with_way_back(table, strike(table, strikes)) : { raid: no_raid() };
}

/**
 * While something can be undone on this page, the way back to the previous question is not offered; otherwise one press
 * leads there.
 * @param {Table} table
 * @param {{ raid: Raid, plan: Plan<Move> }} making
 * @returns {Making}
 */
function with_way_back({ offer }, { raid, plan }) {
  const back = offer.among("back");
  if (Object.keys(offer.said).length) return { raid, plan: { ...plan, among: [...plan.among, ...back] } };
  return { raid, plan, buttons: back.map((choice) => ({ choice, can_be_taken_back: true })) };
}

/** @param {Send} send @returns {Place} */
const origin_of = ({ origin }) => origin ?? "outside";

/** @template T @param {T[]} items */
const different = (items) => [...new Set(items)];

/**
 * The chosen value if it is possible; otherwise the only one.
 * @template T
 * @param {T[]} among
 * @param {unknown} said
 * @returns {T | undefined}
 */
const settled = (among, said) => among.find((item) => item === said) ?? (among.length === 1 ? among[0] : undefined);

/**
 * @param {Table} table
 * @param {Way[]} ways
 * @returns {{ raid: Raid, plan: Plan<Move> }}
 */
function send(table, ways) {
  const { offer, view } = table;
  const origins = different(ways.map((way) => origin_of(way.send)));
  const origin = settled(origins, offer.said.origin);
  const from_there = ways.filter(({ send }) => origin_of(send) === origin);
  const areas = different(from_there.map(({ send }) => send.area));
  const area = settled(areas, offer.said.area);
  const there = from_there.filter(({ send }) => send.area === area).sort((a, b) => a.send.strikes - b.send.strikes);
  const chosen = there.find(({ send }) => send.strikes === offer.said.strikes) ?? there.at(-1);
  return {
    raid: {
      ...no_raid(),
      open: new Map([
        ...(origin === undefined || origins.length > 1 ? from(table, origins, origin) : []),
        ...to(table, from_there, origin, area, areas.length > 1),
      ]),
      origin,
      area,
      colour: ways[0].send.colour,
      pawns: view.attack?.pawns ?? 0,
      moves: chosen?.send.moves ?? 0,
      struck: struck_by(chosen?.send),
    },
    plan: {
      among: ways.map(({ choice }) => choice),
      choice: chosen?.choice ?? null,
      label: chosen ? table.say(chosen.choice.label) : what_is_missing(table, origin),
      ...(chosen && there.length > 1 && { extra: how_many_strike(table, there, chosen) }),
    },
  };
}

/** @param {Table} table @param {Place | undefined} origin */
const what_is_missing = ({ say }, origin) => say(origin === undefined ? "Choose where from" : "Choose where to");

/** @param {Send} [send] */
function struck_by(send) {
  /** @type {Map<number, number>} */
  const struck = new Map();
  for (const colour of send?.struck ?? []) struck.set(colour, (struck.get(colour) ?? 0) + 1);
  return struck;
}

/**
 * The possible origins of the group; pressing the chosen one deselects it.
 * @param {Table} table
 * @param {Place[]} origins
 * @param {Place | undefined} origin
 * @returns {[Place, Opening][]}
 */
function from({ say, view }, origins, origin) {
  const { pawns: count = 0 } = view.attack ?? {};
  const deed = origin === undefined ? say("take {count}", { count }) : say("from here");
  return origins
    .filter((place) => origin === undefined || place === origin)
    .map((place) => [
      place,
      {
        name: say("From {place}: {deed}", { place: place_named(view, place), deed }),
        chip: deed,
        pressed: place === origin,
        said: place === origin ? {} : { origin: place },
      },
    ]);
}

/**
 * The possible target areas of the group.
 * @param {Table} table
 * @param {Way[]} ways  from the chosen place
 * @param {Place | undefined} origin
 * @param {number | undefined} area
 * @param {boolean} several
 * @returns {[Place, Opening][]}
 */
function to({ say, view, offer }, ways, origin, area, several) {
  if (origin === undefined || !several) return [];
  const before = offer.said.origin === undefined ? {} : { origin: offer.said.origin };
  return different(ways.map(({ send }) => send.area)).map((place) => {
    const kinds = different(ways.filter(({ send }) => send.area === place).map(({ send }) => send.kind));
    return [
      place,
      {
        name: say("{area}: {deed}", { area: area_named(view, place), deed: deed(say, kinds) }),
        chip: deed(say, kinds),
        pressed: place === area,
        said: place === area ? before : { ...before, area: place },
      },
    ];
  });
}

/** @param {Say} say @param {Send["kind"][]} kinds */
function deed(say, kinds) {
  if (kinds.length > 1) return say("move or strike");
  return say(kinds[0] === "move" ? "move here" : kinds[0] === "strike" ? "strike here" : "move and strike");
}

/**
 * @param {Table} table
 * @param {Way[]} ways  from one place to one area, those that strike more coming later
 * @param {Way} chosen
 */
function how_many_strike({ say, view, offer }, ways, chosen) {
  const at = ways.indexOf(chosen);
  /** @param {Way} [way] */
  const step = (way) =>
    way
      ? {
          name: say("Strike {strikes}, move {moves}", { strikes: way.send.strikes, moves: way.send.moves }),
          press: () => offer.compose({ ...offer.said, strikes: way.send.strikes }),
        }
      : null;
  return stepper({
    key: "strikes",
    title: say("Strike"),
    drawing: pawn(view.colours[chosen.send.colour].name),
    count: chosen.send.strikes,
    less: step(ways[at - 1]),
    more: step(ways[at + 1]),
  });
}
