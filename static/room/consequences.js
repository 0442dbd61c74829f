// @ts-check
// What a move may bring, said on its button before; and what came of it, said in the bar after. The words are a game's
// own, out of what its player may know: the frame, and the lines that the log keeps.

/** @import { Consequences, OnButton, Page } from "#types/room" */
/** @import { Choice, Frame, Line } from "#types/wire" */
import { is_asked } from "#kit/choices.js";

/** Of so many events it is told at most: the bar has no room for a story. */
const MOST_TOLD = 1;

/** @param {string} key */
export async function of_game(key) {
  /** @type {Consequences} */
  const game = await import(`#games/${key}/consequences.js`);

  return {
    /**
     * What stands on the button of a move besides its label.
     * @param {Page} page
     * @param {Choice} choice
     * @returns {OnButton}
     */
    on_button({ say, known: { frame } }, choice) {
      const { label, stake } = (frame && game.on_button?.(say, frame, choice)) ?? {};
      // Whoever speaks to the page says what they read: that has to be in the button's name.
      const is_in_the_name = label && say(choice.label).toLowerCase().includes(label.toLowerCase());
      return { label: is_in_the_name ? label : undefined, stake };
    },

    /** What stands out before the sentence while others play. @param {Page} page */
    lead: ({ say, known: { frame } }) => (frame && game.lead?.(say, frame)) ?? "",

    /** Whether the turn has just gone past this reader. @param {Frame | null} before @param {Frame} now */
    is_passed_over: (before, now) => (before && game.is_passed_over?.(before, now)) ?? false,

    /**
     * What came of the reader's last move, and of others' after it that concerned them. After about a round it is no
     * news, nor once others have moved and the reader is asked again.
     * @param {Page} page
     */
    came_of_it(page) {
      const { say, known } = page;
      const { seat: you, seats: own } = known.table.you;
      if (you === null) return "";
      const recent = known.lines.slice(-2 * known.table.seats.length);
      const last = recent.filter(({ seat }) => own.includes(seat ?? -1)).at(-1)?.seq ?? 0;
      const of_others = recent.filter(({ seq }) => seq > last);
      const news = is_asked(page) && of_others.length ? of_others : recent.filter(({ seq }) => seq >= last);
      return by_event(news)
        .flatMap((event) => game.came_of(say, event, you) ?? in_plain_words(event))
        .filter(Boolean)
        .slice(-MOST_TOLD)
        .join(" ");

      /** Of the reader's own event, where it was more than the move itself. @param {Line[]} event */
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
