// @ts-check
// The messages of a page that the server has yet to answer.

/** @import { ToServer } from "#types/wire" */

/**
 * `at`: when it was first said. `sent_at`: on this line, null if it was not; `times`: how often, on any. `is_free`: a
 * move beside the question.
 * @typedef {object} Queued
 * @property {ToServer & { id: string }} message
 * @property {number} at
 * @property {boolean} is_free
 * @property {number | null} sent_at
 * @property {number} times
 */

/** Whether a page like this one has kept it. @param {any} what */
export const is_queued = (what) =>
  typeof what?.message?.id === "string" &&
  typeof what.message.type === "string" &&
  Number.isFinite(what.at) &&
  Number.isFinite(what.times) &&
  typeof what.is_free === "boolean";

/** The question whose answer is on its way, if any. @param {Queued[]} queue */
export function unanswered_question(queue) {
  const answers = queue.flatMap(({ message, is_free }) => (message.type === "play" && !is_free ? message : []));
  return answers.at(-1)?.question ?? null;
}

/**
 * Whether the same is on its way: a double press says it once, unless it is chat or a move.
 * @param {Queued[]} queue
 * @param {ToServer} message
 */
export function is_repeated(queue, message) {
  if (message.type === "chat" || message.type === "play") return false;
  const said = without_id(message);
  return queue.some((queued) => without_id(queued.message) === said);
}

/** @param {ToServer} message */
const without_id = (message) => JSON.stringify({ ...message, id: "" });

/** Whether it is still meant whenever the line is back: words, and answers to a question. @param {Queued} queued */
export const lasts = ({ message }) => message.type === "chat" || (message.type === "play" && message.question !== null);

/** In another epoch of the log question numbers differ: only words are still said. @param {Queued} queued */
export const keeps_in_another_epoch = ({ message }) => message.type === "chat";

/** The words that are on their way. @param {Queued[]} queue */
export const unsaid = (queue) => queue.flatMap(({ message }) => (message.type === "chat" ? message.text : []));
