/** The piecepack, as games/piecepack.py has it. Written by `python -m tools.dev types --write`. */

export type Suit = "suns" | "moons" | "crowns" | "arms";

/** 0 is the null, 1 the ace. */
export type Value = 0 | 1 | 2 | 3 | 4 | 5;
