// @ts-check
// Seats whose players are away, in the prompt bar: asking for one's own, deciding who gets one, and waiting for it.

/** @import { Prompt } from "#room/prompt.js" */
/** @import { Request } from "#room/proposals.js" */
/** @import { Page, Say } from "#types/room" */
/** @import { State } from "#state/state.js" */
/** @import { HeirView, Table } from "#types/wire" */
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

/** @typedef {Pick<Page, "state" | "say">} Told */

/** @param {Told} page */
const heirs_to_be_decided = ({ state: { table } }) =>
  table.heirs.filter(
    ({ agreed, seat }) =>
      table.you.seats.some((own) => own !== seat && !agreed.includes(own)) &&
      !table.you.seats.some((own) => agreed.includes(own)),
  );

/** @param {Told} page @param {HeirView} heir */
const may_play_on = (page, { back, name, seat }) =>
  back
    ? page.say("Is it {name} who asks for {name}’s seat? If you say yes, too, they are shown the hand.", { name })
    : page.say("{name} gets {owner}’s seat. If you say yes, too, they are shown the hand and play on at once.", {
        name,
        owner: name_of(page, seat),
      });

/** @param {Page} page @param {HeirView} heir */
const agree_words = ({ say }, { back, name }) =>
  back ? say("Yes, it is {name}", { name }) : say("Yes, {name} may play on", { name });

/** The seat that this reader gets when the game is over. @param {Told} page */
const inherited = ({ state: { table } }) => table.heirs.find(({ person }) => person === table.you.person);

/** The seat that this reader asks for, their own on another device. @param {Told} page */
const wanted_back = ({ state: { table } }) =>
  table.wishes.find(({ back, person }) => back && person === table.you.person);

/**
 * Lost seats that others ask for and this reader decides about: the host does, or any player if it is the seat of an
 * absent host.
 * @param {Told} page
 */
const to_be_decided = ({ state: { table } }) =>
  table.wishes.filter(({ back, seat }) => back && (table.you.host || (seat === table.host && table.you.seats.length)));

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

/** @param {Told} page @param {string} name */
const says_so = ({ say }, name) => say("Someone says they are {name} and asks for {name}’s seat.", { name });

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

/**
 * The prompt of a reader who waits for an answer to their own request.
 * @param {Page} page
 * @returns {Prompt | null}
 */
export function waiting(page) {
  const { say, state, commands } = page;
  const wanted = wanted_back(page);
  const heir = inherited(page);
  if (heir) return waiting_heir(page, heir);
  if (is_blind(state.table))
    return { sentence: say("A bot plays this game to its end: it was dealt to someone else."), answers: [] };
  if (!wanted) return null;
  return {
    sentence:
      wanted.seat === state.table.host
        ? say("You asked for the host’s seat. Another player decides; with bots alone it is yours in a minute.")
        : say("You asked for {name}’s seat. The host decides.", { name: wanted.name }),
    answers: [{ label: say("Withdraw"), press: commands.stand }],
  };
}

/** @param {Page} page @param {HeirView} heir @returns {Prompt} */
const waiting_heir = ({ say, state, commands }, { seat }) => ({
  sentence:
    state.table.seats.filter(({ person }) => person !== null).length < 3
      ? say("A bot plays this game to its end. Then the seat is yours.")
      : say("The seat is yours when this game is over, or at once if two players other than {name} say yes.", {
          name: { seat },
        }),
  answers: [{ label: say("Withdraw"), press: commands.stand }],
});

/** Whether this reader is back in a seat whose hand was dealt to somebody else. @param {Table} table */
const is_blind = ({ state, you }) => state === "playing" && you.seats.length === 1 && you.seat === null;

/**
 * What is read aloud of the requests that the second table has, and the first had not.
 * @param {Say} say
 * @param {State} before
 * @param {State} after
 */
export function news_of_requests(say, before, after) {
  const [had, has] = [before, after].map((state) => asked_of(say, state));
  const news = has.filter(({ id }) => had.every((other) => other.id !== id)).map(({ words }) => words);
  const is_refused = waits(say, before) && !waits(say, after) && !after.table?.you.seats.length;
  return is_refused ? [...news, say("You were not given the seat.")] : news;
}

/** What this reader is asked about seats. @param {Say} say @param {State} state */
function asked_of(say, state) {
  if (!state.table) return [];
  const page = { say, state: { ...state, table: state.table } };
  return [
    ...to_be_decided(page).map(({ person, name }) => ({ id: person, words: says_so(page, name) })),
    ...heirs_to_be_decided(page).map((heir) => ({ id: `heir-${heir.person}`, words: may_play_on(page, heir) })),
  ];
}

/** @param {Say} say @param {State} state */
function waits(say, state) {
  const page = state.table && { say, state: { ...state, table: state.table } };
  return page !== null && (wanted_back(page) !== undefined || inherited(page) !== undefined);
}
