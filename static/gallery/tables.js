// @ts-check
// Tables without players: a game's own board draws a hand-written view, with seats and prompt around it.

/** @import { Drawing, Game, Page, PromptOffer, Say } from "#types/room" */
/** @import { State } from "#state/state.js" */
/** @import { Choice, Frame, Move, Pick, Sight, Table, Text } from "#types/wire" */
import { html, render } from "lit-html";
import { make_offer, spelled } from "#kit/choices.js";
import { sprite } from "#kit/pieces.js";
import { settings } from "#kit/preferences.js";
import { SPACIOUS } from "#kit/screen.js";
import { teller } from "#kit/text.js";
import { of_game as consequences_of } from "#room/consequences.js";
import { of_game } from "#room/ending.js";
import { make_picking } from "#room/pick.js";
import { prompt_bar, prompt_of } from "#room/prompt.js";
import { opponents, own_place } from "#room/seats.js";

const NAMES = ["Ana", "Bo", "Chen", "Dee", "Ewa", "Finn"];
/** @type {Say} */
export const say = teller((seat) => NAMES[seat]);
const nobody = () => null;
const ending = of_game({ opened: ({ view }) => ({ view, sights: [] }) });
const told = {
  number: 1,
  facts: ["Bo found a pair in 2 of 3 lifts.", "No one lifted cylinder 1 for 14 turns."].map((text) => ({ text })),
  beneath: null,
  bots: [],
};
/** Whatever a move may bring: the scenes say nothing of it. */
const consequences = consequences_of({ came_of: () => "" });

/**
 * @typedef {Move & { label?: Text, [field: string]: unknown }} Answer  a move, and its label in the prompt
 */

/**
 * A position, and the reader's actions so far.
 * @typedef {object} Scene
 * @property {string} title
 * @property {any} view  as the game's types say
 * @property {number} seats
 * @property {number | null} [you]
 * @property {number[]} [asked]
 * @property {Answer[]} [open]  what can be answered
 * @property {Answer[]} [free]
 * @property {Answer} [picked]
 * @property {Pick | null} [pick]
 * @property {number[]} [chosen]
 * @property {Record<string, unknown>} [said]
 * @property {Sight[]} [sights]
 * @property {number[]} [winners]
 * @property {Partial<Table>} [table]
 * @property {Partial<State>} [state]
 * @property {(number | null)[] | null} [clocks]
 * @property {string} [prompt]
 */

/**
 * Draws a part of the gallery in a shadow tree of its own.
 * @param {HTMLElement} host
 * @param {string[]} sheets  addresses of style sheets
 * @param {() => Drawing} whole
 */
export async function draw_in(host, sheets, whole) {
  const root = host.attachShadow({ mode: "open" });
  const paints = /** @type {Element} */ (document.querySelector("#paints")).cloneNode(true);
  const links = sheets.map((href) => Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  const loaded = links.map(
    (link) => new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: reject })),
  );
  root.append(paints, ...links);
  await Promise.all(loaded);
  const body = document.createElement("div");
  body.className = "specimen";
  root.append(body);
  render(html`${sprite(say)}${whole()}`, body);
}

/** @param {string} title @param {Drawing} what */
export const figure = (title, what) => html`<figure><figcaption>${title}</figcaption>${what}</figure>`;

/** Loose pieces with their names. @param {string} title @param {[string, Drawing][]} pieces */
export const row = (title, pieces) =>
  figure(
    title,
    html`<ul class="loose">${pieces.map(
      ([name, piece]) => html`<li><span class="sample">${piece}</span><small>${name}</small></li>`,
    )}</ul>`,
  );

/**
 * A whole table: the opponents, the felt, the prompt, the reader's place.
 * @param {string} key  of the game
 * @param {Game<any, any, any>} game  as the game has it, and so has the view
 * @param {Scene} scene
 */
export function table(key, game, scene) {
  const frame = frame_of(scene);
  const page = page_of(key, frame, scene);
  const offer = offer_of(frame, scene);
  const picture = game.picture(frame, {
    say,
    offer,
    sights: scene.sights ?? [],
    trace: game.trace?.next(game.trace.initial, frame),
    arranged: null,
    preferences: settings(),
    spacious: matchMedia(SPACIOUS).matches,
  });
  return figure(
    scene.title,
    html`<div class="scene" data-game=${key} data-state=${page.state.table.state}>
      <div class="felt">${opponents(page, picture)}<div class="table">${picture.centre}</div></div>
      ${prompt_bar(page, prompt_of(page, offer, picture))}${own_place(page, picture)}
    </div>`,
  );
}

/** @param {Scene} scene @returns {Frame<any>} */
function frame_of({
  view,
  seats,
  you = 0,
  asked = [0],
  open = [],
  free = [],
  pick = null,
  winners,
  clocks = null,
  prompt = "",
}) {
  return {
    type: "frame",
    seq: 1,
    you,
    question: 1,
    asked: winners ? [] : asked,
    prompt: { text: prompt },
    choices: open.map(choice),
    free: free.map(choice),
    pick,
    view,
    lines: [],
    clocks,
    undo: null,
    places: winners
      ? NAMES.slice(0, seats).map((_, seat) => ({
          place: winners.includes(seat) ? 1 : winners.length + 1,
          has: { text: "Points: {points}", with: { points: 10 * seat } },
        }))
      : null,
    outcome: winners
      ? { winners, scores: NAMES.slice(0, seats).map((_, seat) => 10 * seat), why: { text: prompt }, team: null }
      : null,
  };
}

/** @param {Answer} answer @returns {Choice} */
const choice = ({ label, ...move }) => ({ move, label: label ?? { text: String(move.do) } });

/** @param {Frame} frame @param {Scene} scene @returns {PromptOffer} */
function offer_of(frame, { picked, pick, chosen = [], said = {} }) {
  const picking = pick ? make_picking({ pick, chosen, ready: true, choose: nobody }) : null;
  return make_offer({
    frame,
    picked: picked ? spelled(choice(picked).move) : null,
    ready: true,
    always_confirm: false,
    pick: nobody,
    answer: nobody,
    picking,
    said,
    tell: nobody,
    compose: nobody,
    arrange: nobody,
    not_now: "",
    explain: nobody,
  });
}

/**
 * A page with this knowledge that can do nothing.
 * @param {string} key
 * @param {Frame} frame
 * @param {Scene} scene
 * @returns {Page}
 */
function page_of(key, frame, { seats, you = 0, winners, table = {}, state = {} }) {
  /** @type {Table} */
  const at = {
    type: "table",
    room: "specimen",
    game: key,
    title: "",
    state: winners ? "over" : "playing",
    host: 0,
    watching: [],
    audience: [],
    options: {},
    number: 1,
    deal: null,
    you: { seat: you, name: NAMES[0], host: true, seats: you === null ? [] : [you], person: NAMES[0], muted: false },
    seats: NAMES.slice(0, seats).map((name) => ({
      name,
      here: true,
      bot: null,
      person: name,
      muted: false,
      figure: null,
    })),
    lesson: false,
    paused: false,
    sitting: "freely",
    onlookers: true,
    password: false,
    clock: null,
    fast_bots: false,
    hints: false,
    practice: false,
    team: false,
    best: [],
    wishes: [],
    heirs: [],
    muted: [],
    proposal: null,
    away: [],
    ...table,
  };
  const now = {
    connection: "open",
    table: at,
    frame,
    lines: [],
    moments: [],
    chat: [],
    answered: null,
    refusal: null,
    locked: false,
    farewell: null,
    results: null,
    leaders: {},
    ending: { number: at.number, told },
    hint: null,
    reactions: [],
    spoken: [],
    nudges: [],
    announced: null,
    clock: frame.clocks && { left: frame.clocks, running: frame.asked, at: 0 },
    now: 0,
    picked: null,
    chosen: [],
    said: {},
    settling: false,
    ...state,
  };
  const parts = new Proxy({ ending }, { get: (all, name) => Reflect.get(all, name) ?? null });
  return /** @type {Page} */ (
    /** @type {unknown} */ ({ state: now, say, parts, consequences, commands: {}, boot: { game: key }, redraw() {} })
  );
}
