// @ts-check
// Why no connection opens: a script learns nothing of a refused handshake, so the page asks the API.

/** @import { Text } from "#types/wire" */

/**
 * What the reader is told; null: there is no network, or the server is away, and trying again is all there is to do.
 * @param {string} room
 * @returns {Promise<Text | null>}
 */
export async function why_none_opens(room) {
  try {
    if (!(await fetch("/livez")).ok) return null;
    // Refused for its origin, if that is what is wrong, and otherwise for its body.
    const refused = await fetch("/api/faults", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    if (refused.status === 403) return (await refused.json()).text;
    const found = await fetch(`/api/rooms/${room}`);
    if (!found.ok) return (await found.json()).text;
  } catch {
    return null;
  }
  return {
    text: "The server answers, but opens no connection for this page. If it stays like this, tell its operator.",
  };
}
