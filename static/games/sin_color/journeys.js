// @ts-check
// Each coin's place before the latest change: rows close up, and traded coins go to the end of a row.

/** @import { Sight, View } from "#types/views/sin_color" */
import { coin_key } from "#games/sin_color/words.js";

/**
 * The key of the place from which this coin came.
 * @param {Pick<View, "rows">} view  after it
 * @param {Sight[]} sights  oldest first
 * @param {number} seat
 * @param {number} place
 */
export function came_from(view, sights, seat, place) {
  const lengths = view.rows.map((row) => row.length);
  let at = { seat, place };
  for (const sight of [...sights].reverse()) {
    if (sight.shows === "paid") {
      if (sight.seat === at.seat && at.place >= sight.coin) at.place += 1;
      lengths[sight.seat] += 1;
    } else if (sight.shows === "traded") {
      at = before_trade(sight, lengths, at);
      lengths[sight.seat] += sight.given.length - sight.taken.length;
      lengths[sight.partner] += sight.taken.length - sight.given.length;
    }
  }
  return coin_key(at.seat, at.place);
}

/**
 * @param {Extract<Sight, { shows: "traded" }>} trade
 * @param {number[]} lengths  after the trade
 * @param {{ seat: number, place: number }} at
 */
function before_trade({ seat, partner, given, taken }, lengths, at) {
  if (at.seat !== seat && at.seat !== partner) return at;
  const [left, came, other] = at.seat === seat ? [given, taken, partner] : [taken, given, seat];
  const stayed = lengths[at.seat] - came.length;
  if (at.place >= stayed) return { seat: other, place: came[at.place - stayed] };
  const places = Array.from({ length: stayed + left.length }, (_, place) => place);
  return { seat: at.seat, place: places.filter((place) => !left.includes(place))[at.place] };
}
