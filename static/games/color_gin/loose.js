// @ts-check
// What of Color Gin lies on the table before the game: three cards, face down.

/** @import { LoosePiece } from "#types/room" */
import { card_back, card_face, cards_sprite } from "#kit/cards.js";

/** What each of them turns out to be, again and again another one. */
const TURNED = ["QH-7S-AD", "KS-*1-4C", "JC-TD-2H"].map((cards) => cards.split("-"));

/** @type {LoosePiece[]} */
export const loose = TURNED.map((cards) => ({
  is: "card",
  face: (times) => (times % 2 ? card_face(cards[((times - 1) / 2) % cards.length]) : card_back()),
}));
export const sprite = () => cards_sprite(false);
