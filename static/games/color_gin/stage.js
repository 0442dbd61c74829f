// @ts-check
// Acts of Color Gin: cards come from the deck face down, and turn over in the hand of a player who may see them.

/** @import { Act, Scene } from "#types/stage" */
/** @import { Card, Move, Showdown, Sight, View } from "#types/views/color_gin" */
import { card_back, card_face } from "#kit/cards.js";

/** @typedef {Scene<View, Move, Sight>} Now */

const DECK = "deck";
const APART_MS = 40;
const DEALT_MS = 360;
const DRAWN_MS = 560;
const LAID_MS = 420;
/** Cards are laid off on melds already on the table. */
const LAID_OFF_AT = 420;

/** @param {Now} now @returns {Act[]} */
export function acts(now) {
  const { before, after } = now;
  if (after.view.showdown) return before.view.showdown ? [] : laid_open(now, after.view.showdown);
  if (after.view.round !== before.view.round || before.view.showdown) return dealt(now);
  return [...drawn(now), ...now.sights.flatMap((sight) => went(now, sight))];
}

/** @param {Card} card */
const key = (card) => `card-${card}`;

/**
 * A card from the deck that turns over on arrival.
 * @param {string} who
 * @param {number} at
 * @param {number} ms
 * @returns {Act}
 */
const from_deck = (who, at, ms) => ({ does: "turn", who, was: card_back(), from: DECK, grows: true, at, ms });

// --- A round begins -----------------------------------------------------------------------------------------

/** Deals one card each in turn, first to the non-dealer; then the first discard. @param {Now} now @returns {Act[]} */
function dealt({ after: { view, you }, drawn }) {
  const own = Array.from(
    drawn.querySelectorAll(".cg-hand-card"),
    (card) => /** @type {HTMLElement} */ (card).dataset.k,
  );
  const count = Math.max(...view.hands);
  const acts = Array.from({ length: count * 2 }, (_, nth) => {
    const seat = (view.dealer + 1 + nth) % 2;
    const [card, at] = [nth >> 1, nth * APART_MS];
    return seat === you
      ? from_deck(own[card] ?? "", at, DEALT_MS)
      : /** @type {Act} */ ({ does: "deal", who: [`back-${seat}-${card}`], from: DECK, at });
  });
  return view.discard ? [...acts, from_deck(key(view.discard), count * 2 * APART_MS, DEALT_MS)] : acts;
}

// --- A turn -------------------------------------------------------------------------------------------------

/** The drawn card, visible to its player only. @param {Now} now @returns {Act[]} */
const drawn = ({ before, after: { view, you } }) =>
  view.hands.flatMap((count, seat) => {
    if (count <= before.view.hands[seat] || view.deck === before.view.deck) return [];
    if (seat === you) return view.drawn ? from_deck(key(view.drawn), 0, DRAWN_MS) : [];
    return { does: "deal", who: [`back-${seat}-${count - 1}`], from: DECK, ms: LAID_MS };
  });

/** @param {Now} now @param {Sight} sight @returns {Act[]} */
function went({ before, after: { view, you } }, sight) {
  if (sight.shows !== "took" && sight.shows !== "discarded") return [];
  const who = key(sight.card);
  if (sight.shows === "took") return [{ does: "arc", who, grows: true, ms: LAID_MS }];
  const from = sight.seat === you ? who : `back-${sight.seat}-${view.hands[sight.seat]}`;
  return [...covered(before.view.discard), { does: "arc", who, from, grows: true, ms: LAID_MS }];
}

/** Stays there until the next one has covered it. @param {Card | null} card @returns {Act[]} */
const covered = (card) => (card ? [{ does: "slide", who: card_face(card), from: key(card), ms: LAID_MS }] : []);

// --- A round ends -------------------------------------------------------------------------------------------

/**
 * First whoever went out lays down melds, then the other lays off on them.
 * @param {Now} now
 * @param {Showdown} end
 * @returns {Act[]}
 */
function laid_open({ after: { you } }, { out, hands }) {
  return [out, 1 - out].flatMap((seat, second) => {
    const { melds, leftovers, laid_off } = hands[seat];
    const cards = [...melds.flat(), ...leftovers, ...laid_off.map(([card]) => card)];
    return cards.map((card, nth) => {
      const late = nth >= cards.length - laid_off.length ? LAID_OFF_AT : 0;
      const timing = { at: late + (nth + 5 * second) * (APART_MS / 2), ms: LAID_MS };
      const who = key(card);
      if (seat === you) return /** @type {Act} */ ({ does: "arc", who, grows: true, ...timing });
      return { does: "turn", who, was: card_back(), from: `back-${seat}-${nth}`, grows: true, ...timing };
    });
  });
}
