// @ts-check
// The results of this room: standings, every game's end, downloads; and the ranking by the rules.

/** @import { Page, Say } from "#types/room" */
/** @import { GameResult, Level, Place, Standing, Table, TeamScore } from "#types/wire" */
import { html, nothing } from "lit-html";
import { ordinal } from "#kit/ordinal.js";
import { person } from "#kit/person.js";
import { isolated, language } from "#kit/text.js";
import { earlier } from "#room/log.js";
import { name_of } from "#room/seats.js";

/** @param {Page} page */
export function results(page) {
  const { say, state, boot } = page;
  const { games, standings } = state.results ?? { games: [], standings: [] };
  if (!games.length) return html`<p class="nothing-yet">${say("No game has ended yet.")}</p>`;
  return html`<div class="results">
    ${standings.length ? standing_table(page, standings) : nothing}
    ${state.table.best.length ? best_of_teams(say, state.table.best) : nothing}
    <h3>${say("Games")}</h3>
    <ol class="games" reversed>${games.map((game) => row(page, game))}</ol>
    ${(games.at(-1)?.number ?? 1) > 1 ? earlier(say, () => page.commands.bring("results")) : nothing}
    <p class="keep">
      <a class="button small" href="/t/${boot.room}/results.csv" download>${say("Download as CSV")}</a>
      <a class="button small" href="/api/rooms/${boot.room}/results"
        download="${boot.room}.json">${say("Download as JSON")}</a>
    </p>
  </div>`;
}

/**
 * Where spectators may not watch, replays of a game are only for those who played it and the host.
 * @param {Table} table
 * @param {number} number  of the game
 */
export const may_look_back = ({ onlookers, you }, number) => onlookers || you.host || !!you.played?.includes(number);

/** @param {Page} page @param {Standing[]} standings */
const standing_table = ({ say, state }, standings) => html`<table>
  <caption>${say("Standings")}</caption>
  <thead>
    <tr><th scope="col">${say("Player")}</th><th scope="col">${say("Won")}</th><th
      scope="col">${say("Played")}</th></tr>
  </thead>
  <tbody>
    ${standings.map(
      ({
        name,
        won,
        played,
      }) => html`<tr><th scope="row">${shown_as(state.table, name)}${isolated(name)}</th><td>${won}</td>
        <td>${played}</td></tr>`,
    )}
  </tbody>
</table>`;

/** People seated now are shown with their present figure. @param {Table} table @param {string} name */
function shown_as({ seats }, name) {
  const seat = seats.findIndex((other) => other.name === name);
  return seat < 0 ? nothing : person(seat, seats[seat].figure);
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

/** @param {Page} page @param {GameResult} game */
const row = ({ say, boot, state }, game) => html`<li value=${game.number}>
  <p><b>${say("{number}. {title}", { number: game.number, title: game.title })}</b> <span
    class="word">${day(game.at)}</span></p>
  <p>${ending(say, game)} ${
    game.streak > 1 ? html`<span class="word">${say("{count} in a row", { count: game.streak })}</span>` : nothing
  }</p>
  ${game.places ? html`<p class="word">${places_line(say, game.places, game.names)}</p>` : nothing}
  ${game.bots.includes(true) ? html`<p class="word">${bots_line(say, game)}</p>` : nothing}
  ${game.team === null ? nothing : html`<p class="word">${say("Together: {score}", { score: game.team })}</p>`}
  ${
    may_look_back(state.table, game.number)
      ? html`<a href="/t/${boot.room}/replay?game=${game.number}"
    aria-label=${say("Watch again: game {number}", { number: game.number })}>${say("Watch again")}</a>`
      : nothing
  }
</li>`;

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

/** The levels of the bots, and how often a strong one was not. @param {Say} say @param {GameResult} game */
const bots_line = (say, { names, levels, at_medium }) =>
  levels.flatMap((level, seat) => (level ? [bot_words(say, names[seat], level, at_medium[seat])] : [])).join(" · ");

/** @param {Say} say @param {string} name @param {Level} level @param {[number, number]} [at_medium] */
const bot_words = (say, name, level, at_medium) =>
  at_medium
    ? say("{name} (strong; {count} of {all} decisions at medium)", { name, count: at_medium[0], all: at_medium[1] })
    : say("{name}: {level}", { name, level: say(level) });

/** @param {number} at */
export const day = (at) => new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at);

// --- Places -------------------------------------------------------------------------------------------------

/** The seats by place. @param {Place[]} places */
export const in_order = (places) =>
  places.map((_, seat) => seat).sort((one, other) => places[one].place - places[other].place || one - other);

/** The whole ranking in one line. @param {Say} say @param {Place[]} places @param {string[]} names */
export const places_line = (say, places, names) =>
  in_order(places)
    .map((seat) =>
      say("{place} {name} ({has})", { place: ordinal(say, places[seat]), name: names[seat], has: places[seat].has }),
    )
    .join(" · ");

/** The stored result of the game on the table, which comes later. @param {Page} page */
export const result_of = ({ state: { results, table } }) =>
  results?.games.find(({ number }) => number === table.number);

/** The name of whoever played on a seat, wherever they sit now. @param {Page} page @param {number} seat */
export const played_by = (page, seat) => result_of(page)?.names[seat] ?? name_of(page, seat);
