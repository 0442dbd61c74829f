// @ts-check
// The positions of the rules' examples, played by the real rules in tests. "M4" is the 4 of moons; a coin with a v is
// value up.

/** The deal for three. */
export const dealt = {
  tops: ["S3", "M0", "C5", "A2", "S1", "M4"],
  rows: [
    ["C5", "S0v", "M2v", "A4", "A1v", "S3", "C0", "M5v"],
    ["A0v", "M4", "S5", "C3v", "S1", "M1v", "A2v", "C2"],
    ["M0", "C4v", "A5", "S2", "M3v", "C1v", "S4v", "A3"],
  ],
};

/** One stack from the top down; the throw, and the stack after it. */
export const stack = {
  lies: ["M0", "A5", "C1", "S4"],
  throws: [4, 2, 3],
  after: [
    ["A5", "C1", "S4", "M0"],
    ["C1", "S4", "M0", "A5"],
    ["A5", "C1", "S4", "M0"],
  ],
};

/** You trade with the player on your left: the rows, the places of the offered coins, and the rows after the trade. */
export const trade = {
  rows: [
    ["S0", "M4v", "A2", "C1v"],
    ["C4", "M1v", "A5"],
    ["S2v", "A0", "M5", "C3v"],
  ],
  offers: [[1, 3], [1], [0, 1, 3]],
  after: [
    ["S0", "A2", "M1v"],
    ["C4", "A5", "M4v", "C1v"],
    ["S2v", "A0", "M5", "C3v"],
  ],
};

/** After that trade: your throw and your partner's. */
export const thrown = [2, 1];

/** At the end of a turn: only one coin matches a top tile in suit and value. */
export const payment = { tops: dealt.tops, row: ["M2v", "C5", "S4"], coin: 1, stack: 2, left: ["M2v", "S4"] };
