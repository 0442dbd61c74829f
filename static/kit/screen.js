// @ts-check
// The screen: conditions of css/breakpoints.css that modules ask for, too.

/** It has room for things beside the table, and for what is folded elsewhere: `--wide`. */
export const SPACIOUS = "(width >= 68.75em) and (height >= 42.5em)";
/** What opens beside the table elsewhere covers it: `--compact`. */
export const COMPACT = "(width < 45em) or (height < 42.5em)";
/** There is room for one line of a guide only: `--squat`. */
export const SQUAT = "(height < 460px)";
