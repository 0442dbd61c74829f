// @ts-check
// What taking, passing and going out may lead to, and the result of a round.

/** @import { Consequences, OnButton, Say } from "#types/room" */
/** @import { Argument, Choice } from "#types/wire" */
/** @import { LineKind, Move, View } from "#types/views/color_gin" */

const LABELS = {
  scores: { gin: "Go gin: {suits} may score", knock: "Knock with {points}: {suits} may score" },
  nobody: { gin: "Go gin: no score", knock: "Knock with {points}: no score" },
};
const ANSWERS = { gin: "{seat} may not lay off", knock: "{seat} may lay off, and undercut you" };

/** @type {NonNullable<Consequences<View, Move>["on_button"]>} */
export function on_button(say, { view, you }, { move, label }) {
  const seat = { seat: you === 0 ? 1 : 0 };
  switch (move.do) {
    case "take":
      return { stake: say("can’t be discarded this turn") };
    case "pass":
      return { stake: say(view.dealer === you ? "then {seat} draws" : "then {seat} may take it", { seat }) };
    case "go_out":
      return going_out(say, label, seat);
    default:
      return {};
  }
}

/**
 * The discarded card is visible: the button shows the result.
 * @param {Say} say
 * @param {Choice["label"]} label  the server's, or within it that of the reader's own grouping
 * @param {Argument} seat
 * @returns {OnButton}
 */
function going_out(say, { with: words = {} }, seat) {
  const { what, points = 0, suits = [] } = words;
  if (typeof what === "object" && "text" in what) {
    const { label, stake } = going_out(say, what, seat);
    return { label: say("My groups: {what}", { what: label ?? "" }), stake };
  }
  const how = points ? "knock" : "gin";
  const scores = Array.isArray(suits) && suits.length > 0;
  return {
    label: say((scores ? LABELS.scores : LABELS.nobody)[how], { points, suits }),
    stake: scores ? say(ANSWERS[how], { seat }) : undefined,
  };
}

/** @type {Consequences<View, Move, LineKind>["came_of"]} */
export function came_of(say, event, you) {
  const told = event.flatMap(({ seat, kind, text }) => {
    switch (kind) {
      case "scored":
        return say(seat === you ? { ...text, text: "You scored {points} in {suits}." } : text);
      case "undercut":
        return say(seat === you ? { ...text, text: "You undercut and scored {points} in {suits}." } : text);
      case "won_suits":
      case "no_score":
        return say(text);
      default:
        return [];
    }
  });
  return told.join(" ");
}
