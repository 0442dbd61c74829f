// @ts-check
// Where on the page that is, of which the first lesson of TCNCCC speaks: games/tcnccc/lesson.py.

export const places = {
  table: [".tc-table"],
  bag: [".tc-bag-place", ".tc-table"],
  own: [".place"],
  others: [".opponents", ".tc-table"],
};
