// @ts-check
// The figures of the rules of Color Gin: melds, open hands, and their scores.

/** @import { Example, Figures } from "#types/figures" */
/** @import { Say } from "#types/room" */
/** @import { Card, Suit } from "#types/views/color_gin" */
import { html, nothing } from "lit-html";
import { gin, laying_off, left_over, melds, spoiling, undercut, winning } from "#games/color_gin/examples.js";
import { in_order, points_of } from "#games/color_gin/melds.js";
import { suit_name } from "#games/color_gin/words.js";
import { card_face, cards_sprite, SUITS, suit_mark } from "#kit/cards.js";
import { arrow, chip, label, labelled, place_of, row } from "#kit/figures.js";
import { settings } from "#kit/preferences.js";

/** @typedef {{ melds: string[], leftovers: string }} Hand */

export const sprites = () => cards_sprite(settings().two_colours);

/** "8C-9C" as cards. @param {string} joined @returns {Card[]} */
const cards_of = (joined) => /** @type {Card[]} */ (joined.split("-").filter(Boolean));

/** @param {Say} say @returns {Figures} */
export function figures(say) {
  return {
    melds: () =>
      row(
        labelled(meld(cards_of(melds.run)), say("Run")),
        labelled(meld(cards_of(melds.three)), say("Set of three")),
        labelled(meld(cards_of(melds.four)), say("Set of four")),
      ),
    left_over: () =>
      html`${open_hand(left_over)} ${chip(`${points(left_over.leftovers).join(" + ")} = ${left_over.points}`)}
      ${suits(left_over.spoiled, say("could score"))}`,
    spoiling: () =>
      html`<div class="cg-fig-spoiling">${Object.entries(spoiling).map(([kind, { cards, spoiled }]) => [
        kind === "left_over" ? loose(cards_of(cards)) : meld(cards_of(cards)),
        arrow(),
        spoiled.length
          ? spoiled.map((suit) => state_of(suit, say("spoiled"), "cg-spoiled"))
          : label(say("nothing is spoiled")),
      ])}</div>`,
    laying_off: laid_off_one_by_one(),
    undercut: () =>
      showdown(undercut, [`${undercut.left} − ${undercut.against} + ${undercut.bonus} = ${undercut.points}`]),
    gin: () =>
      showdown(gin, [`${gin.parts.join(" + ")} = ${gin.against}`, `${gin.against} + ${gin.bonus} = ${gin.points}`]),
    winning: score_sheet,
  };

  // --- Hands ------------------------------------------------------------------------------------------------

  /** @param {Hand} hand */
  function open_hand({ melds, leftovers }) {
    const rest = cards_of(leftovers);
    return row(...melds.map((joined) => meld(cards_of(joined))), rest.length ? loose(rest) : nothing);
  }

  /** @param {{ out: Hand, other: Hand, spoiled: string[], points: number }} end @param {string[]} sums */
  function showdown({ out, other, spoiled, points }, sums) {
    return html`${place_of(say("You"), open_hand(out))} ${place_of(say("Your opponent"), open_hand(other))}
      ${row(...sums.map(chip))} ${suits(spoiled, say("+{points}", { points }))}`;
  }

  /**
   * All four suits: the spoiled ones, and the others with this text.
   * @param {string[]} spoiled
   * @param {string} open
   */
  function suits(spoiled, open) {
    return html`<div class="cg-fig-suits">${SUITS.map((suit) =>
      spoiled.includes(suit) ? state_of(suit, say("spoiled"), "cg-spoiled") : state_of(suit, open),
    )}</div>`;
  }

  // --- Laying off -------------------------------------------------------------------------------------------

  /** @returns {Example} */
  function laid_off_one_by_one() {
    const { laid_off } = laying_off;
    const last = laid_off.length + 1;
    return {
      steps: Array.from({ length: last + 1 }, (_, step) => () => laid_off_so_far(step, step === last)),
      words: [
        say("You knock with the ace of hearts as deadwood. Nothing in the other hand is a meld."),
        say("The king of diamonds is the fourth of your kings."),
        say("The 3 of hearts makes your run longer at its lower end."),
        say("The 10 of diamonds makes the other run longer…"),
        say("…and now the jack of diamonds fits, too."),
        say("Nothing else fits. You score the difference in spades and in clubs."),
      ],
    };
  }

  /** @param {number} step  so many cards are laid off @param {boolean} is_over */
  function laid_off_so_far(step, is_over) {
    const laid = laying_off.laid_off.slice(0, step);
    const off = laid.map(({ card }) => card);
    const rest = cards_of(laying_off.other.leftovers).filter((card) => !off.includes(card));
    const longer = laying_off.out.melds.map((joined, nth) => {
      const added = laid.filter(({ on }) => on === nth).map(({ card }) => /** @type {Card} */ (card));
      return meld([...cards_of(joined), ...added].sort(in_order), added);
    });
    const scored = say("+{points}", { points: laying_off.points });
    return html`${place_of(say("You"), row(...longer, loose(cards_of(laying_off.out.leftovers))))}
      ${place_of(say("Your opponent"), loose(rest))}
      ${chip(
        is_over
          ? `${laying_off.against} − ${laying_off.left} = ${laying_off.points}`
          : say("Deadwood: {sum}", { sum: points_of(rest) }),
      )}
      ${suits(laying_off.spoiled, is_over ? scored : say("could score"))}`;
  }

  // --- The scores -------------------------------------------------------------------------------------------

  function score_sheet() {
    return html`<div class="cg-fig-scores">
      <span></span>${label(say("You"))}${label(say("Your opponent"))}
      ${SUITS.map((suit) => [suit_mark(suit), column_of(0, suit), column_of(1, suit)])}
    </div>`;
  }

  /** @param {number} seat @param {Suit} suit */
  function column_of(seat, suit) {
    const [before, after] = [winning.before, winning.after].map((scores) => scores[seat][SUITS.indexOf(suit)]);
    const winner = /** @type {Partial<Record<Suit, number>>} */ (winning.closed)[suit];
    const state = winner === undefined ? "" : winner === seat ? "won" : "closed";
    const words = { won: say("won"), closed: say("already won"), "": "" };
    return html`<span class="cg-fig-score ${state && `cg-${state}`}">
      ${before === after ? nothing : html`<small>${before} →</small>`} <b>${after}</b> <small>${words[state]}</small>
    </span>`;
  }

  /** @param {string} suit @param {string} words @param {string} look */
  function state_of(suit, words, look = "") {
    const known = /** @type {Suit} */ (suit);
    return html`<span
      class="cg-fig-suit ${look}">${suit_mark(known)}<span>${suit_name(say, known)}</span><b>${words}</b></span>`;
  }
}

// --- Cards --------------------------------------------------------------------------------------------------------

/** The points of each card. @param {string} joined */
const points = (joined) => cards_of(joined).map((card) => points_of([card]));

/** @param {Card[]} cards @param {Card[]} added  laid off by the other */
const meld = (cards, added = []) =>
  html`<span class="cg-fig-meld">${cards.map((card) => lying(card, added.includes(card) ? "cg-laid-off" : ""))}</span>`;

/** The deadwood. @param {Card[]} cards */
const loose = (cards) => html`<span class="cg-fig-loose">${cards.map((card) => lying(card, ""))}</span>`;

/** @param {Card} card @param {string} look */
const lying = (card, look) => html`<span class="cg-fig-card ${look}" data-k=${card}>${card_face(card)}</span>`;
