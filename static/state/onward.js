// @ts-check
// A seat that is about to move to another device, or to this one: the command is sent once the line is open, and again
// if it may have been lost with it.

/** @import { FromServer, ToServer } from "#types/wire" */
/** @import { State } from "#state/state.js" */

/** The command that is due, if any. @param {State} state @returns {ToServer | null} */
export function due_command(state) {
  const { onward, table, connection } = state;
  if (!onward || !table) return null;
  const is_answered = onward.problem || (onward.does === "give" && onward.made);
  if (connection !== "open") {
    if (onward.sent && !is_answered) state.onward = { ...onward, sent: false };
    return null;
  }
  if (onward.sent) return null;
  if (onward.does === "give") {
    state.onward = { ...onward, sent: true };
    return { type: "link", seat: onward.seat };
  }
  // Readers who already have a seat here are told that they get no other.
  state.onward = { ...onward, sent: true, had: onward.had ?? table.you.seats.length };
  return { type: "take_seat", link: onward.link };
}

/** Handles the server's answer. @param {State} state @param {FromServer} message */
export function hear_of_link(state, message) {
  const { onward } = state;
  if (onward?.does === "take") hear_of_taking(state, onward, message);
  else if (onward?.sent) hear_of_giving(state, onward, message);
}

/** @param {State} state @param {NonNullable<State["onward"]> & { does: "take" }} onward @param {FromServer} message */
function hear_of_taking(state, onward, message) {
  if (message.type === "table" && message.you.seats.length > (onward.had ?? Infinity)) state.onward = null;
  else if (onward.sent && message.type === "refused") state.onward = { ...onward, problem: message.text };
}

/** @param {State} state @param {NonNullable<State["onward"]> & { does: "give" }} onward @param {FromServer} message */
function hear_of_giving(state, onward, message) {
  if (message.type === "refused" && message.id === null) state.onward = { ...onward, problem: message.text };
  if (message.type === "link" && message.seat === onward.seat) {
    state.onward = { ...onward, made: message };
    if (onward.at_once) state.effects.push({ do: "go_to", url: message.url });
  }
  if (message.type !== "table" || !onward.made || message.you.seats.includes(onward.seat)) return;
  // A moved player keeps their name; otherwise the host has decided about the seat, and the log says so.
  const has_moved = message.seats[onward.seat].name === onward.name;
  state.onward = has_moved ? { ...onward, is_gone: true } : null;
}
