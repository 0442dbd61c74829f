// @ts-check
// Names of cards, suits and melds.

/** @import { Say } from "#types/room" */
/** @import { Text } from "#types/wire" */
/** @import { Card, Suit } from "#types/views/color_gin" */
import { is_joker, rank_of, suit_of } from "#kit/cards.js";

const RANKS = ["", "ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"];
const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/** @param {Say} say @param {Suit} suit */
export const suit_name = (say, suit) => say(SUIT_NAMES[suit]);

/** Suits as one argument of a sentence. @param {Suit[]} suits @returns {Text[]} */
export const suits_named = (suits) => suits.map((suit) => ({ text: SUIT_NAMES[suit] }));

/** A card as an argument of a sentence. @param {Card} card @returns {Text} */
export const card_named = (card) =>
  is_joker(card)
    ? { text: "joker" }
    : {
        text: "{rank} of {suit}",
        with: { rank: { text: RANKS[rank_of(card)] }, suit: { text: SUIT_NAMES[suit_of(card)] } },
      };
