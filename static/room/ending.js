// @ts-check
// The end of a game: the winner and their pieces, the ranking, remarkable facts, and what to do next. Loaded during the
// game, to be there in time.

/** @import { Drawing, Hindsight, Page, Say } from "#types/room" */
/** @import { Ending } from "#types/api" */
/** @import { Frame, Place, TeamScore } from "#types/wire" */
/** @import { Answer, Prompt } from "#room/prompt.js" */
/** @import { State } from "#state/state.js" */
import { html, nothing } from "lit-html";
import { announce } from "#kit/announce.js";
import { ordinal } from "#kit/ordinal.js";
import { isolated } from "#kit/text.js";
import { gather, medal, moment, sunset } from "#room/ending_moment.js";
import { day, in_order, may_look_back, played_by, result_of } from "#room/results.js";
import { figure, name_of } from "#room/seats.js";

/** The part of the prompt left below its buttons. */
const EDGE_PX = 10;
/** Space reserved for the facts, so that nothing moves when they come. */
const ROOM_FOR_FACTS = html`<div class="remarks" aria-hidden="true"></div>`;

/** What is told of the game that is over, once it has come. @param {Page} page */
const told_of = ({ state: { ending, table } }) => (ending?.number === table.number ? ending.told : null);

/** @param {Hindsight | undefined} hindsight  of the game */
export function of_game(hindsight) {
  return {
    /** After each drawing. @param {State} before @param {State} after */
    follow_drawing(before, { frame, moment }) {
      if (frame?.outcome) tuck();
      if (moment?.is_here && !before.moment?.is_here) gather();
    },

    offer_the_rematch,

    /** The frame with everything revealed. @param {Page} page @param {Frame} frame */
    opened(page, frame) {
      const beneath = told_of(page)?.beneath;
      return hindsight && beneath != null ? hindsight.opened(frame, beneath) : { view: frame.view, sights: [] };
    },

    facts: (/** @type {Page} */ page) => told_of(page)?.facts ?? [],

    /** Drawn over the felt. @param {Page} page @returns {Drawing} */
    over_the_felt: (page) => moment(page, trophy(page), winner(page, page.state.frame?.outcome?.winners ?? [])),

    /** @param {Page} page @returns {Prompt} */
    prompt(page) {
      const { say, state } = page;
      const { outcome, places } = state.frame ?? {};
      const answers = what_next(page);
      if (!outcome) return { sentence: say("The game is over."), answers };
      const ending = told_of(page);
      const facts = ending ? [...ending.facts, ...ending.bots] : [];
      return {
        lead: winner(page, outcome.winners) || say("The game is over."),
        sentence: say(outcome.why),
        detail:
          what_it_means(page) ||
          (state.table.you.seats.length ? "" : say("The link stays the same for the next game.")),
        extra: [
          result_of(page)?.stopped === false && !outcome.winners.length ? sunset() : medal(trophy(page)),
          places ? places_list(page, places) : teams_list(page),
          facts.length ? facts_list(say, facts) : ROOM_FOR_FACTS,
        ],
        answers,
      };
    },
  };

  /** The winner's pieces; null without a winner. @param {Page} page */
  function trophy({ state: { frame } }) {
    const winners = frame?.outcome?.winners ?? [];
    return frame && winners.length ? (hindsight?.trophy(frame, winners) ?? []) : null;
  }
}

/** On a narrow page only the part above the ranking sticks to the lower edge: how much is below that. */
function tuck() {
  const prompt = /** @type {HTMLElement | null} */ (document.querySelector(".prompt.over"));
  const answers = prompt?.querySelector(".answers");
  if (!prompt || !answers) return;
  const below = prompt.getBoundingClientRect().bottom - answers.getBoundingClientRect().bottom;
  prompt.style.setProperty("--tucked", `${Math.max(0, below - EDGE_PX)}px`);
}
addEventListener("resize", tuck); // a phone is turned

/** Moves the focus there, unless somebody is typing or reading elsewhere. */
function offer_the_rematch() {
  const had = document.activeElement;
  if (document.querySelector("dialog[open]") || had?.closest("input, textarea, select, .rail, .bar")) return;
  /** @type {HTMLElement | null} */ (document.querySelector('[data-focus="rematch"]'))?.focus();
}

// --- What is said -------------------------------------------------------------------------------------------

/** How the result compares with earlier ones. @param {Page} page */
function what_it_means(page) {
  const { say, state } = page;
  const { table } = state;
  const last = result_of(page);
  if (!last) return "";
  if (last.streak > 1)
    return say("{name} has won {count} in a row.", { name: last.names[last.winners[0]], count: last.streak });
  if (last.team === null || !table.best.length) return "";
  return say("Together: {score}. The best team so far with these options: {best}.", {
    score: last.team,
    best: table.best[0].score,
  });
}

/**
 * @param {Page} page
 * @param {number[]} winners
 */
function winner(page, winners) {
  const { say, state } = page;
  const names = winners.map((seat) => played_by(page, seat));
  if (!winners.length) return "";
  if (winners.length !== 1) return say("{names} share the win.", { names });
  const { seat, seats } = state.table.you;
  const is_own = seats.length === 1 && winners[0] === seat && names[0] === name_of(page, seat);
  return is_own ? say("You win.") : say("{name} wins.", { name: names[0] });
}

/** A line for each player. @param {Page} page @param {Place[]} places */
const places_list = (page, places) =>
  html`<ol class="came-in" aria-label=${page.say("Places")}>
    ${in_order(places).map((seat) => row(page, places[seat], seat))}
  </ol>`;

/** @param {Page} page @param {Place} place @param {number} seat */
const row = (page, place, seat) => html`<li class=${place.place === 1 ? "first" : ""}><b>${ordinal(
  page.say,
  place,
)}</b>${figure(page, seat)} <span class="name">${isolated(played_by(page, seat))}</span> <span
  class="word">${page.say(place.has)}</span></li>`;

/** A team competes only with earlier teams: the best of them, and its rank. @param {Page} page */
function teams_list(page) {
  const { best } = page.state.table;
  const last = result_of(page);
  if (!last || !best.length) return nothing;
  const own = best.findIndex(({ here, at, score }) => here && at === last.at && score === last.team);
  const shown = best.map((team, nth) => ({ team, nth })).filter(({ nth }) => nth === own || nth < (own < 3 ? 3 : 2));
  return html`<ol class="teams" aria-label=${page.say("Best teams with these options")}>
    ${shown.map(({ team, nth }) => team_row(page, team, nth, nth === own ? last.names : null))}
  </ol>`;
}

/**
 * @param {Page} page
 * @param {TeamScore} team
 * @param {number} nth
 * @param {string[] | null} names  of those who have just played
 */
function team_row(page, { score, at }, nth, names) {
  const { best } = page.state.table;
  const place = 1 + best.findIndex((other) => other.score === score);
  const who = names ? names.map((name, seat) => html`<span>${figure(page, seat)}${isolated(name)} </span>`) : day(at);
  return html`<li class=${names ? "own" : ""} value=${nth + 1}>
    <b>${ordinal(page.say, { place })}</b> <span class="name">${who}</span> <span class="score">${score}</span>
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="whole" width="100" height="6" />
      <rect class="part" width=${(100 * score) / best[0].score} height="6" />
    </svg>
  </li>`;
}

/** @param {Say} say @param {Ending["facts"]} facts */
const facts_list = (say, facts) =>
  html`<ul class="remarks" aria-label=${say("About this game")}>
    ${facts.map((fact) => html`<li>${say(fact)}</li>`)}
  </ul>`;

// --- What comes next ----------------------------------------------------------------------------------------

/** @param {Page} page @returns {Answer[]} */
function what_next(page) {
  const { say, state, commands, boot } = page;
  const { table, frame } = state;
  const rematch = {
    label: say("Rematch"),
    primary: true,
    place: "rematch",
    press: commands.rematch,
  };
  const replay = `/t/${boot.room}/replay?game=${table.number}`;
  return [
    ...(table.you.seats.length ? [rematch] : []),
    ...(may_look_back(table, table.number) ? [{ label: say("Watch again"), place: "watch-again", href: replay }] : []),
    ...(frame?.outcome ? [{ label: say("Share picture"), place: "share", press: () => share(page) }] : []),
    ...(table.you.host ? [{ label: say("Play another game"), press: commands.set_table }] : []),
  ];
}

/** @param {Page} page */
async function share(page) {
  try {
    const { share_picture } = await import("#room/ending_picture.js");
    await share_picture(page);
  } catch {
    announce([page.say("The server does not answer. Check your connection and try again.")]);
  }
}
