// @ts-check
// The screen.

/** It has room for things beside the table, and for what is folded elsewhere. */
export const SPACIOUS = "(min-width:1100px) and (min-height:680px)";
