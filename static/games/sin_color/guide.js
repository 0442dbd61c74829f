// @ts-check
// Where on the page that is, of which the first lesson of Sin Color speaks: games/sin_color/lesson.py.

export const places = {
  own: [".place .sc-coins", ".place"],
  others: [".opponents"],
  stacks: [".sc-stacks-place", ".sc-stacks"],
};

/** Turning coins over is always free. */
export const harmless = '[data-focus^="turn-"]';
