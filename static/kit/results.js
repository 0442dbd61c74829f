// @ts-check
// What has been won in this room: the standings, every game with its end, and where to keep them.

/** @import { Page, Say } from "#types/room" */
/** @import { GameResult, Standing, TeamScore } from "#types/wire" */
import { html, nothing } from "lit-html";
import { language } from "#kit/text.js";

/** @param {Page} page */
export function results(page) {
  const { say, known, boot } = page;
  const { games, standings } = known.results ?? { games: [], standings: [] };
  if (!games.length) return html`<p class="nothing-yet">${say("No game has ended yet.")}</p>`;
  return html`<div class="results">
    ${standings.length ? standing_table(say, standings) : nothing}
    ${known.table.best.length ? best_of_teams(say, known.table.best) : nothing}
    <h3>${say("Games")}</h3>
    <ol class="games" reversed>${games.map((game) => row(say, boot.room, game))}</ol>
    <p class="keep">
      <a class="button small" href="/t/${boot.room}/results.csv" download>${say("Download as CSV")}</a>
      <a class="button small" href="/api/rooms/${boot.room}/results" download="${boot.room}.json">${say("Download as JSON")}</a>
    </p>
  </div>`;
}

/** @param {Say} say @param {Standing[]} standings */
const standing_table = (say, standings) => html`<table>
  <caption>${say("Standings")}</caption>
  <thead>
    <tr><th scope="col">${say("Player")}</th><th scope="col">${say("Won")}</th><th scope="col">${say("Played")}</th></tr>
  </thead>
  <tbody>
    ${standings.map(({ name, won, played }) => html`<tr><th scope="row">${name}</th><td>${won}</td><td>${played}</td></tr>`)}
  </tbody>
</table>`;

/** @param {Say} say @param {TeamScore[]} best */
const best_of_teams = (say, best) => html`<h3>${say("Best teams with these options")}</h3>
  <ol class="best">
    ${best.map(({ score, at, here }) => html`<li><b>${score}</b> ${day(at)} ${here ? html`<span class="word">${say("at this table")}</span>` : nothing}</li>`)}
  </ol>`;

/** @param {Say} say @param {string} room @param {GameResult} game */
const row = (say, room, game) => html`<li value=${game.number}>
  <p><b>${say("{number}. {title}", { number: game.number, title: game.title })}</b> <span class="word">${day(game.at)}</span></p>
  <p>${ending(say, game)} ${game.streak > 1 ? html`<span class="word">${say("{count} in a row", { count: game.streak })}</span>` : nothing}</p>
  ${game.stopped ? nothing : html`<p class="word">${scores(say, game)}</p>`}
  <a href="/t/${room}/replay?game=${game.number}" aria-label=${say("Watch again: game {number}", { number: game.number })}>${say("Watch again")}</a>
</li>`;

/** @param {Say} say @param {GameResult} game */
function ending(say, { stopped, winners, names, team }) {
  if (stopped) return say("Ended by agreement.");
  const winning = winners.map((seat) => names[seat]);
  if (team !== null) return say("{names} made it together.", { names: winning });
  if (!winning.length) return say("The team did not make it.");
  return winning.length > 1 ? say("{names} share the win.", { names: winning }) : say("{name} won.", { name: winning[0] });
}

/** @param {Say} say @param {GameResult} game */
function scores(say, { team, scores: by_seat, names }) {
  if (team !== null) return say("Together: {score}", { score: team });
  return names.map((name, seat) => say("{name}: {text}", { name, text: String(by_seat[seat]) })).join(" · ");
}

/** @param {number} at */
const day = (at) => new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at);
