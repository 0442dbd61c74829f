// @ts-check
// A hint on the table: what it recommends to press is marked, and a tag of paper beside that says why, which is
// announced, too. Pressing is left to the reader.

/** @import { Page, Say } from "#types/room" */
/** @import { Box } from "#types/stage" */
/** @import { Advice, HintView, Move } from "#types/wire" */
import { html, nothing, render } from "lit-html";
import { in_sight, make_outline } from "#effects/outline.js";
import { announce_news } from "#kit/announce.js";
import { is_asked, spelled } from "#kit/choices.js";
import { nearest_free } from "#kit/nearest_free.js";
import { beside, first_free, meet, union } from "#kit/placing.js";
import { BOARD, boxes, lay_at, NEEDED, PLAYERS, table_in_window } from "#room/free_room.js";
import { hint_now } from "#state/room.js";

/** How far a piece rises that is marked: static/css/room/hint.css. */
const RISE = 6;

export function make_hint() {
  const tag = Object.assign(document.createElement("aside"), { id: "hint", className: "hint" });
  const outline = make_outline("hint");
  const aside = make_outline("hint", "data-spoken-of");
  /** @type {HintView | null} */
  let told = null;
  addEventListener("resize", () => {
    tag.classList.remove("placed");
    if (tag.isConnected) place(tag);
  });

  /** To be called after every drawing. @param {Page} page */
  function show(page) {
    const hint = hint_now(page.state);
    if (!hint || page.state.is_hint_away || !is_asked(page)) return put_away();
    if (!tag.isConnected) document.body.append(tag);
    if (hint !== told) announce_news(hint_in_words(page.say, hint));
    told = hint;
    render(words(page, hint), tag);
    const pressed = recommended(/** @type {Move} */ (hint.answers[0].move));
    outline(pressed);
    aside(spoken_of(hint.about, pressed));
    place(tag);
  }

  function put_away() {
    outline([]);
    aside([]);
    tag.classList.remove("placed");
    tag.remove();
  }

  return { show };
}

/** @param {Page} page @param {HintView} hint */
function words({ say }, hint) {
  const [best, ...others] = hint_in_words(say, hint);
  return html`<p><b>${best}</b>${hint.reason ? ` ${others.shift()}` : nothing}</p>
    ${others.map((sentence) => html`<p>${sentence}</p>`)}`;
}

/** @param {Say} say @param {HintView} hint @returns {string[]} */
function hint_in_words(say, { answers: [best, ...others], reason, counted }) {
  const equal = others.filter(({ behind }) => !behind).map(({ label }) => label);
  const first = counted ? "Best: {answer}." : "A careful player would choose: {answer}.";
  return [
    say(first, { answer: best.label }),
    ...(reason ? [say(reason)] : []),
    ...(equal.length ? [say("About equal: {answers}.", { answers: equal })] : []),
    ...others.filter(({ behind }) => behind).map((advice) => worse(say, advice)),
    ...others.flatMap(({ label, lacks }) => (lacks ? [say("{answer}: {lack}", { answer: label, lack: lacks })] : [])),
  ];
}

/** @param {Say} say @param {Advice} advice */
const worse = (say, { label, behind }) =>
  say("{answer}: {percent}% less chance to win.", { answer: label, percent: behind });

// --- What is to be pressed ----------------------------------------------------------------------------------

/**
 * What makes this move, or the next step towards it; the question if that is no single button.
 * @param {Move} move
 */
function recommended(move) {
  const ways = [making, choosing, composing].map((way) => way(move)).find((found) => found.length);
  return ways ?? Array.from(document.querySelectorAll(".prompt .answers"));
}

/** The buttons of this kind that are seen. @param {string} which */
const seen = (which) => /** @type {HTMLElement[]} */ (in_sight([which]));

/** The piece that stands for it, or the button of the prompt, also for a piece that is picked. @param {Move} move */
function making(move) {
  const its_own = seen("main [data-move]").filter(({ dataset }) => dataset.move === spelled(move));
  const piece = its_own.find(({ classList, ariaPressed }) => classList.contains("stand") && ariaPressed !== "true");
  return piece ? [piece] : its_own.filter(({ classList }) => classList.contains("answer"));
}

/** Pieces of a set that are still to be chosen, or were chosen amiss. @param {Move} move */
function choosing(move) {
  const set = new Set(Object.values(move).find(Array.isArray) ?? []);
  return seen("main [data-item]").filter(
    ({ dataset, ariaPressed }) => set.has(Number(dataset.item)) !== (ariaPressed === "true"),
  );
}

/** The next step of an answer that is composed. @param {Move} move */
const composing = (move) =>
  seen("main [data-step]").filter(
    ({ dataset, ariaPressed }) =>
      ariaPressed !== "true" &&
      Object.entries(JSON.parse(dataset.step ?? "{}")).every(
        ([field, value]) => /** @type {any} */ (move)[field] === value,
      ),
  );

/**
 * The pieces of these names, other than what is to be pressed.
 * @param {string[]} names
 * @param {Element[]} pressed
 */
function spoken_of(names, pressed) {
  const pieces = in_sight(names.map((name) => `main :is([data-k="${name}"], [data-at="${name}"])`));
  return pieces.filter((piece) => !pressed.some((each) => piece.contains(each)));
}

// --- Where the tag lies -------------------------------------------------------------------------------------

/** Beside what is marked; it stays there as long as it covers nothing that is needed. @param {HTMLElement} tag */
function place(tag) {
  const pressed = boxes(NEEDED);
  const marked = union(boxes("main [data-guided]"));
  if (!marked) return;
  const lies = tag.getBoundingClientRect();
  if (tag.classList.contains("placed") && !pressed.some((box) => meet(box, lies))) return;
  const size = { width: tag.offsetWidth + 1, height: tag.offsetHeight + 1 }; // they may have been rounded down
  const table = table_in_window();
  const needed = [...pressed, ...boxes("main .stand[data-guided]").map(risen)];
  const board = [...needed, ...boxes(BOARD)];
  const all = [...board, ...boxes(PLAYERS)];
  const points = beside(size, marked);
  const wish = { x: marked.x + (marked.width - size.width) / 2, y: marked.y - size.height - 8 };
  const point =
    first_free(size, points, all, table) ??
    first_free(size, points, needed, table) ??
    nearest_free(size, wish, board, table) ??
    nearest_free(size, wish, needed, table) ??
    table;
  lay_at(tag, point);
}

/** Where a marked piece will be: it may still be on its way up. @param {Box} box */
const risen = ({ x, y, width, height }) => ({ x, y: y - RISE, width, height });
