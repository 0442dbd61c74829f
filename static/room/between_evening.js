// @ts-check
// One evening of a room: who played and won, and its games; and the button that puts it onto one picture.

/** @import { Drawing, Page } from "#types/room" */
/** @import { Met } from "#types/api" */
/** @import { Evening, Stood, Us } from "#room/between_told.js" */
import { html, nothing } from "lit-html";
import { announce } from "#kit/announce.js";
import { day_in_words, named, standing, won_by } from "#room/between_people.js";
import { best_of, day_of, evening_of, evenings_of } from "#room/between_told.js";

/** The evening that the reader has chosen, or else the newest. @param {Page} page @param {Us} us */
function chosen({ state }, us) {
  const evenings = evenings_of(us);
  return evenings[state.between_us?.evening ?? evenings.length - 1] ?? evenings[evenings.length - 1];
}

/** @param {Page} page @param {Us} us @returns {Drawing} */
export function evening_part(page, us) {
  const { say } = page;
  const evening = evening_of(chosen(page, us));
  const best = best_of(evening);
  return html`<h3 id="one-evening">${say("The evening")}</h3>
    ${us.evenings.length > 1 ? choice(page, us) : html`<p>${day_in_words(evening.day)}</p>`}
    ${
      evening.standings.length
        ? html`<table class="evening">
      <thead><tr><th scope="col">${say("Player")}</th><th scope="col">${say("Won")}</th><th
        scope="col">${say("Played")}</th></tr></thead>
      <tbody>${evening.standings.map((stood) => row(us, stood, best.includes(stood.person)))}</tbody>
    </table>`
        : nothing
    }
    <ol class="its-games">${evening.games.map(
      (game) => html`<li><b>${game.title}</b> <span class="word">${won_by(page, us, game)}</span></li>`,
    )}</ol>`;
}

/** @param {Page} page @param {Us} us */
function choice(page, us) {
  const { state, change } = page;
  const evenings = evenings_of(us);
  const shown = evenings.indexOf(/** @type {Met[]} */ (evenings[state.between_us?.evening ?? evenings.length - 1]));
  const choose = (/** @type {Event} */ { target }) =>
    state.between_us &&
    change({
      between_us: { ...state.between_us, evening: Number(/** @type {HTMLSelectElement} */ (target).value) },
    });
  return html`<select aria-labelledby="one-evening" data-focus="one-evening" @change=${choose}>
    ${evenings.map((games, nth) => option(page, games, nth, nth === shown)).reverse()}
  </select>`;
}

/** @param {Page} page @param {Met[]} games @param {number} nth @param {boolean} is_shown */
const option = ({ say }, games, nth, is_shown) => html`<option value=${nth} .selected=${is_shown}
  >${day_in_words(day_of(games))} · ${say("{count} games", { count: games.length })}</option>`;

/** @param {Us} us @param {Stood} stood @param {boolean} is_best */
const row = (us, { person, won, played }, is_best) => html`<tr class=${is_best ? "leads" : ""}>
  <th scope="row"><span class="stander">${standing(us, person, is_best ? "happy" : "rest")}<span
    >${named(us, person)}</span></span></th>
  <td>${won}</td>
  <td>${played}</td>
</tr>`;

/** Fetched when it is asked for. @param {Page} page @param {Us} us @param {Evening} evening */
async function share_evening(page, us, evening) {
  try {
    const { share_picture } = await import("#room/evening_picture.js");
    await share_picture(page, us, evening);
  } catch {
    announce([page.say("The server does not answer. Check your connection and try again.")]);
  }
}

/** @param {Page} page @param {Us} us */
export const share_button = (page, us) => html`<button type="button" data-focus="share-evening"
  @click=${() => share_evening(page, us, evening_of(chosen(page, us)))}>${page.say("Share the evening")}</button>`;
