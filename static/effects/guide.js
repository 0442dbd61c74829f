// @ts-check
// What the guide to a first game does to the page: its card beside the table, the outline of what it refers to, and
// what is announced of a step.

/** @import { Guide, GuideOfGame } from "#types/guide" */
/** @import { Page, Say } from "#types/room" */
/** @import { Event } from "#state/reduce.js" */
/** @import { State } from "#state/state.js" */
import { nothing, render } from "lit-html";
import { in_sight, make_outline } from "#effects/outline.js";
import { announce, announce_news } from "#kit/announce.js";
import { asked_for, card as drawn, gate_now, shown } from "#room/guide.js";
import { guide_by, LAST, step_of } from "#state/guide.js";

/** The guide with the steps of this game. @param {string} key */
export async function of_game(key) {
  const course = /** @type {GuideOfGame} */ (await import(`#games/${key}/guide.js`));
  return {
    ...{ follow: guide_by(course), tell_step, ...make_card() },
    /** What keeps other answers from being pressed now, if any. @param {Page} page */
    gate: (page) => gate_now(page, course.harmless ?? ":not(*)"),
  };
}

/** The card, and the outlines of what it refers to. */
function make_card() {
  const card = Object.assign(document.createElement("section"), { id: "guide", className: "guide" });
  const outline = make_outline();
  const tell_height = () => document.documentElement.style.setProperty("--guide", `${card.offsetHeight}px`);
  new ResizeObserver(tell_height).observe(card);

  /** @param {Page} page */
  function show(page) {
    const now = shown(page);
    if (!now) return put_away();
    const { guide } = now.state;
    if (!card.isConnected) appear(page.say);
    card.classList.toggle("folded", guide.is_folded);
    card.classList.toggle("ends", step_of(guide) === LAST);
    render(drawn(page, guide), card);
    const asked = asked_for(now);
    outline(asked ? in_sight(asked.first) : in_sight(step_of(guide).at).slice(0, 1));
  }

  /** @param {Say} say */
  function appear(say) {
    card.setAttribute("aria-label", say("Guide"));
    document.getElementById("room")?.before(card);
    document.body.classList.add("guided");
  }

  function put_away() {
    render(nothing, card);
    card.remove();
    document.body.classList.remove("guided");
    outline([]);
  }

  return { show, put_away };
}

/**
 * Announces the next step, after what has happened, or that something else was pressed.
 * @param {Say} say
 * @param {State} before
 * @param {State} after
 * @param {Event} event
 */
function tell_step(say, before, { guide }, event) {
  const by_reader = event.type === "guide" ? event.does : null;
  if (by_reader === "hold_back") announce([say(guide.words)]);
  else if (guide.place !== before.guide.place) (by_reader ? announce : announce_news)(in_words(say, guide));
}

/** @param {Say} say @param {Guide} guide */
const in_words = (say, guide) => [`${say(step_of(guide).title)}.`, say(guide.words)];
