// @ts-check
// The table of TCNCCC: four cylinders, the bag, and the open pieces in front of each player.

/** @import { Drawing, Game, Say } from "#types/room" */
/** @import { Move, Piece, Sight, View } from "#types/views/tcnccc" */
import { html, nothing } from "lit-html";
import { bare_place, drum, empty_bag, full_bag } from "#games/tcnccc/furniture.js";
import { piece, slot } from "#kit/pieces.js";

const CYLINDERS = [0, 1, 2, 3];
const COLOURS = /** @type {const} */ (["red", "yellow", "green", "blue"]);
const NAMES = {
  red: "Red piece",
  yellow: "Yellow piece",
  green: "Green piece",
  blue: "Blue piece",
  joker: "Joker",
};
const MISSING = { red: "No red piece", yellow: "No yellow piece", green: "No green piece", blue: "No blue piece" };
const DRUMS = CYLINDERS.map((cylinder) => drum(String(cylinder + 1)));
const [FULL_BAG, EMPTY_BAG] = [full_bag(), empty_bag()];
/** From this number on the table shows how many turns are left. */
const LAST_TURNS = 12;

/** @type {Game<View, Move, Sight>["lasts"]} */
export const lasts = (sight) => (sight.shows === "lifted" ? 6000 : 4000);
/** @type {Game<View, Move, Sight>["can_be_ended"]} */
export const can_be_ended = (sight) => sight.shows === "lifted";

/** @type {Game<View, Move, Sight>["hindsight"]} */
export const hindsight = () => import("#games/tcnccc/hindsight.js");

/** @type {Game<View, Move, Sight>["picture"]} */
export function picture({ view, outcome }, { say, offer, sights }) {
  return {
    centre: centre(),
    in_front_of,
    words_for: (seat) => (view.out[seat] ? [say("out")] : []),
    standing,
    moves: ["draw", "lift", "place", "give_back"],
    note: note(),
  };

  /** What lifting the picked cylinder may lead to. */
  function note() {
    if (!view.cylinders.some((cylinder) => offer.is_picked({ do: "lift", cylinder }))) return "";
    return view.bag_empty
      ? say("If it is empty, you are out. It leaves the game in any case.")
      : say("If it is empty, you are out.");
  }

  function centre() {
    return html`
      <div class="tc-table"><div class="measured"><ul data-roving
        aria-label=${say("Cylinders and bag")}>${CYLINDERS.map(cylinder_place)}${bag_place()}</ul></div></div>
      ${
        view.rounds_left <= LAST_TURNS && !outcome
          ? html`<p
            class="tc-turns-left">${say("Turns left before the game ends: {turns}", { turns: view.rounds_left })}</p>`
          : nothing
      }`;
  }

  /** @param {number} cylinder */
  function cylinder_place(cylinder) {
    const name = say("Cylinder {cylinder}", { cylinder: cylinder + 1 });
    if (!view.cylinders.includes(cylinder))
      return html`<li class="tc-cylinder">
        ${bare_place()}${offer.barred(
          say("{name} is out of the game", { name }),
          say("{name} is out of the game", { name }),
        )}
      </li>`;
    /** @type {Move} */
    const place = { do: "place", cylinder };
    const placing = offer.is_open(place);
    /** @type {Move} */
    const move = placing ? place : { do: "lift", cylinder };
    const lit = offer.is_open(move);
    const label = placing ? say("{name}, place the piece", { name }) : say("{name}, lift", { name });
    const sight = sights.find((shown) => "cylinder" in shown && shown.cylinder === cylinder);
    return html`<li class="tc-cylinder ${look(move)} ${sight ? `tc-shows-${sight.shows}` : ""}"
      data-k="cylinder-${cylinder}">
      ${DRUMS[cylinder]} ${sight ? shown(sight) : nothing}
      ${offer.stand_for(move, lit ? label : name, {
        confirm: !placing,
        place: `cylinder-${cylinder}`,
        digit: cylinder + 1,
      })}
    </li>`;
  }

  /** @param {Move} move */
  function look(move) {
    if (!offer.is_open(move)) return "";
    return offer.is_picked(move) ? "lit picked" : "lit";
  }

  /** @param {Sight} sight */
  function shown(sight) {
    if (sight.shows === "placed") return aloft(say, sight.piece, "falls", String(sight.cylinder));
    if (sight.shows === "full") return html`<p class="tc-full">${say("Full")}</p>`;
    if (!("pieces" in sight)) return nothing;
    const is_new = sight.shows === "lifted"; // otherwise for display only, in a replay or after the game
    const tray = is_new ? "tray" : nothing;
    if (!sight.pieces.length) return html`<p class="tc-tray tc-empty ring" data-k=${tray}>${say("Empty")}</p>`;
    return html`<p class="tc-tray ring" data-k=${tray}>${sight.pieces.map(
      (kind, nth) => html`<span data-k=${is_new ? `lifted-${nth}` : nothing}>${lying(say, kind)}</span>`,
    )}</p>`;
  }

  function bag_place() {
    /** @type {Move} */
    const draw = { do: "draw" };
    const label = offer.is_open(draw) ? say("Bag, draw a piece") : say("Bag");
    if (view.bag_empty)
      return html`<li class="tc-bag-place">${EMPTY_BAG}<span
        class="tc-caption">${say("The bag is empty")}</span>${offer.barred("", say("The bag is empty"))}</li>`;
    return html`<li class="tc-bag-place ${look(draw)}" data-k="bag">
      ${FULL_BAG} ${
        view.drawn ? aloft(say, view.drawn, "rises", "bag") : nothing
      } ${offer.stand_for(draw, label, { place: "bag" })}
    </li>`;
  }

  /** @param {number} seat @param {boolean} own @returns {Drawing} */
  function in_front_of(seat, own) {
    const held = view.held[seat] ?? [];
    const jokers = held.filter((kind) => kind === "joker");
    const back = sights.flatMap((sight) => (sight.shows === "returned" && sight.seat === seat ? [sight.piece] : []));
    return html`<ul class="tc-held" data-roving aria-label=${say("Pieces of {seat}", { seat: { seat } })}>
      ${COLOURS.map((colour) => (held.includes(colour) ? kept(colour, seat, own, colour) : missing(colour)))}
      ${jokers.map((kind, nth) => kept(kind, seat, own, `joker-${nth}`))}
      ${back.map((kind) => html`<li class="tc-going-back ring" data-k="back-${seat}-${kind}">${lying(say, kind)}</li>`)}
    </ul>`;
  }

  /**
   * @param {Piece} kind
   * @param {number} seat
   * @param {boolean} own
   * @param {string} nth
   */
  function kept(kind, seat, own, nth) {
    /** @type {Move} */
    const give = { do: "give_back", piece: kind };
    const open = own && offer.is_open(give);
    const name = say(NAMES[kind]);
    return html`<li class=${own ? look(give) : ""} data-k="held-${seat}-${nth}" data-mark data-out-of=${source()}>
      ${piece(kind)}
      ${
        open
          ? offer.stand_for(give, say("{name}, put back", { name }), { confirm: true, place: `give-${nth}` })
          : own
            ? offer.barred(name, say("You keep it: a piece only goes back after a lift without a pair."))
            : html`<span class="unseen">${name}</span>`
      }
    </li>`;
  }

  /** The origin of kept pieces: a lifted cylinder with a pair, otherwise the bag. */
  function source() {
    const lifted = sights.find((sight) => sight.shows === "lifted");
    const colours = lifted?.shows === "lifted" ? lifted.pieces.filter((kind) => kind !== "joker") : [];
    return lifted?.shows === "lifted" && new Set(colours).size < colours.length ? `cylinder-${lifted.cylinder}` : "bag";
  }

  /** Each joker stands for a colour that its owner lacks. @param {number} seat */
  function standing(seat) {
    const held = view.held[seat] ?? [];
    return say("Colours: {count} of 4", { count: Math.min(COLOURS.length, held.length) });
  }

  /** @param {typeof COLOURS[number]} colour */
  function missing(colour) {
    return html`<li class="tc-missing">${slot(colour)}<span class="unseen">${say(MISSING[colour])}</span></li>`;
  }
}

/**
 * A piece above the bag it comes out of, or above the cylinder it goes into, coming from the bag.
 * @param {Say} say
 * @param {Piece} kind
 * @param {"rises" | "falls"} how
 * @param {string} where
 */
function aloft(say, kind, how, where) {
  return html`<span class="tc-aloft tc-${how}" data-k="aloft-${where}"
    data-from=${how === "falls" ? "aloft-bag" : nothing} data-out-of="bag"><span
    class="tc-carried ring">${lying(say, kind)}</span></span>`;
}

/** @param {Say} say @param {Piece} kind */
function lying(say, kind) {
  return html`${piece(kind)}<span class="unseen">${say(NAMES[kind])}</span>`;
}
