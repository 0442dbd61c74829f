// @ts-check
// Lines as they were heard. What happened is their kind, whatever their words.

/** @import { Line } from "#types/wire" */

/** Without fading lines that a lasting one of their event repeats. @param {Line[]} lines */
export function once(lines) {
  const fading = new Set(lines.flatMap(({ fades, seq }) => (fades ? seq : [])));
  const kept = new Set(lines.filter(({ fades, seq }) => !fades && fading.has(seq)).map(told));
  return lines.filter((line) => !line.fades || !kept.has(told(line)));
}

/** All that a line tells. @param {Line} line */
const told = ({ seq, kind, text }) => JSON.stringify([seq, kind, text.with]);
