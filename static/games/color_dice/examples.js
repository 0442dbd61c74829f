// @ts-check
// The worked examples of the rules of Color Dice, drawn by figures.js and played by the real rules in
// tests/games/test_color_dice_examples.py. The notation is the same: the areas of red, yellow, green and blue in this
// order, each with its pawns by the letter of their colour; all others are outside. It is red’s turn.

/** The start for four players. */
export const board = { areas: "r2 / y3 / g4 / b5" };

/** What the dice allow red and the others. */
export const dice = {
  dice: "5 3 6 5",
  may: [null, { does: "attack", pawns: 2 }, { does: "counter", pawns: 1 }, null],
};

/** Two attacks in one turn: a move from outside to a third area, then a strike. */
export const attack = {
  dice: "6 4 6 5",
  steps: [
    { areas: "r2 / y3 / g4 / b5" },
    { answers: ["attack y", "move 2 out>g"], areas: "r2 / y3 / g4 r2 / b5" },
    { answers: ["attack b", "strike 1 g>b: b"], areas: "r2 / y3 / g4 r1 / b4 r1" },
  ],
};

/** Moving and striking at once. */
export const both = {
  dice: "6 3 6 6",
  steps: [{ areas: "r2 / y6 g2 / g3 r3 / b5" }, { answers: ["attack y", "1+2 g>y"], areas: "r2 / y4 g2 r3 / g3 / b5" }],
};

/** Red is struck in its own turn. */
export const counterattack = {
  dice: "2 5 2 2",
  steps: [
    { areas: "r2 / y4 / g4 r3 / b5" },
    { by: "y", answers: ["strike 3 y>g: rrr"], areas: "r2 / y1 / g4 y3 / b5" },
  ],
};

/** Seven are locked; two more, and red has won. */
export const locked = {
  dice: "4 2 4 4",
  steps: [
    { areas: " / r7 / g4 y3 / b5 y2", locked: [[1, 0]] },
    { answers: ["attack y", "move 2 out>y"], areas: " / r9 / g4 y3 / b5 y2" },
  ],
};

/** Nobody has won after the last round. The scores: tens are the maximum in one foreign area, ones the total abroad. */
export const count = { rounds: 60, areas: "r2 y4 / y1 r5 / g4 r2 y3 / b5 y1", scores: [57, 48, 0, 0], winners: [0] };
