// @ts-check
// The end of a game: who has won, the ranking, remarkable facts, and what to do next, on a sheet over the table that
// can be put away. Loaded during the game, to be there in time.

/** @import { Drawing, Hindsight, Page } from "#types/room" */
/** @import { Frame, Place, TeamScore, Text } from "#types/wire" */
/** @import { Answer, Prompt } from "#room/prompt.js" */
/** @import { State } from "#state/state.js" */
import { html, nothing } from "lit-html";
import { ordinal } from "#kit/ordinal.js";
import { isolated } from "#kit/text.js";
import { heroes, make_motion, scene } from "#room/ending_scene.js";
import { awaits_others, day, in_order, may_look_back, played_by, result_of } from "#room/past_games.js";
import { figure, name_of, standing } from "#room/seats.js";
import { share } from "#room/sharing_result.js";

/** Strokes of the icons on the buttons. */
const ICONS = {
  again: "M4 5V11H10M4.6 11A8 8 0 1 1 6 17.6M10 9.5V15.5L15.5 12.5Z",
  deal: "M4 8H13V20H4ZM9 8V4H19V16H13M8.5 12L6.8 14.2L8.5 16.4L10.2 14.2Z",
  ready: "M4.5 12.5L9.5 17.5L19.5 6.5",
  together:
    "M8 11A3 3 0 1 0 7.9 11M16 11A3 3 0 1 0 15.9 11M2.5 19C3 15.5 5.5 14 8 14S13 15.5 13.5 19M14 14.4A6 6 0 0 1 21.5 19",
  picture: "M4 5H20V19H4ZM4 16L9 11.5L13 15L16 12.5L20 16M15.5 9A1 1 0 1 0 15.6 9",
  another: "M4 9L12 5L20 9V17L12 21L4 17ZM4 9L12 13L20 9M12 13V21",
  table: "M2.5 12C5 8 8.5 6 12 6S19 8 21.5 12C19 16 15.5 18 12 18S5 16 2.5 12ZM12 9.2A2.8 2.8 0 1 0 12.1 9.2",
};

/** What is told of the game that is over, once it has come. @param {Page} page */
const told_of = ({ state: { ending, table } }) => (ending?.number === table.number ? ending.told : null);

/** @param {Page} page */
const winners_of = ({ state: { frame } }) => frame?.outcome?.winners ?? [];

/** Whether what lay hidden may be seen: the scene opens it. @param {State} state */
const is_open = ({ end_scene }) => end_scene === null || !/before|dusk/.test(end_scene.step);

/** @param {Hindsight | undefined} hindsight  of the game */
export function of_game(hindsight) {
  return {
    follow_drawing: make_motion(),
    offer_the_rematch,
    scene: over_the_table,

    /** The frame with everything revealed, as soon as that is to be seen. @param {Page} page @param {Frame} frame */
    opened(page, frame) {
      const beneath = told_of(page)?.beneath;
      if (!is_open(page.state)) return { view: hindsight?.covered?.(frame) ?? frame.view, sights: [] };
      return hindsight && beneath != null ? hindsight.opened(frame, beneath) : { view: frame.view, sights: [] };
    },

    facts: (/** @type {Page} */ page) => told_of(page)?.facts ?? [],

    /** @param {Page} page @returns {Prompt} */
    prompt(page) {
      const { say, state } = page;
      const { outcome } = state.frame ?? {};
      if (!outcome) return { sentence: say("The game is over."), answers: what_next(page) };
      const lead = winner(page, outcome.winners) || say("The game is over.");
      if (state.is_result_away) return { lead, sentence: say(outcome.why), answers: beside_the_table(page) };
      return {
        look: "result",
        lead,
        sentence: say(outcome.why),
        detail:
          waits_for_others(page) ||
          what_it_means(page) ||
          (state.table.you.seats.length ? "" : say("The link stays the same for the next game.")),
        extra: [head(page), ranking_and_facts(page)],
        answers: what_next(page),
      };
    },
  };
}

/** @param {Page} page @returns {Drawing} */
function over_the_table(page) {
  if (!page.state.frame?.outcome) return nothing;
  const winners = winners_of(page);
  const names = winners.map((seat) => played_by(page, seat));
  const words = winner(page, winners) || page.say(has_lost(page) ? "The team has lost." : "The game is over.");
  return scene(page, words, names.length === 1 ? isolated(names[0]) : "", winners.length > 0);
}

/** Moves the focus there, unless somebody is typing or reading elsewhere. */
function offer_the_rematch() {
  const had = document.activeElement;
  if (document.querySelector("dialog[open]") || had?.closest("input, textarea, select, .rail, .bar")) return;
  /** @type {HTMLElement | null} */ (document.querySelector('[data-focus="rematch"]'))?.focus();
}

// --- The sheet ----------------------------------------------------------------------------------------------

/** Whether a team has lost, and not just agreed to end the game. @param {Page} page */
const has_lost = (page) => result_of(page)?.stopped === false && !winners_of(page).length;

/** Those who have won, or everybody. @param {Page} page */
function head(page) {
  const winners = winners_of(page);
  if (winners.length) return heroes(page, winners, "won");
  return heroes(page, [...page.state.table.seats.keys()], has_lost(page) ? "lost" : "even");
}

/** Scrolls where the window is low. @param {Page} page */
function ranking_and_facts(page) {
  const { places } = page.state.frame ?? {};
  const ending = told_of(page);
  const facts = ending ? [...ending.facts, ...ending.bots] : [];
  return html`<div class="story">
    ${places ? places_list(page, places) : teams_list(page)}
    ${facts.length ? facts_list(page, facts) : nothing}
  </div>`;
}

/** What there is to press while the table is seen. @param {Page} page @returns {Answer[]} */
function beside_the_table(page) {
  const show = { label: page.say("Show the result"), place: "put-away" };
  return [...again(page), { ...show, press: () => page.change({ is_result_away: false }) }];
}

/** An icon and its words. @param {keyof typeof ICONS} icon @param {string} words */
const labelled = (icon, words) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path
  d=${ICONS[icon]}></path></svg><span>${words}</span>`;

// --- What is said -------------------------------------------------------------------------------------------

/** Before all tables with this deal have ended. @param {Page} page */
const waits_for_others = ({ say, state: { table } }) =>
  awaits_others(table) ? say("Other tables still play. When all have ended, they can be compared.") : "";

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
)}</b>${standing(page, seat)} <span class="name">${isolated(played_by(page, seat))}</span> <span
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

/** @param {Page} page @param {Text[]} facts */
const facts_list = (page, facts) =>
  html`<ul class="remarks" aria-label=${page.say("About this game")}>
    ${facts.map((fact) => html`<li>${about(page, fact)}<span>${page.say(fact)}</span></li>`)}
  </ul>`;

/** The figure of the first player that a sentence is about. @param {Page} page @param {Text} fact */
function about(page, fact) {
  for (const value of Object.values(fact.with ?? {}).flat())
    if (typeof value === "object" && "seat" in value) return figure(page, value.seat);
  return html`<span class="of-nobody"></span>`;
}

// --- What comes next ----------------------------------------------------------------------------------------

/** @param {Page} page @returns {Answer} */
const rematch_button = ({ say, commands }) => ({
  label: say("Rematch"),
  primary: true,
  place: "rematch",
  press: commands.rematch,
});

/** The same game once more, which then does not count. @param {Page} page @returns {Answer} */
const again_button = (page) => ({
  ...named(page, "deal", "Again with this deal"),
  place: "again",
  press: page.commands.deal_again,
});

/** For players, once no other table plays the deal that was theirs. @param {Page} page @returns {Answer[]} */
const again = (page) =>
  page.state.table.you.seats.length && !awaits_others(page.state.table)
    ? [rematch_button(page), ...ready_answers(page)]
    : [];

/** The way to the other tables, first when there is something to see. @param {Page} page @returns {Answer[]} */
function other_tables({ say, boot, state: { table } }) {
  if (!table.sharing) return [];
  const { over } = table.sharing;
  const label = say(over ? "Compare the tables" : "To all tables");
  return [{ label, drawing: labelled("another", label), place: "all-tables", href: `/t/${boot.room}/tables` }];
}

/** To be ready for it. @param {Page} page @returns {Answer[]} */
const ready_answers = (page) =>
  (page.parts.gathering?.answers_of_the_ready(page) ?? []).map((answer) => ({
    ...answer,
    drawing: labelled("ready", answer.label),
  }));

/** @param {Page} page @returns {Answer[]} */
function what_next(page) {
  const { state, commands, boot, change } = page;
  const { table, frame } = state;
  const { you, number } = table;
  const put_away = { ...named(page, "table", "See the table"), place: "put-away" };
  return [
    ...other_tables(page),
    ...again(page),
    ...(you.seats.length && table.again && !awaits_others(table) ? [again_button(page)] : []),
    ...(may_look_back(table, number) ? ways_to_look_back(page, `/t/${boot.room}/replay?game=${number}`) : []),
    ...(frame?.outcome
      ? [{ ...named(page, "picture", "Share picture"), place: "share", press: () => share(page) }]
      : []),
    ...(frame?.outcome ? [{ ...put_away, press: () => change({ is_result_away: true }) }] : []),
    ...(you.host && !awaits_others(table)
      ? [{ ...named(page, "another", "Play another game"), press: commands.set_table }]
      : []),
  ];
}

/** Alone, and together with others, whom somebody may lead already. @param {Page} page @param {string} href */
function ways_to_look_back(page, href) {
  const { say, state } = page;
  const leader = state.leaders[state.table.number];
  const label = leader ? say("{name} looks back: join", { name: isolated(leader) }) : say("Look back together");
  return [
    { ...named(page, "again", "Watch again"), place: "watch-again", href },
    { label, drawing: labelled("together", label), place: "look-together", href: `${href}#together` },
  ];
}

/** @param {Page} page @param {keyof typeof ICONS} icon @param {string} label */
const named = ({ say }, icon, label) => ({ label: say(label), drawing: labelled(icon, say(label)) });
