// @ts-check
// Calls of the HTTP API.

/** @import { NotDone } from "#types/api" */
/** What came of a call. @template Answer @typedef {{ ok: boolean } & Partial<Answer & NotDone>} Said */

export const NO_ANSWER = "The server does not answer. Check your connection and try again.";

/**
 * The answer, or why there is none. A proxy's page is no answer.
 * @template Answer
 * @param {"GET" | "POST" | "DELETE"} method
 * @param {string} address
 * @param {object} [body]
 * @returns {Promise<Said<Answer>>}
 */
export async function call(method, address, body) {
  const headers = { "content-type": "application/json" };
  try {
    const answer = await fetch(address, { method, headers, body: body && JSON.stringify(body) });
    return { ...(answer.status === 204 ? {} : await answer.json()), ok: answer.ok };
  } catch {
    return /** @type {any} */ ({ text: { text: NO_ANSWER }, ok: false });
  }
}
