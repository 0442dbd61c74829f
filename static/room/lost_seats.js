// @ts-check
// Seats whose players are away: what is to be decided about them, and what those read who wait for one.

/** @import { Prompt } from "#room/prompt.js" */
/** @import { Page, Say } from "#types/room" */
/** @import { State } from "#state/state.js" */
/** @import { HeirView, Table } from "#types/wire" */
import { name_of } from "#room/seats.js";

/** @typedef {Pick<Page, "state" | "say">} Told */

/** @param {Told} page */
export const heirs_to_be_decided = ({ state: { table } }) =>
  table.heirs.filter(
    ({ agreed, seat }) =>
      table.you.seats.some((own) => own !== seat && !agreed.includes(own)) &&
      !table.you.seats.some((own) => agreed.includes(own)),
  );

/** @param {Told} page @param {HeirView} heir */
export const may_play_on = (page, { back, name, seat }) =>
  back
    ? page.say("Is it {name} who asks for {name}’s seat? If you say yes, too, they are shown the hand.", { name })
    : page.say("{name} gets {owner}’s seat. If you say yes, too, they are shown the hand and play on at once.", {
        name,
        owner: name_of(page, seat),
      });

/** The seat that this reader gets when the game is over. @param {Told} page */
export const inherited = ({ state: { table } }) => table.heirs.find(({ person }) => person === table.you.person);

/** The seat that this reader asks for, their own on another device. @param {Told} page */
export const wanted_back = ({ state: { table } }) =>
  table.wishes.find(({ back, person }) => back && person === table.you.person);

/**
 * Lost seats that others ask for and this reader decides about: the host does, or any player if it is the seat of an
 * absent host.
 * @param {Told} page
 */
export const to_be_decided = ({ state: { table } }) =>
  table.wishes.filter(({ back, seat }) => back && (table.you.host || (seat === table.host && table.you.seats.length)));

/** @param {Told} page @param {string} name */
export const says_so = ({ say }, name) => say("Someone says they are {name} and asks for {name}’s seat.", { name });

/**
 * The prompt of a reader who waits for an answer to their own request.
 * @param {Page} page
 * @returns {Prompt | null}
 */
export function waiting_prompt(page) {
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
