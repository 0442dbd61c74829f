// @ts-check
// The results of this room: a table of the evening, every game's ranking, and downloads.

/** @import { Drawing, Page, Say } from "#types/room" */
/** @import { GameResult, Level, Standing, TeamScore } from "#types/wire" */
import { html, nothing, svg } from "lit-html";
import { ordinal } from "#kit/ordinal.js";
import { person } from "#kit/person.js";
import { isolated } from "#kit/text.js";
import { earlier } from "#room/log.js";
import { day, in_order, may_look_back } from "#room/past_games.js";
import { share } from "#room/sharing_result.js";

/** @param {Page} page */
export function results(page) {
  const { say, state, boot } = page;
  const { games, standings } = state.results ?? { games: [], standings: [] };
  if (!games.length) return html`${PODIUM}<p class="nothing-yet">${say("No game has ended yet.")}</p>`;
  return html`<div class="results">
    ${standings.length ? evening(page, standings) : nothing}
    ${standings.length > 1 ? between_us(page) : nothing}
    ${state.table.best.length ? best_of_teams(say, state.table.best) : nothing}
    <h3>${say("Games")}</h3>
    <ol class="games" reversed>${games.map((game) => row(page, game))}</ol>
    ${(games.at(-1)?.number ?? 1) > 1 ? earlier(say, () => page.commands.bring("results")) : nothing}
    <p class="keep">
      <a href="/t/${boot.room}/results.csv" download>${say("Download as CSV")}</a>
      <a href="/api/rooms/${boot.room}/results" download="${boot.room}.json">${say("Download as JSON")}</a>
    </p>
  </div>`;
}

const SUN =
  "M0-48L8-30L24-42L22-22L42-24L30-8L48 0L30 8L42 24L22 22L24 42L8 30L0 48L-8 30L-24 42L-22 22L-42 24L-30 8L-48 0L-30-8L-42-24L-22-22L-24-42L-8-30Z";
/** On which nobody stands. */
const PODIUM = svg`<svg class="podium" viewBox="0 0 160 84" aria-hidden="true">
  <path d="M57 26H103V80H57Z"></path><path d="M11 44H57V80H11Z"></path><path d="M103 54H149V80H103Z"></path>
  <path class="sun" transform="translate(80 53) scale(.28)" d=${SUN}></path>
</svg>`;

// --- The evening --------------------------------------------------------------------------------------------

/** @param {Page} page @param {Standing[]} standings */
function evening(page, standings) {
  const { say } = page;
  const most = standings[0].won;
  const is_led = standings.some(({ won }) => won < most);
  return html`<table class="evening">
    <caption>${say("Standings")}</caption>
    <thead>
      <tr><th scope="col">${say("Player")}</th><th scope="col">${say("Won")}</th><th
        scope="col">${say("Played")}</th></tr>
    </thead>
    <tbody>${standings.map((standing) => stands(page, standing, is_led && standing.won === most))}</tbody>
  </table>`;
}

/** How they have done against one another. @param {Page} page */
const between_us = ({ say, change }) => html`<p class="ways"><button type="button" class="small"
  data-focus="between" @click=${() => change({ between_us: {} })}>${say("Between us")}</button></p>`;

/** @param {Page} page @param {Standing} standing @param {boolean} leads */
function stands(page, { name, won, played, streak }, leads) {
  const { say, state } = page;
  const last = state.results?.games.find(({ stopped, names }) => !stopped && names.includes(name));
  const mood = leads ? "happy" : "rest";
  return html`<tr class=${leads ? "leads" : ""}>
    <th scope="row">
      <span class="stander">${last ? figure_of(page, name, last.names.indexOf(name), mood) : nothing}
        <span>${isolated(name)} ${leads ? ribbon(say("in the lead")) : nothing}
          ${last ? last_line(say, last, name) : nothing}
          ${streak ? html`<span class="word">${say("{count} in a row", { count: streak })}</span>` : nothing}
        </span></span>
    </th>
    <td>${won}</td>
    <td>${played}</td>
  </tr>`;
}

/** What they had in the latest game. @param {Say} say @param {GameResult} game @param {string} name */
function last_line(say, { places, names }, name) {
  const place = places?.[names.indexOf(name)];
  if (!place) return nothing;
  return html`<span class="word">${say("Last: {place}, {has}", { place: ordinal(say, place), has: place.has })}</span>`;
}

/** @param {string} words */
const ribbon = (words) => html`<b class="ribbon">${words}</b>`;

/**
 * People seated now are shown with their present figure, others as who had their seat.
 * @param {Page} page
 * @param {string} name
 * @param {number} played_on
 * @param {import("#kit/person.js").State} [as]
 */
function figure_of({ state: { table } }, name, played_on, as) {
  const seat = table.seats.findIndex((other) => other.name === name);
  return seat < 0 ? person(played_on, null, as) : person(seat, table.seats[seat].figure, as);
}

/** @param {Say} say @param {TeamScore[]} best */
const best_of_teams = (say, best) => html`<h3>${say("Best teams with these options")}</h3>
  <ol class="best">
    ${best.map(
      ({ score, at, here }) =>
        html`<li><b>${score}</b> ${day(at)} ${
          here ? html`<span class="word">${say("at this table")}</span>` : nothing
        }</li>`,
    )}
  </ol>`;

// --- Games --------------------------------------------------------------------------------------------------

/** @param {Page} page @param {GameResult} game @returns {Drawing} */
const row = (page, game) => html`<li value=${game.number}>
  <p class="of-game"><b>${page.say("{number}. {title}", { number: game.number, title: game.title })}</b> <span
    class="word">${day(game.at)}</span></p>
  ${game.places ? ranking(page, game) : nothing}
  ${told_by_ranking(game) ? nothing : html`<p>${ending(page.say, game)}</p>`}
  ${asides(page.say, game).map((words) => html`<p class="word">${words}</p>`)}
  ${ways(page, game)}
</li>`;

/** Whether it shows who has won, and nothing else is to be said. @param {GameResult} game */
const told_by_ranking = ({ places, winners, team, stopped }) =>
  places && winners.length === 1 && team === null && !stopped;

/** @param {Page} page @param {GameResult} game */
function ranking(page, { names, winners, places }) {
  const { say } = page;
  const row_of = (/** @type {number} */ seat) => {
    const { place, has } = /** @type {import("#types/wire").Place[]} */ (places)[seat];
    return html`<li>
      <span class="nth">${ordinal(say, { place })}</span> ${figure_of(page, names[seat], seat)}
      <span>${isolated(names[seat])} ${winners.includes(seat) ? ribbon(say("winner")) : nothing}
        <span class="word">${say(has)}</span></span>
    </li>`;
  };
  return html`<ol class="ranking" aria-label=${say("Places")}>${in_order(places ?? []).map(row_of)}</ol>`;
}

/** @param {Say} say @param {GameResult} game @returns {string[]} */
const asides = (say, game) => [
  ...(game.streak > 1 ? [say("{count} in a row", { count: game.streak })] : []),
  ...(game.team === null ? [] : [say("Together: {score}", { score: game.team })]),
  ...(game.bots.includes(true) ? [bots_line(say, game)] : []),
];

/** What can be done with a game. @param {Page} page @param {GameResult} game */
function ways(page, { number }) {
  const { say, boot, state } = page;
  const is_on_table = number === state.table.number && state.frame?.outcome;
  return html`<p class="ways">
    ${
      may_look_back(state.table, number)
        ? html`<a class="button small" href="/t/${boot.room}/replay?game=${number}"
      aria-label=${say("Watch again: game {number}", { number })}>${say("Watch again")}</a>`
        : nothing
    }
    ${
      is_on_table
        ? html`<button type="button" class="small" data-focus="share-result" @click=${() => share(page)}
      >${say("Share picture")}</button>`
        : nothing
    }
  </p>`;
}

/** @param {Say} say @param {GameResult} game */
function ending(say, { stopped, winners, names, team }) {
  if (stopped) return say("Ended by agreement.");
  const winning = winners.map((seat) => names[seat]);
  if (team !== null) return say("{names} made it together.", { names: winning });
  if (!winning.length) return say("The team has lost.");
  return winning.length > 1
    ? say("{names} share the win.", { names: winning })
    : say("{name} won.", { name: winning[0] });
}

const AT_MEDIUM = "{name} ({level}; {count} of {all} decisions at medium)";

/** The levels of the bots, and how often one was not at its own. @param {Say} say @param {GameResult} game */
const bots_line = (say, { names, levels, at_medium }) =>
  levels.flatMap((level, seat) => (level ? [bot_words(say, names[seat], level, at_medium[seat])] : [])).join(" · ");

/** @param {Say} say @param {string} name @param {Level} level @param {[number, number]} [at_medium] */
const bot_words = (say, name, level, at_medium) =>
  at_medium
    ? say(AT_MEDIUM, { name, level: say(level), count: at_medium[0], all: at_medium[1] })
    : say("{name}: {level}", { name, level: say(level) });
