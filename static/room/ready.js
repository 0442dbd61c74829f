// @ts-check
// Who is ready for the next game: how many are, and the button to say so. The words beside names are in seats.js.

/** @import { Page } from "#types/room" */
/** @import { Answer } from "#room/prompt.js" */
import { gathers_people, is_ready, ready_in } from "#state/gathered.js";

/** For whoever is not alone at the table; all at this device say it together. @param {Page} page @returns {Answer[]} */
export function ready_answers({ say, state: { table }, commands }) {
  const { you, state } = table;
  if (!you.seats.length || !gathers_people(table)) return [];
  const ready = is_ready(table);
  return [
    {
      label: say(ready ? "Not ready yet" : "Ready"),
      primary: !ready && !you.host && state === "gathering",
      place: "ready",
      press: () => commands.be_ready(!ready),
    },
  ];
}

/** @param {Page} page */
export const ready_in_words = ({ say, state: { table } }) =>
  gathers_people(table) || !table.you.seats.length
    ? say("{count} of {seats} ready", { count: ready_in(table), seats: table.seats.length })
    : "";
