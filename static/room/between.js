// @ts-check
// How the people of this room have done against one another: the closest rivalry, everybody head to head, wins over
// time, and an evening, which goes onto one picture.

/** @import { Drawing, Page } from "#types/room" */
/** @import { Pair } from "#types/api" */
/** @import { Us } from "#room/between_told.js" */
import { html, nothing } from "lit-html";
import { plot, sample } from "#kit/plot.js";
import { evening_part, share_button } from "#room/between_evening.js";
import { day_in_words, head_of, named, standing } from "#room/between_people.js";
import {
  day_of,
  evenings_of,
  met,
  pairs_of,
  pauses_of,
  played_by_evening,
  rivalry_of,
  us_of,
} from "#room/between_told.js";
import { close_outside } from "#room/dialogs.js";

/** While it is open. @param {Page} page */
export function between(page) {
  const { say, state, change } = page;
  const told = state.between_us?.told;
  const us = told && "people" in told ? us_of(told) : null;
  return html`<dialog id="between" aria-labelledby="between-title" @click=${close_outside}
    @close=${() => change({ between_us: null })}>
    <h2 id="between-title">${say("Between us")}</h2>
    ${us ? all(page, us) : html`<p class="nothing-yet">${say(waits_for(told))}</p>`}
    <form method="dialog">
      ${us?.games.length ? share_button(page, us) : nothing}
      <button class="primary">${say("Close")}</button>
    </form>
  </dialog>`;
}

/** @param {NonNullable<Page["state"]["between_us"]>["told"]} told */
const waits_for = (told) => (told && "text" in told ? told : "One moment…");

/** @param {Page} page @param {Us} us @returns {Drawing} */
function all(page, us) {
  const { say } = page;
  if (!us.games.length) return html`<p class="nothing-yet">${say(NOTHING_YET)}</p>`;
  const rivalry = rivalry_of(us);
  return html`
    ${rivalry ? duel(page, us, rivalry) : html`<p class="word">${say(NOT_YET)}</p>`}
    ${rivalry && us.pairs.length > 1 ? head_to_head(page, us) : nothing}
    ${(us.lines[0]?.values.length ?? 0) > FEWEST ? over_time(page, us) : nothing}
    ${evening_part(page, us)}
    <p class="word">${say(COUNTED)}</p>`;
}

/** Games after which there is something to see over time. */
const FEWEST = 3;
const NOTHING_YET = "Nothing yet. It begins with the first game that two of you finish.";
const NOT_YET = "Once two of you have played three games, it says here who is ahead.";
const COUNTED =
  "Games count that at least two of you played to the end. Whoever is placed below somebody is beaten by them; games as a team beat nobody, and bots are not compared.";

// --- Two people ---------------------------------------------------------------------------------------------

/** The two between whom it is closest, face to face. @param {Page} page @param {Us} us @param {Pair} pair */
function duel(page, us, pair) {
  const { say } = page;
  const { one, other, ahead, behind } = pair;
  const leads = Math.sign(ahead - behind);
  const more = us.pairs.length > 1 ? [] : runs(page, us, pair);
  return html`<section class="duel" aria-label=${say("{one} and {other}", names(us, pair))}>
    <p class="faces-off" aria-hidden="true">${standing(us, one, leads > 0 ? "happy" : "rest")}
      <span class="score"><b>${ahead}</b><span>:</span><b>${behind}</b></span>
      ${standing(us, other, leads < 0 ? "happy" : "rest")}</p>
    <p class="names" aria-hidden="true"><b>${named(us, one)}</b><b>${named(us, other)}</b></p>
    <p class="unseen">${score_in_words(page, us, pair)}</p>
    ${balance(us, pair)}
    ${lately(page, us, pair)}
    <p class="word">${[...remarks(page, us, pair), ...more].join(" · ")}</p>
  </section>`;
}

/** @param {Us} us @param {Pair} pair */
const names = (us, { one, other }) => ({ one: named(us, one), other: named(us, other) });

/** @param {Page} page @param {Us} us @param {Pair} pair */
const score_in_words = ({ say }, us, pair) =>
  say("{one} ahead of {other}: {ahead}. {other} ahead of {one}: {behind}. Games: {all}.", {
    ...names(us, pair),
    ...{ ahead: pair.ahead, behind: pair.behind, all: met(pair) },
  });

/** What else there is to say of the two. @param {Page} page @param {Us} us @param {Pair} pair */
function remarks({ say }, us, { one, other, even, run }) {
  const name = named(us, run > 0 ? one : other);
  return [
    ...(Math.abs(run) > 1 ? [say("{name}: {count} in a row", { name, count: Math.abs(run) })] : []),
    ...(even ? [say("Shared places: {count}", { count: even })] : []),
  ];
}

/** The longest run of each, if one of them has one. @param {Page} page @param {Us} us @param {Pair} pair */
function runs({ say }, us, { one, other }) {
  const longest = [one, other].filter((person) => us.people[person].run > 1);
  return longest.map((person) =>
    say("{name}: longest run {count}", { name: named(us, person), count: us.people[person].run }),
  );
}

/** Both shares as a bar; its ends have the colours of the two. @param {Us} us @param {Pair} pair */
function balance(us, { one, other, ahead, even, behind }) {
  return html`<div class="balance" aria-hidden="true">
    <span class="of-person" data-seat=${us.tints.get(one)} .style=${`flex-grow:${ahead}`}></span>
    <span class="even" .style=${`flex-grow:${even}`}></span>
    <span class="of-person" data-seat=${us.tints.get(other)} .style=${`flex-grow:${behind}`}></span>
  </div>`;
}

const EVEN = html`<span class="draw">=</span>`;

/** Their newest games: a head for each, of whoever was ahead. @param {Page} page @param {Us} us @param {Pair} pair */
function lately({ say }, us, { one, other, latest: games }) {
  const ahead = games.map((each) => (each === 0 ? null : each > 0 ? one : other));
  const words = ahead.map((person) => (person === null ? say("even") : named(us, person)));
  return html`<ol class="lately" role="img" aria-label=${say("Ahead in the latest games, the newest last: {names}", {
    names: words.join(", "),
  })}>${ahead.map((person) => html`<li>${person === null ? EVEN : head_of(us, person)}</li>`)}</ol>`;
}

// --- Everybody ----------------------------------------------------------------------------------------------

/** @param {Page} page @param {Us} us */
function head_to_head(page, us) {
  const { say, state, change } = page;
  const paired = us.people.flatMap((_, person) => (pairs_of(us, person).length ? [person] : []));
  const shown = state.between_us?.who ?? us.you.find((person) => paired.includes(person)) ?? paired[0];
  const choose = (/** @type {number} */ who) =>
    state.between_us && change({ between_us: { ...state.between_us, who } });
  return html`<h3 id="head-to-head">${say("Head to head")}</h3>
    <div class="pick faces" role="radiogroup" aria-labelledby="head-to-head">
      ${paired.map(
        (person) => html`<label><input type="radio" name="who" value=${person} data-focus="who-${person}"
          .checked=${person === shown} @change=${() => choose(person)} /><span>${head_of(us, person)}${named(
            us,
            person,
          )}</span></label>`,
      )}
    </div>
    ${in_sum(page, us, shown)}
    <ol class="duels">${pairs_of(us, shown).map((pair) => row(page, us, pair))}</ol>`;
}

/** @param {Page} page @param {Us} us @param {number} person */
function in_sum({ say }, us, person) {
  const { games, won, run } = us.people[person];
  const words = [
    say("Won: {won} of {games}", { won, games }),
    ...(run > 1 ? [say("Longest run: {count}", { count: run })] : []),
  ];
  return html`<p class="word in-sum">${words.join(" · ")}</p>`;
}

/** @param {Page} page @param {Us} us @param {Pair} pair */
function row(page, us, pair) {
  const { say } = page;
  const { one, other, ahead, behind } = pair;
  const is_rival = us.people[one].rival === other;
  return html`<li>
    ${standing(us, other, behind > ahead ? "happy" : "rest")}
    <p class="against"><b class="name">${named(us, other)}</b> ${
      is_rival ? html`<b class="ribbon">${say("closest")}</b>` : nothing
    } <span class="word">${remarks(page, us, pair).join(" · ")}</span></p>
    <p class="score" aria-hidden="true"><b>${ahead}</b><span>:</span><b>${behind}</b></p>
    <p class="unseen">${score_in_words(page, us, pair)}</p>
    ${balance(us, pair)}
    ${lately(page, us, pair)}
  </li>`;
}

// --- Over time ----------------------------------------------------------------------------------------------

/** @param {Page} page @param {Us} us */
function over_time(page, us) {
  const { say } = page;
  const wins = us.lines;
  const highest = Math.max(1, ...wins.map(({ values }) => values[values.length - 1]));
  const lines = wins.map(({ person, values }) => ({
    ...{ values, tint: /** @type {number} */ (us.tints.get(person)), head: head_of(us, person) },
  }));
  return html`<h3>${say("Wins over time")}</h3>
    ${plot({ lines, highest, pauses: pauses_of(us), scale: ["0", String(highest)] })}
    <ul class="legend" aria-hidden="true">
      ${lines.map(
        ({ tint, values }, nth) => html`<li>${sample(tint)} ${named(us, wins[nth].person)}
          <b>${values[values.length - 1]}</b></li>`,
      )}
    </ul>
    <details class="in-numbers"><summary>${say("In numbers")}</summary>${in_numbers(page, us)}</details>`;
}

/** The wins at the end of each evening, newest first. @param {Page} page @param {Us} us */
function in_numbers({ say }, us) {
  const wins = us.lines;
  const ends = played_by_evening(us);
  const rows = evenings_of(us).map((games, nth) => ({
    day: day_of(games),
    wins: wins.map(({ values }) => values[ends[nth]]),
  }));
  return html`<div class="wide"><table>
    <thead><tr><th scope="col">${say("Evening")}</th>${wins.map(
      ({ person }) => html`<th scope="col">${named(us, person)}</th>`,
    )}</tr></thead>
    <tbody>${rows
      .reverse()
      .map(
        ({ day, wins: of_day }) =>
          html`<tr><th scope="row">${day_in_words(day)}</th>${of_day.map((each) => html`<td>${each}</td>`)}</tr>`,
      )}</tbody>
  </table></div>`;
}
