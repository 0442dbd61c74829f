// @ts-check
// What the guide to a first lesson does to the page: its card beside the table, the outline of what it refers to, and
// what is announced of a step.

/** @import { Guided, GuideOfGame } from "#types/guide" */
/** @import { Page, Say } from "#types/room" */
/** @import { Event } from "#state/reduce.js" */
/** @import { State } from "#state/state.js" */
import { nothing, render } from "lit-html";
import { in_sight, make_outline } from "#effects/outline.js";
import { announce, announce_news } from "#kit/announce.js";
import { asked_for, card as drawn, gate_now, place_of, shown } from "#room/guide.js";
import { guide_after, guided_now, is_at_its_end, shown_step, words_of } from "#state/guide.js";

/** The guide on the page of this game. @param {string} key */
export async function of_game(key) {
  const game = /** @type {GuideOfGame} */ (await import(`#games/${key}/guide.js`));
  return {
    ...{ follow: guide_after, tell_step, ...make_card(game) },
    /** What keeps other answers from being pressed now, if any. @param {Page} page */
    gate: (page) => gate_now(page, game.harmless ?? ":not(*)"),
  };
}

/** The card, and the outlines of what it refers to. @param {GuideOfGame} game */
function make_card(game) {
  const card = Object.assign(document.createElement("section"), { id: "guide", className: "guide" });
  const outline = make_outline("guide-words");
  const tell_height = () => document.documentElement.style.setProperty("--guide", `${card.offsetHeight}px`);
  new ResizeObserver(tell_height).observe(card);

  /** @param {Page} page */
  function show(page) {
    const now = shown(page);
    if (!now) return put_away();
    if (!card.isConnected) appear(page.say);
    card.classList.toggle("folded", now.state.guide.is_folded);
    card.classList.toggle("ends", is_at_its_end(now));
    render(drawn(page, now, game), card);
    const asked = asked_for(now);
    outline(asked ? in_sight(asked.first) : in_sight(place_of(now, game)).slice(0, 1));
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
function tell_step(say, before, after, event) {
  const now = after.guide.is_shown ? guided_now(after) : null;
  if (!now) return;
  const by_reader = event.type === "guide" ? event.does : null;
  if (by_reader === "hold_back") announce([say(words_of(now))]);
  else if (after.guide.step !== before.guide.step) (by_reader ? announce : announce_news)(in_words(say, now));
}

/** @param {Say} say @param {Guided} now */
const in_words = (say, now) => [`${say(shown_step(now).title)}.`, say(words_of(now))];
