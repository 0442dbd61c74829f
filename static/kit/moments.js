// @ts-check
// What is said or shown for a moment. When its time is over nothing of it is left anywhere on the page.

/** @import { Line } from "#types/wire" */

/** @param {() => void} changed */
export function keep_moments(changed) {
  /** @type {{ line: Line, timer: number }[]} */
  let moments = [];

  /** @param {(line: Line) => boolean} is_over */
  function forget(is_over) {
    for (const { line, timer } of moments) if (is_over(line)) clearTimeout(timer);
    moments = moments.filter(({ line }) => !is_over(line));
  }

  return {
    /** @returns {Line[]} */
    all: () => moments.map(({ line }) => line),
    forget,
    /**
     * @param {Line} line
     * @param {number} ms
     */
    keep(line, ms) {
      const timer = setTimeout(() => {
        forget((other) => other === line);
        changed();
      }, ms);
      moments.push({ line, timer });
    },
  };
}
