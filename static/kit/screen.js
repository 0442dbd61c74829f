// @ts-check
// The screen: conditions of css/breakpoints.css that modules ask for, too.

/** It has room for things beside the table, and for what is folded elsewhere: `--wide`. */
export const SPACIOUS = "(width >= 1100px) and (height >= 680px)";
/** What opens beside the table elsewhere covers it: `--compact`. */
export const COMPACT = "(width < 720px) or (height < 680px)";
/** There is room for one line of a guide only: `--squat`. */
export const SQUAT = "(height < 460px)";
