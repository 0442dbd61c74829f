// @ts-check
// The worked examples of the rules of TCNCCC, each with its beginning and its end. figures.js draws them,
// tests/games/test_tcnccc_examples.py plays them by the real rules.

/** A pair with a joker, lifted by a player who has one of the colours already. */
export const pair = {
  lifted: "red red yellow yellow joker",
  held: "yellow",
  kept: "yellow red joker",
  back: "red yellow yellow",
};

/** No pair: one's own piece goes back as well. */
export const no_pair = { lifted: "joker red", held: "joker green", given: "green", kept: "joker" };

/** No pair, and no piece to give: the others draw, clockwise. */
export const others_draw = {
  lifted: "yellow",
  others: ["red green", "", "red green joker"],
  drawn: "red blue yellow",
  kept: ["red green", "blue", "red green joker yellow"],
};

/** An empty cylinder is lifted. */
export const empty = { held: "red joker" };

/** A winning set, and one not yet winning. */
export const four = {
  enough: ["red yellow green blue", "red blue joker joker"],
  too_few: "red yellow joker",
};
