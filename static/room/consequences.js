// @ts-check
// The possible results of a move, on its button before; and the actual ones, in the bar after. The texts are the game's
// own, from what its player may know: the frame, and the lasting lines.

/** @import { Consequences, OnButton, Page } from "#types/room" */
/** @import { Choice, Frame, Line } from "#types/wire" */
import { is_asked } from "#kit/choices.js";

/** The maximum number of events reported: the bar has room for no more. */
const MOST_TOLD = 1;

/** @param {Consequences} game */
export function of_game(game) {
  return {
    /**
     * The text on a move's button besides its label.
     * @param {Page} page
     * @param {Choice} choice
     * @returns {OnButton}
     */
    on_button({ say, state: { frame } }, choice) {
      const { label, stake } = (frame && game.on_button?.(say, frame, choice)) ?? {};
      // Speech control uses the visible text, so the button's name has to contain it.
      const is_in_the_name = label && say(choice.label).toLowerCase().includes(label.toLowerCase());
      return { label: is_in_the_name ? label : undefined, stake };
    },

    /** Highlighted before the sentence while others play. @param {Page} page */
    lead: ({ say, state: { frame } }) => (frame && game.lead?.(say, frame)) ?? "",

    /** Whether the turn has just gone past this reader. @param {Frame | null} before @param {Frame} now */
    is_passed_over: (before, now) => (before && game.is_passed_over?.(before, now)) ?? false,

    /**
     * Results of the reader's last move, and of others' later moves that concerned them. They expire after about a
     * round, and once others have moved and the reader is asked again.
     * @param {Page} page
     */
    came_of_it(page) {
      const { say, state } = page;
      const { seat: you, seats: own } = state.table.you;
      if (you === null) return "";
      const recent = state.lines.slice(-2 * state.table.seats.length);
      const last = recent.filter(({ seat }) => own.includes(seat ?? -1)).at(-1)?.seq ?? 0;
      const of_others = recent.filter(({ seq }) => seq > last);
      const news = is_asked(page) && of_others.length ? of_others : recent.filter(({ seq }) => seq >= last);
      return by_event(news)
        .flatMap((event) => game.came_of(say, event, you) ?? in_plain_words(event))
        .filter(Boolean)
        .slice(-MOST_TOLD)
        .join(" ");

      /** The result of the reader's own event, if there was more than the move itself. @param {Line[]} event */
      function in_plain_words(event) {
        return event[0].seq === last && event.length > 1 ? event.map(({ text }) => say(text)) : [];
      }
    },
  };
}

/** @param {Line[]} lines */
function by_event(lines) {
  const events = new Map(lines.map(({ seq }) => [seq, /** @type {Line[]} */ ([])]));
  for (const line of lines) events.get(line.seq)?.push(line);
  return [...events.values()];
}
