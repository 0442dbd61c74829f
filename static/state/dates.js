// @ts-check
// What a host fills in for an evening: a date, as their clock shows it, and a link to where people talk.

/** @import { Text } from "#types/wire" */
/** @template Value @typedef {import("#state/settings_draft.js").Typed<Value>} Typed */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FARTHEST_MS = 366 * DAY;
const LONGEST_LINK = 300;

// --- Wall clocks ----------------------------------------------------------------------------------------------

/** How far a wall clock is ahead of UTC at a moment, in minutes. @typedef {(at: number) => number} Zone */

/** This reader's. @type {Zone} */
const here = (at) => -new Date(at).getTimezoneOffset();

/**
 * The moments at which a wall clock shows this: none where clocks go forward over it, two where they go back over it,
 * and NaN if it is no date.
 * @param {string} wall  as a field of the type datetime-local has it: 2026-12-05T20:00
 * @param {Zone} zone
 */
export function moments_of(wall, zone = here) {
  const as_if_utc = Date.parse(`${wall}Z`);
  if (Number.isNaN(as_if_utc)) return [NaN];
  const offsets = new Set([zone(as_if_utc - DAY), zone(as_if_utc + DAY)]);
  return [...offsets].map((ahead) => as_if_utc - ahead * MINUTE).filter((at) => wall_at(at, zone) === as_if_utc);
}

/** What a wall clock shows at a moment, as if it were in UTC. @param {number} at @param {Zone} zone */
const wall_at = (at, zone) => at + zone(at) * MINUTE;

/** What a field of the type datetime-local shows. @param {number | null} at @param {Zone} zone */
export const wall_of = (at, zone = here) =>
  at === null ? "" : new Date(wall_at(at, zone)).toISOString().slice(0, "2026-12-05T20:00".length);

/**
 * What is wrong with a date.
 * @param {string} wall
 * @param {number} now
 * @param {Zone} [zone]
 * @returns {Text | null}
 */
export function problem_with_date(wall, now, zone) {
  if (!wall) return null;
  const moments = moments_of(wall, zone);
  if (!moments.length) return { text: "That time does not exist: clocks go forward then. Choose another time." };
  if (moments.length > 1) return { text: "That time comes twice: clocks go back then. Choose another time." };
  if (Number.isNaN(moments[0])) return { text: "Choose a day and a time, or no date." };
  if (moments[0] <= now) return { text: "That is in the past. Choose a time that is still to come." };
  if (moments[0] > now + FARTHEST_MS) return { text: "That is more than a year ahead. Choose an earlier day." };
  return null;
}

/** @param {string} typed @param {number} now @returns {Typed<number | null>} */
export function date_typed(typed, now) {
  const problem = problem_with_date(typed, now);
  return { typed, means: typed && !problem ? moments_of(typed)[0] : null, problem };
}

// --- Where people talk ----------------------------------------------------------------------------------------

/** A link as the server takes it: other letters of hosts in Punycode. @param {string} typed */
export function link_of(typed) {
  const link = typed.trim();
  return parsed(link)?.href ?? link;
}

/** @param {string} link */
function parsed(link) {
  try {
    return new URL(link);
  } catch {
    return null;
  }
}

/** What is wrong with a link. @param {string} typed @returns {Text | null} */
export function problem_with_link(typed) {
  const link = link_of(typed);
  if (!link) return null;
  if (link.length > LONGEST_LINK)
    return {
      text: "The link is too long: {count} instead of at most {most} characters.",
      with: { count: link.length, most: LONGEST_LINK },
    };
  if (!/^https:/i.test(link)) return { text: "The link has to begin with “https”." };
  const { username, password, hostname } = parsed(link) ?? NOWHERE;
  if (username || password)
    return { text: "The link holds a user name or a password. Leave that out: everyone sees it." };
  if (!/\.[a-z][a-z0-9-]*$/.test(hostname))
    return { text: "That is not the link of a web page. Copy it from the address bar of your browser." };
  return null;
}

const NOWHERE = { username: "", password: "", hostname: "" };

/** @param {string} typed @returns {Typed<string>} */
export const link_typed = (typed) => ({ typed, means: link_of(typed), problem: problem_with_link(typed) });
