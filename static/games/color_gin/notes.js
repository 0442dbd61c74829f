// @ts-check
// Whether a player may write something down: what lies open, and what they think of it. What was covered and taken is
// for them to remember (RULES.md, decision 15).

export const may_write = () => true;
export const except =
  "Leave out the discards that are covered and the cards that were taken: those are for you to remember.";
