// @ts-check
// Answers on their way: kept over a reload until the server has spoken, and always sent again unchanged.

/** @import { Move, Play } from "#types/wire" */

/** @param {string} room */
export function keep_unanswered(room) {
  const place = `tertulia:unanswered:${room}`;
  /** @type {Play[]} */
  let plays = JSON.parse(sessionStorage.getItem(place) ?? "[]");

  /** @param {Play[]} left */
  function keep(left) {
    plays = left;
    if (plays.length) sessionStorage.setItem(place, JSON.stringify(plays));
    else sessionStorage.removeItem(place);
  }

  return {
    all: () => plays,
    /**
     * @param {number | null} question
     * @param {Move} move
     * @returns {Play}
     */
    add(question, move) {
      /** @type {Play} */
      const play = { type: "play", id: fresh_id(), question, move };
      keep([...plays, play]);
      return play;
    },
    /** @param {string | null} id */
    find: (id) => plays.find((play) => play.id === id),
    /** @param {string | null} id */
    answered: (id) => keep(plays.filter((play) => play.id !== id)),
  };
}

/** 128 random bits in hex. */
function fresh_id() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
