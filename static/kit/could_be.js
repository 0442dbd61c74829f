// @ts-check
// What lay hidden from a seat, and what it could have been as far as a perfect memory knew. Loaded on demand.

/** @import { Possible } from "#types/api" */
/** @import { Drawing, Say } from "#types/room" */
/** @import { Text } from "#types/wire" */
import { html, nothing } from "lit-html";

/**
 * What is known of everything hidden from a seat, and the words for what may lie there.
 * `of`: whose knowledge it is, in a sentence.
 * @typedef {{ say: Say, of: string, places: Possible[], things: Record<string, Text> }} Known
 */

/** From so many unknown things in a row on they are counted. */
const COUNTED = 5;

/**
 * How to draw it, with a game's own pieces.
 * @param {(name: string, where: Text) => Drawing} drawn
 */
export const drawn_with = (drawn) => (/** @type {Known} */ known) => {
  const { say, of, places } = known;
  if (!places.length) return html`<p class="nothing-yet">${say("Nothing is hidden.")}</p>`;
  return html`<div class="known">
    <p class="note">${of}</p>
    ${groups_of(places).map((group) => of_group(known, drawn, group))}
  </div>`;
};

/** Neighbours that could hold the same, with those of their kind that are known. @param {Possible[]} places */
export function groups_of(places) {
  /** @type {Possible[][]} */
  const groups = [];
  for (const place of places) {
    const group = groups.at(-1);
    if (group && is_of(group[0], place)) group.push(place);
    else groups.push([place]);
  }
  return groups;
}

/** @param {Possible} first @param {Possible} place */
const is_of = (first, place) =>
  is_single(first) === is_single(place) &&
  (is_single(place) || (place.could.length ? String(first.could) === String(place.could) : is_alike(first, place)));

/** @param {Possible} first @param {Possible} place */
const is_alike = (first, place) => first.where.text === place.where.text;

/** @param {Possible} place */
const is_single = ({ holds, could }) => holds.length === 1 && could.length > 0;

/** @param {Known} known @param {(name: string, where: Text) => Drawing} drawn @param {Possible[]} group */
function of_group(known, drawn, group) {
  const { say } = known;
  const { could, where } = group[0];
  const is_shared = could.length > 0 && !is_single(group[0]);
  return html`<ul class="places">${group.map((place) => of_place(known, drawn, place))}</ul>
    ${
      is_shared
        ? html`<p class="note">${say("Each “?” is one of these:")}</p>
          <ul class="things">${could.map((name) => thing(known, drawn(name, where), name))}</ul>`
        : nothing
    }`;
}

/** @param {Known} known @param {(name: string, where: Text) => Drawing} drawn @param {Possible} place */
function of_place(known, drawn, place) {
  const { say } = known;
  const { where, holds, could } = place;
  const names = is_single(place) ? [null, ...could] : holds;
  return html`<li>
    <span class="where">${say(where)}</span>
    ${
      names.length
        ? html`<ul class="things">${runs_of(names).map(({ name, times }) =>
            name === null ? unknown(known, times, is_single(place)) : thing(known, drawn(name, where), name),
          )}</ul>`
        : html`<span class="things">${say("empty")}</span>`
    }
  </li>`;
}

/** Many unknown things in a row are one. @param {(string | null)[]} names */
export function runs_of(names) {
  /** @type {{ name: string | null, times: number }[]} */
  const runs = [];
  for (const name of names) {
    const latest = runs.at(-1);
    if (latest && latest.name === null && name === null) latest.times += 1;
    else runs.push({ name, times: 1 });
  }
  return runs.flatMap((run) => (run.times < COUNTED ? Array(run.times).fill({ ...run, times: 1 }) : [run]));
}

/** @param {Known} known @param {Drawing} drawing @param {string} name */
function thing({ say, things }, drawing, name) {
  const words = name in things ? say(things[name]) : name;
  return html`<li title=${words}><span aria-hidden="true">${drawing}</span><span class="unseen">${words}</span></li>`;
}

/** @param {Known} known @param {number} times @param {boolean} is_single */
function unknown({ say }, times, is_single) {
  const words = is_single ? say("One of these:") : say("unknown");
  const count = times > 1 ? html`${times} × ` : nothing;
  return html`<li class="unknown"><span aria-hidden="true">${count}<b>?</b></span><span
    class="unseen">${count}${words}</span></li>`;
}
