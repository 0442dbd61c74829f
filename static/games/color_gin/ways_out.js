// @ts-check
// The choices of a player with eleven cards: the prompt's buttons and text. Going out takes a second press; until then
// the hand is shown as it would be laid out.

/** @import { Choice, Text } from "#types/wire" */
/** @import { AddedButton } from "#types/room" */
/** @import { Scene, WayOut } from "#types/color_gin" */
/** @import { Card, Move, Suit, View } from "#types/views/color_gin" */
import { grouped } from "#games/color_gin/grouping.js";
import { going_out, same_melds } from "#games/color_gin/melds.js";
import { card_named, suits_named } from "#games/color_gin/words.js";
import { is_joker, SUITS } from "#kit/cards.js";

const LABELS = {
  scores: {
    gin: "Discard the {card} and go gin: {suits} may score",
    knock: "Discard the {card} and knock with {points}: {suits} may score",
  },
  nobody: {
    gin: "Discard the {card} and go gin: no score",
    knock: "Discard the {card} and knock with {points}: no score",
  },
};

const OWN = "With my own groups: {what}";

/** @typedef {WayOut & { choice: Choice<Move> }} Way */

/**
 * @typedef {object} Shedding
 * @property {Card | null} chosen  the card that is picked to be shed
 * @property {WayOut | null} going_out  how, if that is picked
 * @property {Map<Card, number>} knocks  after shedding which card one may go out, and with how little
 * @property {Suit[]} spoiled  by what is picked
 */

/**
 * @param {Scene} scene
 * @returns {{ shedding: Shedding, buttons: AddedButton<Move>[], note: string }}
 */
export function ways_out(scene) {
  const { view, offer } = scene;
  const ways = [...listed(scene), ...own_ways(scene)];
  const picked = ways.find(({ choice }) => offer.is_picked(choice.move)) ?? null;
  const chosen = picked?.card ?? chosen_card(scene);
  const shed = view.sheds?.find(({ card }) => card === chosen);
  const spoiled = picked
    ? SUITS.filter((suit) => !picked.suits.includes(suit) && !(suit in view.closed))
    : shed && may_matter(view, shed)
      ? shed.spoiled
      : [];
  const knocks = new Map(view.phase === "joker" ? [] : least(ways));
  return {
    shedding: { chosen, going_out: picked, knocks, spoiled },
    buttons: ways.map((way) => button(view, way)),
    note: note(scene, shed && { card: shed.card, points: (picked ?? shed).points, spoiled }, ways),
  };
}

/** @param {View} view @param {Way} way @returns {AddedButton<Move>} */
const button = ({ phase }, { card, choice }) => ({
  choice,
  confirm: true,
  ...(phase !== "joker" && { beside: { do: "discard", card } }),
});

/**
 * Whether spoiled suits matter: not to a player far from going out.
 * @param {View} view
 * @param {{ points: number }} after
 */
const may_matter = ({ phase, most_to_knock }, { points }) => phase === "joker" || points <= most_to_knock;

/** @param {Scene} scene @returns {Way[]} */
const listed = ({ offer }) =>
  offer.among("go_out").map((choice) => {
    const { card, melds, points, suits } = choice.move;
    return { card, melds, points: points ?? 0, suits: suits ?? [], choice };
  });

/**
 * Going out with the reader's own grouping, unless the server lists the very same.
 * @param {Scene} scene
 * @returns {Way[]}
 */
function own_ways(scene) {
  const { view, arranged } = scene;
  if (!arranged || !view.hand || !view.sheds) return [];
  const groups = grouped(view.hand, null, arranged);
  const proposed = listed(scene);
  return view.sheds.flatMap(({ card }) => {
    const way = going_out(view, card, groups);
    if (!way || proposed.some((other) => other.card === card && same_melds(other.melds, way.melds))) return [];
    /** @type {Move} */
    const move = { do: "go_out", card, melds: way.melds };
    return [{ ...way, choice: { move, label: { text: OWN, with: { what: full_label(way) } } } }];
  });
}

/** @param {Scene} scene */
const chosen_card = ({ view, offer }) =>
  view.hand?.find((card) => (view.phase === "joker" ? is_joker(card) : offer.is_picked({ do: "discard", card }))) ??
  null;

/** The least deadwood of going out, for each card. @param {Way[]} ways @returns {[Card, number][]} */
const least = (ways) =>
  ways.map(({ card }) => [card, Math.min(...ways.filter((way) => way.card === card).map(({ points }) => points))]);

/** The label as the server would write it. @param {WayOut} way @returns {Text} */
function full_label({ card, points, suits }) {
  const words = { card: card_named(card), points, suits: suits_named(suits) };
  const { gin, knock } = suits.length ? LABELS.scores : LABELS.nobody;
  return { text: points ? knock : gin, with: words };
}

/**
 * The prompt's additional text.
 * @param {Scene} scene
 * @param {{ card: Card, points: number, spoiled: Suit[] } | undefined} after  what is picked
 * @param {Way[]} ways
 */
function note({ say, view, offer }, after, ways) {
  if (!view.sheds) return "";
  if (offer.said.moving && offer.said.moving === view.taken)
    return say("You have just taken this card: you can’t discard it this turn.");
  if (after) {
    const { card, points, spoiled } = after;
    if (!may_matter(view, after))
      return say("Deadwood: {points}. To knock, {most} or less.", { points, most: view.most_to_knock });
    const left = spoiled.length
      ? say("Deadwood: {points}. Spoiled, so no score: {suits}.", { points, suits: suits_named(spoiled) })
      : say("Deadwood: {points}. No suit is spoiled.", { points });
    return ways.some((way) => way.card === card) ? left : `${left} ${say("You can’t knock: no suit could score.")}`;
  }
  if (ways.length) return say("You may go out: choose the card to discard.");
  const points = Math.min(...view.sheds.map((shed) => shed.points));
  return points > view.most_to_knock
    ? say("After your discard: deadwood of {points} or more. To knock, {most} or less.", {
        points,
        most: view.most_to_knock,
      })
    : say("After your discard: deadwood of {points} or more, but no suit could score: each is spoiled or won.", {
        points,
      });
}
