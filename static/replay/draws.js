// @ts-check
// What chance gave to each seat in the whole game: how often, and how often it was to be expected. Loaded on demand.

/** @import { Counted } from "#types/api" */
/** @import { Drawing } from "#types/room" */
/** @import { Boot, Viewing } from "#types/replay" */
import { html } from "lit-html";
import { person } from "#kit/person.js";
import { isolated, language } from "#kit/text.js";

const average = new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** How to draw the counts; rejected if they do not come. @param {Boot} boot */
export async function brought({ room, number }) {
  const answer = await fetch(`/api/rooms/${room}/draws?game=${number}`);
  if (!answer.ok) throw new Error(`${answer.status}`);
  /** @type {Counted} */
  const counted = await answer.json();
  return (/** @type {Viewing} */ viewing) => table(viewing, counted);
}

/** @param {Viewing} viewing @param {Counted} counted @returns {Drawing} */
function table(viewing, counted) {
  const { say } = viewing;
  return html`<div class="counted">
    <table>
      <caption>${say("How often each came, and how often it was to be expected on average.")}</caption>
      <thead><tr><td></td>${counted.drawn.map((_, seat) => head(viewing, seat))}</tr></thead>
      <tbody>${counted.kinds.map((_, kind) => row(viewing, counted, kind))}</tbody>
      <tfoot><tr>
        <th scope="row">${say("In all")}</th>${counted.drawn.map((of_seat) => html`<td>${sum(of_seat)}</td>`)}
      </tr></tfoot>
    </table>
  </div>`;
}

/** @param {Viewing} viewing @param {number} seat */
const head = ({ boot, name }, seat) =>
  html`<th scope="col">${person(seat, boot.figures[seat])} <span>${isolated(name(seat))}</span></th>`;

/** @param {Viewing} viewing @param {Counted} counted @param {number} kind */
const row = ({ say }, { kinds, drawn, expected }, kind) =>
  html`<tr><th scope="row">${say(kinds[kind])}</th>${drawn.map(
    (of_seat, seat) => html`<td><b>${of_seat[kind]}</b> <span>/ ${average.format(expected[seat][kind])}</span></td>`,
  )}</tr>`;

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
