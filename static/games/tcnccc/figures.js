// @ts-check
// The figures of the rules of TCNCCC: drums and bag as on the table, and the pieces moving between them.

/** @import { Figures } from "#types/figures" */
/** @import { Drawing, Say } from "#types/room" */
/** @import { Piece } from "#types/views/tcnccc" */
import { html, nothing } from "lit-html";
import { empty, four, no_pair, others_draw, pair } from "#games/tcnccc/examples.js";
import { drum, full_bag } from "#games/tcnccc/furniture.js";
import { chip, label, labelled, place_of, row, thing } from "#kit/figures.js";
import { piece, slot, sprite } from "#kit/pieces.js";

const KINDS = /** @type {const} */ (["red", "yellow", "green", "blue", "joker"]);
const COLOURS = KINDS.slice(0, 4);
/** In units of the stage. */
const SIZE = 9;

/** @typedef {{ kind: Piece, k: string }} Known  a piece that can be followed from step to step */
/** @typedef {"" | "risen" | "over" | "inside"} Where  from the bag, over the open cylinder, in it */
/** @typedef {"" | "tc-shows-placed" | "tc-shows-lifted"} Look */

/** The symbols that drawings refer to. @param {Say} say */
export const sprites = (say) => sprite(say);

/** @param {Say} say @returns {Figures} */
export const figures = (say) => ({
  pieces: () => all_pieces(),
  placing: placing_steps(say),
  pair: pair_steps(say),
  no_pair: no_pair_steps(say),
  others_draw: others_draw_steps(say),
  empty: () => scene(say, { look: "tc-shows-lifted", words: say("Empty"), back: known(empty.held, "own") }),
  four: () =>
    html`<div class="tc-fig-four">
      ${four.enough.map((held, nth) => [pieces(known(held, `enough-${nth}`)), chip(say("wins"))])}
      ${pieces(known(four.too_few, "few"))} ${label(say("not yet"))}
    </div>`,
});

/** Each piece of "red joker", under a key. @param {string} words @param {string} key @returns {Known[]} */
const known = (words, key) =>
  words
    .split(" ")
    .filter(Boolean)
    .map((kind, nth) => ({ kind: /** @type {Piece} */ (kind), k: `${key}-${nth}` }));

/** @param {Known} piece_known */
const lying = ({ kind, k }) => thing(piece(kind), SIZE, { k });

/** @param {Known[]} all */
const pieces = (all) => row(...all.map(lying));

// --- What there is ----------------------------------------------------------------------------------------------

const all_pieces =
  () => html`${row(...KINDS.map((kind) => labelled(thing(piece(kind), 12), kind === "joker" ? "× 3" : "× 6")))}
  ${row(...["1", "2", "3", "4"].map((number) => cylinder(number, 15)), bag(15))}`;

/** @param {number} width */
const bag = (width) => html`<span class="tc-fig-drum" .style=${`--w: ${width}`}>${full_bag()}</span>`;

/**
 * @param {string} number
 * @param {number} width
 * @param {Look} look
 * @param {Drawing} above  what is over it, or lies before it
 */
const cylinder = (number, width, look = "", above = nothing) =>
  html`<span class="tc-fig-drum ${look}" .style=${`--w: ${width}`}>${drum(number)}${above}</span>`;

// --- Drawing and placing ----------------------------------------------------------------------------------------

/** @param {Say} say */
const placing_steps = (say) => ({
  steps: [
    () => placing("", ""),
    () => placing("", "risen"),
    () => placing("tc-shows-placed", "over"),
    () => placing("", "inside"),
  ],
  words: [
    say("All four lids are closed; no one sees what is below them."),
    say("You draw a green piece."),
    say("You choose cylinder 2: its lid comes off."),
    say("The piece drops in, and the lid goes back on."),
  ],
});

/**
 * @param {Look} look  of cylinder 2
 * @param {Where} where  the piece is
 */
const placing = (look, where) =>
  html`<div class="fig-row tc-fig-drums">
    ${["1", "2", "3", "4"].map((number) =>
      cylinder(
        number,
        17,
        number === "2" ? look : "",
        number === "2" ? aloft(where === "risen" ? "" : where) : nothing,
      ),
    )}
    <span class="tc-fig-drum" .style=${"--w: 17"}>${full_bag()}${aloft(where === "risen" ? "risen" : "")}</span>
  </div>`;

/** The piece in the air, or just fallen out of sight. @param {Where} where */
const aloft = (where) =>
  where ? html`<span class="tc-fig-aloft tc-${where}" data-k="drawn"><span>${piece("green")}</span></span>` : nothing;

// --- Lifting ----------------------------------------------------------------------------------------------------

/**
 * One cylinder, with the player's pieces and those put back in the bag beside it.
 * @param {Say} say
 * @param {object} now
 * @param {Look} [now.look]
 * @param {Known[]} [now.tray]  what stood in the cylinder
 * @param {string} [now.words]  said there
 * @param {Known[]} [now.held]
 * @param {Known[]} [now.back]
 */
const scene = (say, { look = "", tray = [], words = "", held = [], back = [] }) => html`<div class="tc-fig-lifting">
    ${cylinder(
      "1",
      24,
      look,
      html`<span
      class="tc-fig-tray">${words ? html`<span class="tc-fig-words">${words}</span>` : tray.map(lying)}</span>`,
    )}
    <div class="tc-fig-beside">${place_of(say("In front of you"), before(held))} ${place_of(
      say("Back in the bag"),
      html`<div class="tc-fig-back">${pieces(back)}</div>`,
    )}</div>
  </div>`;

/** A player's pieces, with the places of missing colours. @param {Known[]} held */
const before = (held) =>
  row(...COLOURS.map((colour) => of_colour(held, colour)), ...held.filter(({ kind }) => kind === "joker").map(lying));

/** @param {Known[]} held @param {typeof KINDS[number]} colour */
function of_colour(held, colour) {
  const found = held.find(({ kind }) => kind === colour);
  return found ? lying(found) : thing(slot(colour), SIZE);
}

/** Takes pieces of these kinds out of a row of known ones. @param {Known[]} from @param {string} words */
function taken(from, words) {
  const rest = [...from];
  return words.split(" ").map(
    (wanted) =>
      rest.splice(
        rest.findIndex(({ kind }) => kind === wanted),
        1,
      )[0],
  );
}

/** @param {Say} say */
function pair_steps(say) {
  const [tray, held] = [known(pair.lifted, "tray"), known(pair.held, "own")];
  const back = taken(tray, pair.back);
  const kept = [...held, ...tray.filter((each) => !back.includes(each))];
  return {
    steps: [
      () => scene(say, { held }),
      () => scene(say, { look: "tc-shows-lifted", tray, held }),
      () => scene(say, { held: kept, back }),
    ],
    words: [
      say("You have a yellow piece."),
      say("You lift the cylinder: two pairs and a joker."),
      say("You keep red and the joker. The rest goes back."),
    ],
  };
}

/** @param {Say} say */
function no_pair_steps(say) {
  const [tray, held] = [known(no_pair.lifted, "tray"), known(no_pair.held, "own")];
  const given = taken(held, no_pair.given);
  const kept = held.filter((each) => !given.includes(each));
  return {
    steps: [
      () => scene(say, { look: "tc-shows-lifted", tray, held }),
      () => scene(say, { held, back: tray }),
      () => scene(say, { held: kept, back: [...tray, ...given] }),
    ],
    words: [
      say("A joker and a red piece are no pair."),
      say("Both go back in the bag."),
      say("As the penalty, so does your green piece."),
    ],
  };
}

// --- The others draw --------------------------------------------------------------------------------------------

/** @param {Say} say */
const others_draw_steps = (say) => ({
  steps: [0, 1, 2, 3].map((turns) => () => others_drawing(say, turns)),
  words: [
    say("No pair, and no piece to give."),
    say("The first draws red, has red already, and puts it back."),
    say("The second draws blue and keeps it."),
    say("The third draws yellow: four colours win."),
  ],
});

/** @param {Say} say @param {number} turns  how many have drawn */
function others_drawing(say, turns) {
  const tray = known(others_draw.lifted, "tray");
  return html`<div class="tc-fig-lifting">
    ${cylinder(
      "1",
      24,
      turns ? "" : "tc-shows-lifted",
      html`<span class="tc-fig-tray">${turns ? nothing : tray.map(lying)}</span>`,
    )}
    <div class="tc-fig-beside">
      ${others_draw.kept.map((kept, nth) => other(say, kept, nth, turns))}
      ${place_of(
        say("Back in the bag"),
        html`<div class="tc-fig-back">${pieces(turns ? [...tray, ...put_back(turns)] : [])}</div>`,
      )}
    </div>
  </div>`;
}

/** @param {Say} say @param {string} kept @param {number} nth @param {number} turns */
const other = (say, kept, nth, turns) =>
  place_of(
    say("{number} to your left", { number: nth + 1 }),
    before(known(turns > nth ? kept : others_draw.others[nth], `other-${nth}`)),
    turns === nth + 1,
  );

/** The pieces drawn and not kept. @param {number} turns */
const put_back = (turns) =>
  known(others_draw.drawn, "drawn").filter(
    (_, nth) => nth < turns && others_draw.kept[nth] === others_draw.others[nth],
  );
