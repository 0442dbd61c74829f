// @ts-check
// Strokes of the icons on buttons that play something step by step.

export const STROKES = {
  first: "M6 5V19M19 5L9 12L19 19Z",
  back: "M16 5L6 12L16 19Z",
  play: "M8 5L19 12L8 19Z",
  pause: "M8 5V19M16 5V19",
  on: "M8 5L18 12L8 19Z",
  last: "M18 5V19M5 5L15 12L5 19Z",
};
