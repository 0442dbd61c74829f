// @ts-check
// Repeated actions appear once in the log and over the felt.

/** @import { Drawing, Page } from "#types/room" */
/** @import { Noise } from "#types/noise" */
/** @import { Line } from "#types/wire" */
/** @template Item @typedef {import("#kit/noise.js").Run<Item>} Run */
import { html, nothing } from "lit-html";
import { folded, in_one, kind_of, runs_of } from "#kit/noise.js";
import { figure } from "#room/seats.js";

/** @param {number} first  the number of a run's first event */
const place_of = (first) => `run-${first}`;

/** Whether the reader has unfolded a run. @param {Pick<Page["state"], "unfolded">} state @param {number} first */
export const is_unfolded = ({ unfolded }, first) => unfolded.includes(place_of(first));

/** @param {Noise} [noise]  as the game says */
export function of_game(noise = {}) {
  /** @param {Line[]} lines  oldest first */
  const runs = (lines) => runs_of(lines, noise, (line) => line);

  return {
    runs,

    /** The newest line, or repeated lines as one. @param {Line[]} lines  oldest first */
    latest(lines) {
      const last = runs(lines).at(-1);
      return last?.text ? { ...last.items[0], text: last.text, fades: false } : last?.items[0];
    },

    /**
     * A run, if it is one.
     * @param {Page} page
     * @param {Run<Line>} run
     * @param {(page: Page, line: Line) => Drawing} row
     */
    folded(page, { text, items: [first, ...others] }, row) {
      if (!text) return null;
      const rows = [first, ...others].reverse().map((line) => row(page, line));
      const words = html`${first.seat === null ? nothing : figure(page, first.seat)}${page.say(text)}`;
      const unfold = (/** @type {boolean} */ is_open) =>
        page.dispatch({ type: "unfold", what: place_of(first.seq), is_open });
      return html`<li>${folded(first.seq, words, rows, is_unfolded(page.state, first.seq), unfold)}</li>`;
    },

    /** @param {Line[]} lines  oldest first @returns {Pick<Line, "text">[]} */
    in_short: (lines) => runs(lines).map(({ text, items: [first] }) => (text ? { text } : first)),

    /** What several lines of one kind have in common; null: it is no noise. @param {Line} line */
    kind: (line) => kind_of([line], noise),

    /** Lines of one kind as one. @param {Line[]} lines */
    in_one: (lines) => (lines.length > 1 ? [{ ...lines[0], text: in_one(lines, noise) }] : lines),
  };
}
