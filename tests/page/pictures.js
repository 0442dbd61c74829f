// Draws frames of games that were played in Python (tests/static/test_pictures.py) with the games' own boards, and says what
// is wrong with the pictures.

/** @import { AddedButton, Context, Game, Picture, PromptOffer, Say } from "#types/room" */
/** @import { Frame } from "#types/wire" */
import { make_offer, spelled } from "#kit/choices.js";
import { answers } from "#room/buttons.js";
import { make_picking } from "#room/pick.js";

/**
 * What the reader has done.
 * @typedef {{ picked?: string | null, chosen?: number[], said?: Record<string, unknown> }} Done
 */
/** A button of a drawing. @typedef {{ name: string, press: () => unknown }} Button */
/** @typedef {{ picture: Picture, offer: PromptOffer, seats: number, frame: Frame, heard: { did: Done } }} Drawn */

/** As many presses at most are tried for an answer that is put together. */
const MOST_PRESSES = 600;

const NO_TRACE = { initial: null, next: () => null };

/** @type {Say} */
const say = (...said) => JSON.stringify(said).replaceAll('"', "'");

/**
 * What is wrong with the pictures of these frames, which are shown one after another.
 * @param {Game} game
 * @param {{ seats: number, twice: string[] }} table  `twice`: the kinds of moves that have both a piece and a button
 * @param {Frame[]} frames
 * @returns {string[]}
 */
export function faults({ picture, trace: { initial, next } = NO_TRACE }, { seats, twice }, frames) {
  let trace = initial;
  const all = frames.map((frame) => {
    trace = next(trace, frozen(frame));
    if (next(trace, frame) !== trace) throw new Error("A frame that is shown again leaves another trace.");
    return { frame, trace: frozen(trace) };
  });
  return all.flatMap(({ frame, trace }, nth) => {
    /** @param {Done} [done] */
    const draw = (done) => drawn(picture, seats, frame, trace, done);
    const now = draw();
    const text = in_text(now);
    const others = [all[nth - 1], all[all.length - 1 - nth]].filter(Boolean);
    for (const other of others) in_text(drawn(picture, seats, other.frame, other.trace));
    const found = [
      ...(in_text(draw()) === text ? [] : ["is drawn differently after another frame"]),
      ...faults_of_answers(draw, now, twice),
      ...faults_of_plan(draw, now),
    ];
    return found.map((fault) => `${JSON.stringify([frame.seq, frame.you, frame.prompt])} ${fault}`);
  });
}

/** @template T @param {T} what @returns {T} */
function frozen(what) {
  if (typeof what === "object" && what !== null && !Object.isFrozen(what))
    Object.values(Object.freeze(what)).map(frozen);
  return what;
}

/**
 * @param {Game["picture"]} picture
 * @param {number} seats
 * @param {Frame} frame
 * @param {unknown} trace
 * @param {Done} [done]
 * @returns {Drawn}
 */
function drawn(picture, seats, frame, trace, { picked = null, chosen = [], said = {} } = {}) {
  /** @type {Drawn["heard"]} */
  const heard = { did: {} };
  /** @param {string} what */
  const hears = (what) => (/** @type {unknown} */ told) => {
    heard.did = { [what]: told };
  };
  const ready = true;
  const offer = make_offer({
    ...{ frame, picked, ready, said, always_confirm: false, not_now: "not now" },
    picking: frame.pick && make_picking({ pick: frame.pick, chosen, ready, choose: hears("chosen") }),
    pick: hears("picked"),
    answer: (choice) => hears("picked")(spelled(choice.move)),
    tell: hears("told"),
    compose: hears("said"),
    arrange: hears("arranged"),
    explain: hears("why"),
  });
  const preferences = { two_colours: false };
  /** @type {Context<any, any, any, any>} */
  const context = { say, offer, trace, arranged: null, preferences, spacious: true, sights: sights_of(frame) };
  return { picture: picture(frame, frozen(context)), offer, seats, frame, heard };
}

/** @param {Frame} frame */
const sights_of = ({ lines }) => lines.flatMap(({ sight }) => sight ?? []);

// --- What is wrong ------------------------------------------------------------------------------------------

/**
 * Every listed answer has a piece, a button of the prompt, or a part in the plan; every item of a set has a piece, or
 * the prompt has toggles for them all.
 * @param {(done?: Done) => Drawn} draw
 * @param {Drawn} now
 * @param {string[]} twice
 */
function faults_of_answers(draw, now, twice) {
  const { picture, offer, frame } = now;
  const { moves, plan, buttons = [], set_label } = picture;
  const by_piece = pieces(now).map((piece) => ({ ...piece, ...does(now, piece) }));
  const by_prompt = [null, ...besides(buttons)].flatMap((picked) => in_prompt(draw({ picked }), picked));
  const planned = (plan?.among ?? []).map(({ move }) => spelled(move));
  const items = (set_label && frame.pick?.among) || [];
  return [
    ...offer.choices.flatMap(({ move }) => {
      const stand = by_piece.filter(({ picked }) => picked === spelled(move));
      const [name, ...more] = new Set(stand.map(({ name }) => name)); // pieces that are alike may stand for the same
      const count = number_of(by_prompt, spelled(move));
      const has_piece = name && !more.length;
      const is_once = moves.includes(move.do) ? has_piece && !count : count === 1 && (!name || twice.includes(move.do));
      return is_once || planned.includes(spelled(move))
        ? []
        : [`has ${count} buttons, ${stand.length} pieces to ${spelled(move)}`];
    }),
    ...items
      .filter((item) => !by_piece.some(({ chosen }) => chosen?.[0] === item))
      .map((item) => `has no piece for ${item}`),
  ];
}

/** The moves beside which there are buttons. @param {AddedButton[]} buttons */
const besides = (buttons) => [...new Set(buttons.flatMap(({ beside }) => (beside ? spelled(beside) : [])))];

/** @param {string[]} all @param {string} one */
const number_of = (all, one) => all.filter((each) => each === one).length;

/** Each answer of the plan can be put together by pressing. @param {(done?: Done) => Drawn} draw @param {Drawn} now */
function faults_of_plan(draw, now) {
  const missing = new Set(now.picture.plan?.among.map(({ move }) => spelled(move)));
  const tried = new Set();
  const waiting = [{}];
  for (let presses = 0; waiting.length && missing.size && presses < MOST_PRESSES; presses++) {
    const now = draw({ said: waiting.shift() ?? {} });
    const { plan } = now.picture;
    if (plan?.choice) missing.delete(spelled(plan.choice.move));
    for (const button of [...pieces(now), ...buttons_in(plan?.extra)]) {
      const { said } = does(now, button);
      if (!said || tried.has(spelled_said(said))) continue;
      tried.add(spelled_said(said));
      waiting.push(said);
    }
  }
  return [...missing].map((move) => `never leads to ${move}`);
}

/** @param {Record<string, unknown>} said */
const spelled_said = (said) => JSON.stringify(Object.entries(said).sort());

/** What a press of it leads to. @param {Drawn} now @param {Button} button */
function does({ heard }, { press }) {
  heard.did = {};
  press();
  return heard.did;
}

// --- Drawings -----------------------------------------------------------------------------------------------

/** The moves of the prompt's buttons, but for what is picked. @param {Drawn} now @param {string | null} picked */
const in_prompt = ({ offer, picture }, picked) =>
  answers(/** @type {any} */ ({ say, commands: { step_back() {} } }), offer, picture)
    .flatMap(({ choice }) => (choice ? spelled(choice.move) : []))
    .filter((move) => move !== picked);

/** Everything of a picture. @param {Drawn} now */
function in_text(now) {
  const { moves, label, drawing, set_label, plan, buttons, note } = now.picture;
  const listed = now.frame.choices.map(({ move }) => [label?.(move), html_of(drawing?.(move))]);
  const of_prompt = { moves, set_label, plan: plan && { ...plan, extra: html_of(plan.extra) }, buttons, note, listed };
  return JSON.stringify([html_of(all_of(now)), of_prompt]);
}

/** The drawings of a picture. @param {Drawn} now @returns {unknown[]} */
function all_of({ picture: { centre, in_front_of, words_for, besides = [] }, seats, frame }) {
  const at_seats = [...Array(seats).keys()].map((seat) => [in_front_of(seat, seat === frame.you), ...words_for(seat)]);
  return [centre, besides, ...at_seats];
}

/** The buttons of the pieces. @param {Drawn} now @returns {Button[]} */
const pieces = (now) => buttons_in(all_of(now));

const BUTTON = /<button ([^>]*)>/g;

/** @param {unknown} drawing @returns {Button[]} */
function buttons_in(drawing) {
  /** @type {(() => unknown)[]} */
  const functions = [];
  return Array.from(html_of(drawing, functions).matchAll(BUTTON), ([, attributes]) => ({
    name: /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? "",
    press: functions[Number(/@click="(\d+)"/.exec(attributes)?.[1])],
  }));
}

/**
 * A drawing as HTML, with functions as their numbers.
 * @param {unknown} drawing
 * @param {(() => unknown)[]} functions
 * @returns {string}
 */
function html_of(drawing, functions = []) {
  if (Array.isArray(drawing)) return drawing.map((one) => html_of(one, functions)).join("");
  if (typeof drawing === "function") return String(functions.push(/** @type {() => unknown} */ (drawing)) - 1);
  if (typeof drawing !== "object" || drawing === null) return typeof drawing === "symbol" ? "" : escaped(drawing ?? "");
  const { strings, values } = /** @type {{ strings: string[], values: unknown[] }} */ (drawing);
  return strings
    .map((string, nth) => {
      if (nth === values.length) return string;
      const value = html_of(values[nth], functions);
      return string + (string.endsWith("=") ? JSON.stringify(value) : value);
    })
    .join("");
}

/** @param {unknown} text */
const escaped = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
