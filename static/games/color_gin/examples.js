// @ts-check
// The worked examples of the rules of Color Gin: hands, their deadwood, and their scores. figures.js draws them,
// tests/games/test_color_gin_examples.py plays them by the real rules. Cards of a group are joined by hyphens.

/** One of each kind. */
export const melds = { run: "8C-9C-TC-JC", three: "QS-QH-QD", four: "3S-3H-3D-3C" };

/** A hand that can just knock. */
export const left_over = {
  melds: ["8S-9S-TS", "QH-QD-QC"],
  leftovers: "4C-3D-2S-AS",
  points: 10,
  spoiled: ["S", "D", "C"],
};

/** What each group spoils. */
export const spoiling = {
  run: { cards: "4H-5H-6H", spoiled: ["H"] },
  three: { cards: "KS-KH-KC", spoiled: ["D"] },
  four: { cards: "9S-9H-9D-9C", spoiled: [] },
  left_over: { cards: "AC", spoiled: ["C"] },
};

/** Gin. */
export const gin = {
  out: { melds: ["QS-QH-QC", "TD-JD-QD", "3D-4D-5D-6D"], leftovers: "" },
  other: { melds: ["2S-3S-4S", "9S-9H-9D-9C"], leftovers: "5H-8H-5C" },
  spoiled: ["D"],
  parts: [5, 8, 5],
  against: 18,
  bonus: 20,
  points: 38,
};

/** A knock against a hand without melds: the cards laid off, in order, and their melds. */
export const laying_off = {
  out: { melds: ["KS-KH-KC", "4H-5H-6H", "7D-8D-9D"], leftovers: "AH" },
  other: { melds: [], leftovers: "AS-2S-9S-3H-TD-JD-KD-2C-5C-8C" },
  laid_off: [
    { card: "KD", on: 0 },
    { card: "3H", on: 1 },
    { card: "TD", on: 2 },
    { card: "JD", on: 2 },
  ],
  before: 60,
  against: 27,
  left: 1,
  spoiled: ["H", "D"],
  points: 26,
};

/** A knock undercut by a hand with less deadwood. */
export const undercut = {
  out: { melds: ["KS-KH-KC", "4H-5H-6H", "7D-8D-9D"], leftovers: "9S" },
  other: { melds: ["2C-3C-4C", "JS-JH-JC", "TS-TH-TC"], leftovers: "2S" },
  left: 9,
  against: 2,
  bonus: 10,
  spoiled: ["S", "H", "D"],
  points: 17,
};

/** The scores before and after the knock above: spades, hearts, diamonds, clubs. */
export const winning = {
  before: [
    [80, 12, 57, 76],
    [34, 105, 41, 20],
  ],
  after: [
    [106, 12, 57, 102],
    [34, 105, 41, 20],
  ],
  closed_before: { H: 1 },
  closed: { S: 0, H: 1, C: 0 },
};
