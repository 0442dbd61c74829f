// @ts-check
// What an offer, a throw and a payment may lead to, and the results of trades.

/** @import { Noise } from "#types/noise" */
/** @import { Consequences, Say } from "#types/room" */
/** @import { Argument, Line } from "#types/wire" */
/** @import { LineKind, Move, View } from "#types/views/sin_color" */

/** @type {NonNullable<Consequences<View, Move>["on_button"]>} */
export function on_button(say, { view, you }, { move }) {
  const seat = view.turn ?? 0;
  const left = (view.coins[you ?? 0]?.length ?? 0) - 1;
  switch (move.do) {
    case "arrange":
      return { stake: say("later you may turn any of them") };
    case "offer":
      return {
        stake: seat === you ? say("the others have to offer as well") : say("{seat} may take it", { seat: { seat } }),
      };
    case "no_trade":
      return {
        stake: view.offers[seat] ? say("all coins go back, you throw alone") : say("you throw alone"),
      };
    case "trade":
      return { stake: say("then both of you throw") };
    case "sink":
    case "raise":
      return { stake: next_payment(say, view, you) };
    case "pay":
      return { stake: left ? say("Coins left then: {count}", { count: left }) : say("your last coin: you win") };
    case "pay_nothing":
      return { stake: say("Coins left then: {count}", { count: left + 1 }) };
    default:
      return {};
  }
}

/** The payment, if it comes next in this turn. @param {Say} say @param {View} view @param {number | null} you */
function next_payment(say, { steps: [, next], deeds }, you) {
  if (!next || (next.die !== null && deeds[next.die] !== "pay")) return undefined;
  return next.seat === you
    ? say("then your payment, if a coin matches")
    : say("then {seat}’s payment, if a coin matches", { seat: { seat: next.seat } });
}

/** @type {Consequences<View, Move, LineKind>["came_of"]} */
export function came_of(say, event, you) {
  const after_a_trade = event.some(({ kind }) => kind === "traded"); // then both throw
  const told = event.flatMap(({ seat, kind, text }) => {
    const { partner, given, taken } = text.with ?? {};
    switch (kind) {
      case "traded":
        return of_trade(say, { seat, partner, given, taken }, you);
      case "no_trade":
        return seat === you ? [] : say("{seat} did not trade: your coins are yours again.", { seat: who(seat) });
      case "no_match":
        return seat === you ? say("No coin of yours matches a top tile: you pay nothing.") : [];
      case "threw_null":
        return seat === you && !after_a_trade ? say("You threw a null: no tile moves.") : [];
      default:
        return [];
    }
  });
  return told.join(" ");
}

/**
 * The result of a trade, from the reader's side.
 * @param {Say} say
 * @param {{ seat: number | null, partner: Argument, given: Argument, taken: Argument }} trade
 * @param {number} you
 */
function of_trade(say, { seat, partner, given, taken }, you) {
  if (seat === you)
    return say("Coins you gave {seat}: {given}. Coins you got: {taken}.", { seat: partner, given, taken });
  if (typeof partner === "object" && "seat" in partner && partner.seat === you)
    return say("Coins you gave {seat}: {given}. Coins you got: {taken}.", {
      seat: who(seat),
      given: taken,
      taken: given,
    });
  return say("{seat} traded with {partner}: your coins are yours again.", { seat: who(seat), partner });
}

/** @param {number | null} seat */
const who = (seat) => ({ seat: seat ?? 0 });

// --- What is done several times in a row ------------------------------------------------------------------------
// Everybody may turn over coins as often as they like.

/** @param {Line[]} lines */
const turns = (lines) => ({
  text: "{seat} turned coins over {times} times.",
  with: { times: lines.length, ...lines[0].text.with },
});

/** @type {Noise<Extract<LineKind, "turned_over">>} */
export const noise = { turned_over: turns };
