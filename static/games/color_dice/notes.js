// @ts-check
// Whether a player may write something down: everything lies open.

export const may_write = () => true;
