// @ts-check
// Reasons why a die, an opponent, a pawn or a place cannot be chosen. For display only: the server decides.

/** @import { Say } from "#types/room" */
/** @import { Place, Raid } from "#types/color_dice" */
/** @import { View } from "#types/views/color_dice" */

/**
 * @param {Say} say
 * @param {View} view
 * @param {number} colour
 */
export function no_throw(say, { colours, throws }, colour) {
  return colours[colour].thrown < throws ? undefined : say("This die has been thrown three times.");
}

/**
 * @param {Say} say
 * @param {View} view
 * @param {number} colour
 */
export function no_attack(say, { colours, turn }, colour) {
  const { seat, die, may, attacked, pawns: count } = colours[colour];
  const own = colours.find((other) => other.seat === turn)?.die ?? 0;
  if (seat !== null && seat === turn) return say("Choose another colour to attack.");
  if (attacked) return say("You have attacked here in this turn.");
  if (may !== "attack") return say("Its die shows {die}, yours {own}: you attack only lower dice.", { die, own });
  return say("There is no way to attack with {count}.", { count });
}

/**
 * @param {Say} say
 * @param {View} view
 * @param {Raid} raid
 * @param {Place} place
 */
export function no_way(say, { areas, colours, attack, locked }, raid, place) {
  const { colour } = raid;
  const count = attack?.pawns ?? 0;
  if (raid.origin === undefined) {
    const have = place === "outside" ? colours[colour].outside : areas[place][colour];
    if (have < count) return say("Not enough pawns there: {have} of {count}.", { have, count });
    if (locked.some(([area, own]) => area === place && own === colour)) return say("These pawns are locked.");
    return say("They cannot go anywhere from there.");
  }
  if (place === raid.origin) return say("They come from there. Choose where they go.");
  if (place === "outside") return say("Pawns move into an area.");
  if (place === colour) return say("You cannot attack into your own area.");
  return say("With {count} you can neither move nor strike there.", { count });
}
