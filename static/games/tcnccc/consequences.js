// @ts-check
// The possible cost of a lift, its result, and who is passed over.

/** @import { Consequences, Say } from "#types/room" */
/** @import * as wire from "#types/wire" */
/** @import { LineKind, Move, View } from "#types/views/tcnccc" */
/** @typedef {wire.Line<wire.Sight, LineKind>} Line */

/** @type {NonNullable<Consequences<View, Move>["on_button"]>} */
export function on_button(say, { view, you }, { move }) {
  if (move.do !== "lift" || you === null) return {};
  if (view.held[you].length) return { stake: say("no pair costs a piece") };
  const [seat, ...more] = view.out.flatMap((is_out, other) => (is_out || other === you ? [] : other));
  return { stake: more.length ? say("no pair: the others draw") : say("no pair: {seat} draws", { seat: { seat } }) };
}

/** @type {NonNullable<Consequences<View>["lead"]>} */
export const lead = (say, { view, you, outcome }) =>
  you !== null && view.out[you] && !outcome ? say("You are out.") : "";

/** @type {NonNullable<Consequences<View>["is_passed_over"]>} */
export function is_passed_over({ view: before }, { view: now, you }) {
  if (you === null || !before.out[you] || before.turn === null || now.turn === null) return false;
  const seats = now.out.length;
  /** @param {number} seat  clockwise from whose turn it was */
  const away = (seat) => (seat - /** @type {number} */ (before.turn) + seats) % seats;
  return away(you) < away(now.turn);
}

/** @type {Consequences<View, Move, LineKind>["came_of"]} */
export function came_of(say, event, you) {
  return event.flatMap((line) => of_line(say, line, event, you)).join(" ");
}

/** @param {Say} say @param {Line} line @param {Line[]} event @param {number} you @returns {string[]} */
function of_line(say, { seat, kind, text }, event, you) {
  if (kind === "removed") return [say(text)];
  if (seat !== you) return [];
  switch (kind) {
    case "kept":
      return [say("A pair: you keep {pieces}.", { pieces: text.with?.pieces ?? [] })];
    case "kept_nothing":
      return [say("A pair, but you have that colour already: you keep nothing.")];
    case "no_pair":
      return without_a_pair(say, event);
    case "gave_back":
      return [say("No pair: one of your pieces is back in the bag.")];
    case "out":
      return [say("The cylinder was empty: you are out.")];
    case "drew_kept":
      return by_lifter(say, event, "{seat} found no pair: you get {piece}.", text.with);
    case "drew_nothing":
      return by_lifter(say, event, "{seat} found no pair: you drew and kept nothing.");
    default:
      return [];
  }
}

/** Announces each draw separately. @param {Say} say @param {Line[]} event */
function without_a_pair(say, event) {
  const draws = event.flatMap(({ kind, text }) =>
    kind === "drew_kept" ? [{ text: "{seat} took {piece}", with: text.with ?? {} }] : [],
  );
  if (draws.length) return [say("No pair, and no piece to pay with: {draws}.", { draws })];
  const [drawn, ...more] = event.filter(({ kind }) => kind === "drew_nothing");
  if (more.length) return [say("No pair, and no piece to pay with. The others drew and kept nothing.")];
  return drawn ? [say("No pair, and no piece to pay with. {seat} drew and kept nothing.", drawn.text.with)] : [];
}

/**
 * With the player who lifted, unless that line of a long event is too far back.
 * @param {Say} say @param {Line[]} event @param {string} words @param {Line["text"]["with"]} [others]
 */
function by_lifter(say, event, words, others) {
  const lift = event.find(({ kind }) => kind === "no_pair");
  return lift ? [say(words, { ...others, seat: { seat: lift.seat ?? 0 } })] : [];
}
