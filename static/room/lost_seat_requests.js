// @ts-check
// Requests about seats whose players are away: asking for one's own, and deciding who gets one.

/** @import { Request } from "#room/proposals.js" */
/** @import { Page } from "#types/room" */
/** @import { HeirView } from "#types/wire" */
import { heirs_to_be_decided, inherited, may_play_on, says_so, to_be_decided, wanted_back } from "#room/lost_seats.js";
import { name_of } from "#room/seats.js";

/** What this reader is asked about such seats, or may ask. @param {Page} page @returns {Request[]} */
export const lost_seats = (page) => [
  ...asked_back(page),
  ...heirs(page),
  ...(can_ask_back(page) ? [ways_back(page)] : []),
];

/**
 * Those who get a seat when the game is over, and its hand at once if one more player agrees: asked of the players who
 * have not.
 * @param {Page} page
 * @returns {Request[]}
 */
const heirs = (page) =>
  heirs_to_be_decided(page).map((heir) => ({
    id: `heir-${heir.person}`,
    sentence: may_play_on(page, heir),
    answers: [
      [
        page.say("Yes"),
        () => page.commands.ask({ type: "admit", person: heir.person, yes: true }),
        agree_words(page, heir),
      ],
    ],
  }));

/** @param {Page} page @param {HeirView} heir */
const agree_words = ({ say }, { back, name }) =>
  back ? say("Yes, it is {name}", { name }) : say("Yes, {name} may play on", { name });

/**
 * Before the game most newcomers have lost no seat: this is offered only after a refusal, such as for the name of an
 * absent player.
 * @param {Page} page
 */
function can_ask_back(page) {
  const { table, refusal } = page.state;
  const { away, you, state } = table;
  if (!away.length || you.seats.length || you.host || wanted_back(page) || inherited(page)) return false;
  return state !== "gathering" || refusal !== null;
}

/** @param {Page} page @returns {Request[]} */
const asked_back = (page) =>
  to_be_decided(page).map(({ name, person }) => {
    const { say, commands } = page;
    /** @param {boolean} yes */
    const admit = (yes) => () => commands.ask({ type: "admit", person, yes });
    return {
      id: `back-${person}`,
      sentence: says_so(page, name),
      answers: [
        [say("Yes, it is {name}", { name }), admit(true)],
        [say("No"), admit(false), say("No, it is not {name}", { name })],
      ],
    };
  });

/** @param {Page} page @returns {Request} */
function ways_back(page) {
  const { say, state, commands } = page;
  const { away } = state.table;
  const sentence =
    away.length === 1
      ? say("If you are {name}, ask for your seat back.", { name: name_of(page, away[0]) })
      : say("Some players are away. If you are one of them, ask for your seat back.");
  return {
    id: "away",
    sentence,
    answers: away.map((seat) => {
      const name = name_of(page, seat);
      const press = () => commands.ask({ type: "sit", seat, back: true });
      return [say("I am {name}", { name }), press, say("I am {name}: ask for my seat back", { name })];
    }),
  };
}
