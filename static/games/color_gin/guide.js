// @ts-check
// Where on the page that is, of which the first lesson of Color Gin speaks: games/color_gin/lesson.py.

export const places = {
  hand: [".cg-own-hand", ".place"],
  piles: [".cg-piles"],
  own: [".place"],
  showdown: [".cg-showdown", ".cg-table"],
  scores: [".cg-scores", ".place"],
};

/** Moving cards in the hand is always free. */
export const harmless = ".cg-hand-card:not(.lit) .stand, .cg-hand-tools .stand, .cg-slot .stand";
