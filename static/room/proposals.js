// @ts-check
// Requests that others decide: an undo, an early end or open hands (by the players), a seat (by the host, or by those
// who know whose it is).

/** @import { Page } from "#types/room" */
/** @import { Matter } from "#types/wire" */
import { lost_seats } from "#room/lost_seat_requests.js";
import { hands_request } from "#room/open_hands.js";
import { name_of } from "#room/seats.js";

/** @type {Record<Matter, string>} */
export const ASKS = {
  undo: "{name} would like to take a move back.",
  end: "{name} would like to end this game.",
};
/** @type {Record<Matter, string>} */
const OWN = {
  undo: "You asked to take your move back.",
  end: "You proposed to end this game.",
};

/**
 * @typedef {object} Request  with its answers, as buttons
 * @property {string} id
 * @property {string} sentence
 * @property {number} [seat]  whose request it is
 * @property {string[]} [answered]  who has answered already, and who has not
 * @property {[label: string, press: () => void, full_label?: string][]} answers
 */

/** What this reader is asked, and what they have asked. @param {Page} page @returns {Request[]} */
export function requests_now(page) {
  const { you, state } = page.state.table;
  return [
    proposal(page),
    you.host && state !== "playing" ? seat_wishes(page) : [],
    state === "gathering" ? [] : own_wish(page),
    lost_seats(page),
    hands_request(page),
  ].flat();
}

/** For those who play: also while they wait for others. @param {Page} page @returns {Request[]} */
function proposal(page) {
  const { say, state } = page;
  const { proposal: proposed, you } = state.table;
  if (!proposed || !you.seats.length) return [];
  const { matter, seat } = proposed;
  const is_own = you.seats.includes(seat);
  const sentence = is_own ? say(OWN[matter]) : say(ASKS[matter], { name: name_of(page, seat) });
  const answers = is_own ? withdrawing(page, matter, seat) : deciding(page, matter);
  return [{ id: "proposal", sentence, seat, answered: answered(page), answers }];
}

/** @param {Page} page @param {Matter} matter @param {number} seat @returns {Request["answers"]} */
const withdrawing = (page, matter, seat) => [
  [page.say("Withdraw"), () => page.commands.ask({ type: "agree", yes: false, matter, ...as(page, seat) })],
];

/** None for those who have agreed. @param {Page} page @param {Matter} matter @returns {Request["answers"]} */
function deciding(page, matter) {
  const { say, state, commands } = page;
  const { proposal: proposed, you } = state.table;
  const own = proposed?.waiting.filter((seat) => you.seats.includes(seat)) ?? [];
  /** @param {boolean} yes */
  const answer = (yes) => () => {
    for (const seat of yes ? own : own.slice(0, 1)) commands.ask({ type: "agree", yes, matter, ...as(page, seat) });
  };
  return own.length
    ? [
        [say("Agree"), answer(true)],
        [say("No, keep playing"), answer(false)],
      ]
    : [];
}

/** Who has agreed, and whom all wait for. @param {Page} page */
function answered(page) {
  const { say, state } = page;
  const { agreed, waiting } = /** @type {NonNullable<typeof state.table.proposal>} */ (state.table.proposal);
  const { seats } = state.table.you;
  /** @param {number[]} some */
  const names = (some) => some.map((seat) => name_of(page, seat));
  const others = waiting.filter((seat) => !seats.includes(seat));
  return [
    ...(agreed.length ? [say("Agreed: {names}.", { names: names(agreed) })] : []),
    ...(others.length ? [say("Still to answer: {names}.", { names: names(others) })] : []),
  ];
}

/** The seat that agrees, named only if several are played on this device. @param {Page} page @param {number} seat */
export const as = ({ state }, seat) => (state.table.you.seats.length > 1 ? { seat } : {});

/** @param {Page} page @returns {Request[]} */
function seat_wishes(page) {
  const { say, state, commands } = page;
  return state.table.wishes
    .filter(({ back }) => !back)
    .map(({ name, seat, person }) => ({
      id: `wish-${person}`,
      sentence: say("{name} would like to sit on seat {number}.", { name, number: seat + 1 }),
      answers: [
        [say("Admit"), () => commands.ask({ type: "admit", person, yes: true }), say("Admit: {name}", { name })],
        [say("Decline"), () => commands.ask({ type: "admit", person, yes: false }), say("Decline: {name}", { name })],
      ],
    }));
}

/** What this reader has asked for; before a game the prompt says it. @param {Page} page @returns {Request[]} */
function own_wish({ say, state: { table }, commands }) {
  const wished = table.wishes.find(({ back, person }) => !back && person === table.you.person);
  if (!wished) return [];
  const sentence = say("You asked for seat {number}. The host decides.", { number: wished.seat + 1 });
  return [{ id: "own-wish", sentence, answers: [[say("Withdraw"), commands.stand]] }];
}
