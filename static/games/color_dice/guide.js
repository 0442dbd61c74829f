// @ts-check
// Where on the page that is, of which the first lesson of Color Dice speaks: games/color_dice/lesson.py.

export const places = {
  dice: [".opponents", ".place"],
  areas: [".cd-areas"],
};
