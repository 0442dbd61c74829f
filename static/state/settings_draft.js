// @ts-check
// Table settings as filled in by a host, and the commands to apply them.

/** @import { Clock, Table, Text, ToServer } from "#types/wire" */
/** @import { State } from "#state/state.js" */

/**
 * What is typed in a field, if that was touched; what it means; and what is wrong with it: state/dates.js.
 * @template Value
 * @typedef {{ typed: string | null, means: Value, problem: Text | null }} Typed
 */

/**
 * The values filled in and not yet sent. `password`: null, unchanged; empty, none.
 * @typedef {object} Draft
 * @property {string} game
 * @property {number} seats
 * @property {Record<string, unknown>} options
 * @property {Table["sitting"]} sitting
 * @property {boolean} onlookers
 * @property {boolean} locked
 * @property {string} password
 * @property {Clock | null} clock
 * @property {boolean} fast_bots
 * @property {boolean} hints
 * @property {Typed<number | null>} evening  when it begins; null: no date
 * @property {Typed<string>} talk  the link to where people talk; empty: none
 * @property {boolean} is_sent  and not refused
 * @property {Text | null} problem
 */

/** A draft with the table's present settings. @param {Table} table @returns {Draft} */
export const draft_of = (table) => {
  const { game, seats, options, sitting, onlookers, password, clock, fast_bots, hints } = table;
  return {
    ...{ game, seats: seats.length, options: { ...options }, sitting, onlookers, locked: password, password: "" },
    ...{ clock, fast_bots, hints, is_sent: false, problem: null },
    evening: { typed: null, means: table.evening ?? null, problem: null },
    talk: { typed: null, means: table.talk ?? "", problem: null },
  };
};

/**
 * Opens the draft with the dialog, which a refusal keeps open.
 * @param {State} state
 */
export function tend_draft(state) {
  const { table, setting, draft } = state;
  if (!setting) state.draft = null;
  else if (!draft && table) {
    const opened = draft_of(table);
    Object.assign(state, { opened_draft: opened, draft: { ...opened, ...state.kept_draft }, kept_draft: null });
  } else if (draft?.is_sent && (state.refusal || state.connection !== "open"))
    state.draft = { ...draft, is_sent: false };
}

/**
 * Closes the dialog once the server has carried out all that was sent.
 * @param {State} state
 */
export function hear_ack({ draft, line, effects }) {
  const waits = line.queue.some(({ message }) => message.type === "options" || message.type === "doors");
  if (draft?.is_sent && !waits) effects.push({ do: "close_dialog", id: "setting" });
}

/**
 * Applies the draft. What has to be sent for it.
 * @param {State} state
 * @returns {ToServer[]}
 */
export function apply_draft(state) {
  const { table, draft, connection } = state;
  if (!table || !draft || connection !== "open") return [];
  const is_empty = draft.locked && !table.password && !draft.password;
  const missing = is_empty ? { text: "Type a password, or choose none." } : null;
  const problem = missing ?? draft.evening.problem ?? draft.talk.problem;
  const messages = problem ? [] : differences(table, draft);
  state.draft = { ...draft, problem, is_sent: messages.length > 0 };
  if (!problem && !messages.length) state.effects.push({ do: "close_dialog", id: "setting" });
  return messages;
}

/**
 * What was changed, for a page that is loaded again, as when the host picks another game elsewhere. The password is not
 * kept; game, seats and options belong together.
 * @param {Draft} draft
 * @param {Draft} opened  as it was at first
 * @returns {Partial<Draft>}
 */
export function changed_in(draft, opened) {
  const { game, seats, options, sitting, onlookers, locked, clock, fast_bots, hints, evening, talk } = draft;
  const is_same_game = game === opened.game && seats === opened.seats && is_same(options, opened.options);
  return {
    ...(!is_same_game && { game, seats, options }),
    ...(sitting !== opened.sitting && { sitting }),
    ...(onlookers !== opened.onlookers && { onlookers }),
    ...(locked !== opened.locked && { locked }),
    ...(!is_same(clock, opened.clock) && { clock }),
    ...(fast_bots !== opened.fast_bots && { fast_bots }),
    ...(hints !== opened.hints && { hints }),
    ...(evening.typed !== null && { evening }),
    ...(talk.typed !== null && { talk }),
  };
}

/** The commands that make the table like the draft. @param {Table} table @param {Draft} draft @returns {ToServer[]} */
export function differences(table, draft) {
  const { game, seats, options, sitting, onlookers, locked, password, clock, fast_bots, hints } = draft;
  const [evening, talk] = [draft.evening.means, draft.talk.means];
  /** @type {ToServer[]} */
  const wanted = [];
  const is_same_game = game === table.game && seats === table.seats.length && is_same(options, table.options);
  // After a game, new settings put the finished one away.
  if (table.state === "over" || (table.state === "gathering" && !is_same_game))
    wanted.push({ type: "options", game, seats, options });
  const doors = {
    ...(sitting !== table.sitting && { sitting }),
    ...(onlookers !== table.onlookers && { onlookers }),
    ...(locked && password && { password }),
    ...(!locked && table.password && { password: "" }),
    ...(!is_same(clock, table.clock) && { clock }),
    ...(fast_bots !== table.fast_bots && { fast_bots }),
    ...(hints !== table.hints && { hints }),
    ...(evening !== (table.evening ?? null) && { evening }),
    ...(talk !== (table.talk ?? "") && { talk }),
  };
  if (Object.keys(doors).length) wanted.push({ type: "doors", ...doors });
  return wanted;
}

/** @param {object | null} one @param {object | null} other */
const is_same = (one, other) => spelled(one) === spelled(other);
/** @param {object | null} what */
const spelled = (what) => JSON.stringify(Object.entries(what ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));
