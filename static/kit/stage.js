// @ts-check
// The stage, on top of flip.js: moves are acted as who → along which path → to which place; types/stage.d.ts defines
// the acts, acts.js knows their paths. lit-html's drawing stays the only truth: an act begins when the page is drawn in
// its new state, and covers with copies, in one layer above the page, what is still moving. Nothing waits for it,
// nothing is pressed on it, and another push ends it: things in motion glide on from where they are.
//
// How a game describes its acts: games/<key>/stage.js exports a function that gets the frames before and after, both
// for the same viewer, and the sights of this push:
//
//     /** @type {Staging<View, Move, Sight>["acts"]} */
//     export const acts = ({ before, after }) =>
//       after.view.discard.filter((card) => !before.view.discard.includes(card)).flatMap((card) => [
//         { does: "arc", who: `card-${card}`, from: "seat-1", at: 0 },
//         { does: "turn", who: `card-${card}`, was: back(), at: 440 },
//       ]);
//
// Actors have a `data-k`, as for flip.js, which moves everything that does not act. Things no longer drawn act as a
// drawing of their own (`who: piece("red")`) of what this viewer was shown. Times are in milliseconds after the push;
// together they are fitted into MOST_MS, or into the `most` of a part.
//
// An act lands `at + ms` after the push (a lid: THUD_MS after `until`), scaled by the fitting. From the start of its
// act an element has `data-acted`: a style sheet may give it another final look after an act than without one, such as
// a piece that has sunk out of sight.

/** @import { Act, Box, Ground, Part, Performance, Spot } from "#types/stage" */
import { render } from "lit-html";
import { parts_of } from "#kit/acts.js";
import { fade_in, new_words, words_of } from "#kit/words.js";

/** The maximum duration of a push's acts. */
const MOST_MS = 900;

/** Elements with an actor on the stage are invisible meanwhile (css/stage.css), but can be pressed. */
const ON_STAGE = "data-on-stage";

/** @typedef {Map<string | undefined, Box>} Places */
/** @typedef {Map<string | undefined, HTMLElement>} Keyed */

/** @param {HTMLElement} root  what flip.js draws into */
export function make_stage(root) {
  const layer = Object.assign(document.createElement("div"), { className: "stage" });
  layer.setAttribute("aria-hidden", "true");
  /** The elements that actors stand for. @type {Map<HTMLElement, { key: string, here: HTMLElement }>} */
  const actors = new Map();
  /** @type {Animation[]} */
  let running = [];
  /** When the last actor lands, and the first: on the clock of performance.now(). */
  let lands_at = 0;
  let first_lands_at = 0;
  /** Of words that wait for it. @type {Animation[]} */
  let fading = [];

  /** Ends all acts at once, and shows all words. */
  function clear() {
    for (const animation of fading) animation.cancel();
    fading = [];
    lands_at = 0;
    come_to_rest();
  }

  function come_to_rest() {
    for (const animation of running) animation.cancel();
    running = [];
    for (const { here } of actors.values()) here.removeAttribute(ON_STAGE);
    actors.clear();
    layer.replaceChildren();
    layer.remove();
  }
  /** Scrolling beside the table does not move the actors. @param {Event} event */
  function moved({ target }) {
    if (!(target instanceof Element && target.closest(".rail"))) clear();
  }
  for (const event of ["scroll", "resize", "visibilitychange"])
    addEventListener(event, moved, { capture: true, passive: true });

  /**
   * @param {(drawn: ParentNode, left: string[]) => Act[]} acts
   * @param {(parts: Part[]) => () => void} [following]  told who goes where while all is measured; the result is
   *   called as soon as they are on their way
   * @returns {Performance}
   */
  function play(acts, following = () => () => {}) {
    /** @type {import("#kit/words.js").Word[]} */
    let before = [];
    return {
      begin(from) {
        for (const [actor, { key }] of actors) from.set(key, actor.getBoundingClientRect());
        clear();
        before = words_of(root);
      },
      play(from, to, now) {
        const left = [...from.keys()].flatMap((key) => (key === undefined || to.has(key) ? [] : key));
        const here = ground(from, to);
        const parts = fitted(acts(root, left).flatMap((act) => parts_of(act, here)));
        lands_at = performance.now() + Math.max(landing(parts), settling(root));
        first_lands_at = performance.now() + first_landing(parts);
        const follow = following(parts);
        if (parts.length) document.body.append(layer); // all is measured: from here on the page is only written
        for (const part of parts) enter(part, now);
        wait_for_landing(before);
        follow();
        return new Set(parts.map(({ who }) => (typeof who === "string" ? who : undefined)));
      },
    };
  }

  const lands_in = () => Math.max(0, lands_at - performance.now());

  /** Milliseconds until the first actor lands; null if there is none. */
  const first_lands_in = () => (layer.isConnected ? Math.max(0, first_lands_at - performance.now()) : null);

  /** Words that were not there before. @param {import("#kit/words.js").Word[]} before */
  function wait_for_landing(before) {
    const ms = lands_in();
    if (ms) fading.push(...fade_in(new_words(before, words_of(root)), ms));
  }

  /** Draws something else, perhaps during an act: its words wait, too. @param {() => void} draw */
  function meanwhile(draw) {
    if (!lands_in()) return draw();
    const before = words_of(root);
    draw();
    wait_for_landing(before);
  }

  /** The elements of this spot. @param {Spot} spot */
  function found(spot) {
    return /^[.[]/.test(spot) ? /** @type {HTMLElement | null} */ (root.querySelector(spot)) : null;
  }

  /** @param {Places} from @param {Places} to @returns {Ground} */
  function ground(from, to) {
    /** @param {Spot} spot */
    const drawn = (spot) => {
      const box = found(spot)?.getBoundingClientRect() ?? to.get(spot);
      return box?.width ? box : undefined;
    };
    return {
      was: (spot) => from.get(spot) ?? drawn(spot),
      is: (spot) => drawn(spot) ?? from.get(spot),
      is_left: (spot) => from.has(spot) && !to.has(spot),
      cards: Array.from(root.querySelectorAll(".seat"), (card) => card.getBoundingClientRect()),
    };
  }

  /** @param {Part} part @param {Keyed} now */
  function enter(part, now) {
    const { at, ms, easing, frames, in_place, who } = part;
    const timing = { delay: at, duration: ms, easing };
    if (in_place) {
      for (const node of root.querySelectorAll(in_place)) running.push(node.animate(frames, timing));
      return;
    }
    const here = typeof who === "string" ? (found(who) ?? now.get(who)) : undefined;
    const actor = cast(part, here);
    layer.append(actor);
    const flight = actor.animate(frames, { ...timing, fill: "both" });
    if (at && !part.waits) running.push(actor.animate({ opacity: [0, 0] }, at));
    flight.onfinish = () => leave(actor);
    running.push(flight);
    if (part.turns) running.push(turning(actor, part.turns, timing));
    if (!here || typeof who !== "string") return;
    actors.set(actor, { key: who, here });
    here.dataset.acted = "";
    here.setAttribute(ON_STAGE, "");
  }

  /** @param {HTMLElement} actor */
  function leave(actor) {
    const here = actors.get(actor)?.here;
    actors.delete(actor);
    if (Array.from(actors.values()).every((other) => other.here !== here)) here?.removeAttribute(ON_STAGE);
    actor.remove();
    if (!layer.childElementCount) come_to_rest();
  }

  return { play, clear, lands_in, first_lands_in, meanwhile };
}

/** Milliseconds until the last actor lands, and the last lid is shut; arrows may go on. @param {Part[]} parts */
const landing = (parts) => Math.max(0, ...parts.map(({ at, ms, look }) => (look?.includes("arrow") ? 0 : at + ms)));

/** The same for the first one. @param {Part[]} parts */
const first_landing = (parts) => Math.min(...parts.flatMap(({ at, ms, in_place }) => (in_place ? [] : at + ms)));

const MOVING = /^(translate|rotate|scale|transform)$/;

/** The same for what style sheets move: a drum that rises, a tile that turns. @param {HTMLElement} root */
function settling(root) {
  const ends = root.getAnimations({ subtree: true }).map(({ effect }) => {
    const frames = /** @type {KeyframeEffect | null} */ (effect)?.getKeyframes() ?? [];
    const moves = frames.some((frame) => Object.keys(frame).some((way) => MOVING.test(way)));
    const end = Number(effect?.getComputedTiming().endTime);
    return moves && end <= MOST_MS ? end : 0;
  });
  return Math.max(0, ...ends);
}

/** Speeds up all acts together if they would take too long. @param {Part[]} parts */
function fitted(parts) {
  const last = Math.max(...parts.map(({ at, ms }) => at + ms));
  const pace = Math.min(1, Math.max(MOST_MS, ...parts.map(({ most = 0 }) => most)) / last);
  return parts.map((part) => ({ ...part, at: part.at * pace, ms: part.ms * pace }));
}

/** @param {HTMLElement} actor @param {Keyframe[]} turns @param {KeyframeAnimationOptions} timing */
const turning = (actor, turns, timing) =>
  /** @type {HTMLElement} */ (actor.firstElementChild).animate(turns, { ...timing, fill: "both" });

/** @param {Part} part @param {HTMLElement | undefined} here */
function cast({ who, box, faces, look }, here) {
  const actor = Object.assign(document.createElement("div"), { className: `stage-actor ${look ?? ""}` });
  for (const side of /** @type {const} */ (["x", "y", "width", "height"]))
    actor.style.setProperty(`--${side}`, `${box[side]}px`);
  if (faces) {
    const solid = Object.assign(document.createElement("div"), { className: "stage-solid" });
    solid.append(...faces.map((face) => shown(face, here)));
    actor.append(solid);
  } else if (who) actor.append(shown(typeof who === "string" ? null : who, here));
  return actor;
}

/** @param {import("lit-html").TemplateResult | null} drawing @param {HTMLElement | undefined} here */
function shown(drawing, here) {
  const place = Object.assign(document.createElement("div"), { className: "stage-face" });
  if (drawing) render(drawing, place);
  else if (here) place.append(copy(here));
  return place;
}

/** A visual copy only: without behaviour, and not found as its original. @param {HTMLElement} node */
function copy(node) {
  const copied = /** @type {HTMLElement} */ (node.cloneNode(true));
  for (const each of copied.querySelectorAll("button, .unseen")) each.remove();
  for (const each of [copied, ...copied.querySelectorAll("*")])
    for (const name of ["id", "data-k", "data-mark", "data-fresh", "data-focus", ON_STAGE]) each.removeAttribute(name);
  return copied;
}
