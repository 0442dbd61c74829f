// @ts-check
// Paths of the stage around a pile: off it towards the reader, and back under it.

/** @import { Box, Part, Who } from "#types/stage" */

/**
 * @param {{ who: Who, at?: number, ms?: number }} act
 * @param {Box | undefined} box  on the pile
 * @param {Box | undefined} pile
 * @param {(box: Box, pile: Box) => Keyframe[]} path
 * @returns {Part[]}
 */
export const piled = ({ who, at = 0, ms = 560 }, box, pile, path) =>
  box && pile ? [{ who, box, at, ms, easing: "ease-in-out", frames: path(box, pile) }] : [];

/** @param {Box} box @param {Box} pile @returns {Keyframe[]} */
export function under(box, pile) {
  const off = pile.y + pile.height - box.y;
  return [
    { translate: "0 0", clipPath: "inset(0 -20% -20%)" },
    { translate: `0 ${off}px`, clipPath: "inset(0 -20% -20%)" },
    { translate: `0 ${off - box.height}px`, clipPath: "inset(100% -20% -20%)" },
  ];
}

/** @param {Box} box @param {Box} pile */
export const out_from_under = (box, pile) => under(box, pile).reverse();
