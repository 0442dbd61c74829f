// @ts-check
// The people of a room as they are named and drawn among themselves, and when they met.

/** @import { Page } from "#types/room" */
/** @import { Met } from "#types/api" */
/** @import { State } from "#kit/person.js" */
/** @import { Us } from "#room/between_told.js" */
import { FIGURES, person } from "#kit/person.js";
import { isolated, language } from "#kit/text.js";

/** In what colour and as whom somebody is drawn. @param {Us} us @param {number} of */
function looks_of({ people, tints }, of) {
  const { seat, figure } = people[of];
  return /** @type {const} */ ([/** @type {number} */ (tints.get(of)), figure ?? FIGURES[seat]]);
}

/** By name; those whose names look alike are numbered. @param {Us} us @param {number} of */
export function named(us, of) {
  const { name, namesake } = us.people[of];
  return isolated(namesake ? `${name} (${namesake})` : name);
}

/** @param {Us} us @param {number} of */
export const head_of = (us, of) => person(...looks_of(us, of));

/** @param {Us} us @param {number} of @param {State} as */
export const standing = (us, of, as) => person(...looks_of(us, of), as);

/** @param {Page} page @param {Us} us @param {Met} game */
export function won_by({ say }, us, { who, winners, team, places }) {
  const names = winners.map((seat) => name_of(us, who[seat]));
  if (!places) return team == null ? say("The team has lost.") : say("Together: {score}", { score: team });
  return names.length > 1 ? say("{names} share the win.", { names }) : say("{name} won.", { name: names[0] });
}

/** @param {Us} us @param {number | string} who  a person, or a bot by its name */
export const name_of = (us, who) => (typeof who === "number" ? named(us, who) : isolated(who));

/** @param {number} at */
export const day_in_words = (at) =>
  new Intl.DateTimeFormat(language(), { weekday: "short", day: "numeric", month: "long", year: "numeric" }).format(at);
