// @ts-check
// Who may strike back, the results of an attack, and what others have done to the reader.

/** @import { Noise } from "#types/noise" */
/** @import { Consequences, OnButton, Say } from "#types/room" */
/** @import { Choice, Line, Text } from "#types/wire" */
/** @import { LineKind, Move, Send, Strike, View } from "#types/views/color_dice" */
/** @typedef {Text & { with: { colour: Text, value: number } }} Die  as it fell */
import { who } from "#games/color_dice/names.js";

/** @type {NonNullable<Consequences<View, Move>["on_button"]>} */
export function on_button(say, { view }, { move, label }) {
  switch (move.do) {
    case "rethrow":
      return { stake: say("the new throw counts") };
    case "keep":
      return { stake: what_dice_allow(say, view) };
    case "attack_first":
    case "stop":
      return { stake: afterwards(say, counters(view)) };
    case "counter_first":
      return { stake: say("now: {who} may counterattack", { who: counters(view) }) };
    case "send":
      return with_group(say, view, move, label);
    case "strike":
      return view.attack?.send ? { stake: what_becomes(say, view, view.attack.send, move.struck) } : {};
    default:
      return {};
  }
}

/** The colours that may counterattack in this turn. @param {View} view */
const counters = (view) =>
  [...view.colours.keys()].filter((colour) => view.colours[colour].may === "counter").map((each) => who(view, each));

/** @param {Say} say @param {ReturnType<typeof counters>} those */
const afterwards = (say, those) =>
  those.length ? say("then {who} may counterattack", { who: those }) : say("no one may counterattack");

/** @param {Say} say @param {View} view */
function what_dice_allow(say, view) {
  const attacks = view.colours.some(({ may }) => may === "attack");
  return attacks || counters(view).length ? afterwards(say, counters(view)) : say("no one may attack");
}

/** @param {Say} say @param {View} view @param {Send} send @param {Choice["label"]} label @returns {OnButton} */
function with_group(say, view, send, label) {
  const { struck } = label.with ?? {};
  const stake = what_becomes(say, view, send, send.struck ?? []);
  if (send.kind === "strike") return { label: say("Strike {struck}", { struck }), stake };
  return { stake };
}

/**
 * The result for the group, otherwise for those it strikes.
 * @param {Say} say
 * @param {View} view
 * @param {Send} send
 * @param {Strike["struck"]} struck
 */
function what_becomes(say, view, { colour, area, moves, strikes }, struck) {
  const count = view.areas[area][colour] + moves + strikes;
  const { seat } = view.colours[colour];
  if (count === view.places && seat !== null) return say("all nine in one area: you win");
  if (view.locks.includes(count)) return say("then {count} are locked there", { count });
  const of_dummies = struck.filter((each) => view.colours[each].seat === null).length;
  if (!struck.length || (of_dummies && of_dummies < struck.length)) return undefined;
  return of_dummies ? say("struck pawns leave the game") : say("struck pawns go outside");
}

/** @type {Consequences<View, Move, LineKind>["came_of"]} */
export function came_of(say, event, you) {
  const told = event.flatMap(({ kind, text }) => {
    const { seat, who, target, deed } = text.with ?? {};
    const is_on_you = typeof target === "object" && "seat" in target && target.seat === you;
    switch (kind) {
      case "attack":
        return is_on_you ? say("{seat} attacked you: {deed}.", { seat, deed }) : [];
      case "counter":
        return is_on_you ? say("Counterattack by {who} on you: {deed}.", { who, deed }) : [];
      case "no_attack":
        return event[0].seat === you ? say("You cannot attack with these dice.") : [];
      case "no_counter":
      case "locked":
        return say(text);
      default:
        return [];
    }
  });
  return told.join(" ");
}

// --- What is done several times in a row ------------------------------------------------------------------------
// Of all throws in a turn only the final dice count.

/** @type {Noise<Extract<LineKind, "threw_again">>} */
export const noise = {
  threw_again: (lines) => ({
    text: "{seat} threw again {times} times: {dice}.",
    with: { times: lines.length, ...lines[0].text.with, dice: as_they_lie(lines) },
  }),
};

/** The final value of each thrown die. @param {Line[]} lines */
function as_they_lie(lines) {
  const dice = lines.flatMap((line) => /** @type {Die[]} */ (line.text.with?.dice));
  return [...new Map(dice.map((die) => [JSON.stringify(die.with.colour), die])).values()];
}
