// @ts-check
// The positions of the rules' examples, played by the real rules in tests. "M4/E" is the 4 of moons, facing east;
// boards are written with north at the top.

/** The setup for four: suns in the north, moons in the east, crowns in the south, arms in the west. */
export const start = {
  board: [
    ["M1/E", "A3/W", "A2/W", "C2/S", "S3/N"],
    ["S5/N", "M0/E", "C4/S", "C0/S", "M5/E"],
    ["A4/W", "S2/N", "gap", "C5/S", "M3/E"],
    ["M4/E", "A5/W", "C3/S", "A1/W", "C1/S"],
    ["S4/N", "S1/N", "S0/N", "M2/E", "A0/W"],
  ],
  /** Of suns, moons, crowns and arms. */
  pawns: ["a1", "e3", "e2", "b5"],
  dice: [4, 3, 1, 3],
};

/** Later on the same board, two turns of suns: four tiles, and their directions before, between and after. */
export const turning = {
  pawns: ["a1", "e3", "e2", "b3"],
  coins: { e5: "C2" },
  squares: ["b1", "b3", "e5", "a5"],
  tiles: ["S1", "S2", "S3", "M1"],
  facing: [
    ["N", "N", "N", "E"],
    ["E", "N", "N", "E"],
    ["S", "N", "N", "E"],
  ],
};

/** The pawn of arms on the same board, when the tiles of its suit have turned. */
export const moving = {
  pawns: ["a1", "e3", "e2", "b2"],
  die: 3,
  turned: { b5: "A3/N", c5: "A2/N", a3: "A4/N", d2: "A1/N", e1: "A0/N" },
  targets: ["b3", "b4", "b5", "c2", "d2", "b1", "a2", "c1", "a3"],
  to: "d2",
};

/** The same with its timer run down: the tiles it may score with the coin under its die. */
export const scoring = {
  squares: [
    ["a3", "b3", "c3"],
    ["a2", "b2", "c2"],
    ["a1", "b1", "c1"],
  ],
  coin: 3,
  scores: { b1: [1, 3, 4], a2: [4, 3, 7] },
  chosen: "a2",
};

/** Then it feeds its timer; the die's value after that, and after each of its next moves. */
export const feeding = { reserve: [0, 1, 2, 4, 5], coin: 2, dice: [2, 1, 0] };

/**
 * The whole cycle of that 2, on the tiles around the pawn: the start of the turn of suns after the timer was fed and
 * after each of two moves, and when arms score. In between the others take their turns.
 */
export const cycle = {
  squares: [
    ["b2", "c2", "d2"],
    ["b1", "c1", "d1"],
  ],
  coin: 2,
  steps: [
    { pawn: "b2", die: 2, tiles: ["A5/W", "C3/S", "A1/N", "S1/E", "S0/E", "M2/E"] },
    { pawn: "c1", die: 1, tiles: ["A5/W", "C3/W", "A1/E", "S1/S", "S0/E", "M2/S"] },
    { pawn: "c2", die: 0, tiles: ["A5/N", "C3/N", "A1/S", "S1/W", "S0/S", "M2/W"] },
    { pawn: "c2", die: 0, tiles: ["A5/E", "C3/N", "A1/W", "S1/W", "S0/S", "M2/N"] },
  ],
  scores: { b2: [5, 2, 7], d2: [1, 2, 3] },
  chosen: "b2",
  next: 4,
};
