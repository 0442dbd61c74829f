// @ts-check
// What luck and choices did for a player in a game, as one tells it to a friend. The server has it in hundredths of a
// win, added up over the game: games/analysis.py.

/** @import { Say } from "#types/room" */

/** From so many hundredths on it is a little, a good deal, and very much. */
const [A_LITTLE, A_GOOD_DEAL, VERY_MUCH] = [5, 20, 60];

/** @param {Say} say @param {number} seat @param {number} luck */
export function luck_in_words(say, seat, luck) {
  const words = { seat: { seat } };
  if (luck >= VERY_MUCH) return say("Luck helped {seat} very much.", words);
  if (luck >= A_GOOD_DEAL) return say("Luck helped {seat} a good deal.", words);
  if (luck >= A_LITTLE) return say("Luck helped {seat} a little.", words);
  if (luck > -A_LITTLE) return say("Luck made no difference for {seat}.", words);
  if (luck > -A_GOOD_DEAL) return say("Luck was a little against {seat}.", words);
  if (luck > -VERY_MUCH) return say("Luck was clearly against {seat}.", words);
  return say("Luck was very much against {seat}.", words);
}

/** They are never above 0. @param {Say} say @param {number} choices */
export function choices_in_words(say, choices) {
  if (choices > -A_LITTLE) return say("Their own choices cost them next to nothing.");
  if (choices > -A_GOOD_DEAL) return say("Their own choices cost them a little.");
  if (choices > -VERY_MUCH) return say("Their own choices cost them a good deal.");
  return say("Their own choices cost them very much.");
}
