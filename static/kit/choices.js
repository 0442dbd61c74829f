// @ts-check
// The possible answers: pieces that stand for a move light up, other moves become buttons of the prompt. The browser
// knows no rules: the server lists the moves.

/** @import { Choice, Frame, Move } from "#types/wire" */
/** @import { Beside, Drawing, Offer, Page, Picking, Plan } from "#types/room" */
import { html, nothing } from "lit-html";

/**
 * A canonical spelling of a move, whatever the order of its fields.
 * @param {Move} move
 */
export function spelled(move) {
  return JSON.stringify(Object.entries(move).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * @template {string} Verb
 * @param {Verb} verb
 * @param {Choice} choice
 * @returns {choice is Choice<Move & { do: Verb }>}
 */
const is_to = (verb, choice) => choice.move.do === verb;

/**
 * The possible answers during one drawing of the page.
 * @param {object} now
 * @param {Frame | null} now.frame
 * @param {string | null} now.picked  the move that waits for its second press
 * @param {boolean} now.ready  whether an answer would be taken: connected, and none on its way
 * @param {boolean} now.always_confirm  whether the reader wants every move confirmed
 * @param {(move: string | null, by_button?: boolean) => void} now.pick
 * @param {(choice: Choice) => void} now.answer
 * @param {Picking | null} now.picking  the set that is asked for
 * @param {Record<string, unknown>} now.said  of an answer that is put together
 * @param {(said: Record<string, unknown>, of_a_plan: boolean) => void} now.tell
 * @param {string} now.not_now  why a piece cannot be chosen that has no reason of its own
 * @param {(why: string) => void} now.explain  what was pressed cannot be chosen
 * @returns {Offer}
 */
export function make_offer({
  frame,
  picked,
  ready,
  always_confirm,
  pick,
  answer,
  picking,
  said,
  tell,
  not_now,
  explain,
}) {
  const open = new Map(
    [...(frame?.choices ?? []), ...(frame?.free ?? [])].map((choice) => [spelled(choice.move), choice]),
  );
  /** @type {Set<string>} */
  const stood_for = new Set();
  /** The board's name for a piece's move, by move. @type {Map<string, string>} */
  const names = new Map();
  /** @type {Map<string, Drawing>} */
  const drawings = new Map();
  /** @type {Plan | null} */
  let plan = null;
  /**
   * The board's additional prompt buttons, by the picked move beside which they appear.
   * @type {Map<string | null, Beside[]>}
   */
  const buttons = new Map();
  let note = "";

  /**
   * Whether an answer takes a second press, on a button with its full name. Irreversible answers that reveal or remove
   * something always do (`sure`). With "Confirm every move" all do, except those that the next question leads back from
   * (`can_be_taken_back`) and those composed by several presses (`put_together`).
   * @param {{ sure?: boolean, can_be_taken_back?: boolean, put_together?: boolean }} how
   */
  const takes_two = ({ sure = false, can_be_taken_back = false, put_together = false }) =>
    sure || (always_confirm && !can_be_taken_back && !put_together);

  /** @param {Choice} choice @param {boolean} twice */
  function press(choice, twice) {
    if (!ready) return;
    const move = spelled(choice.move);
    if (twice) pick(picked === move ? null : move);
    else answer(choice);
  }

  /** Presses a button of the prompt. @param {Choice} choice @param {Parameters<typeof takes_two>[0]} how */
  function press_button(choice, how) {
    if (!ready) return;
    if (takes_two(how)) pick(spelled(choice.move), true);
    else answer(choice);
  }

  /** The chosen set, as an answer. @returns {Choice | null} */
  const set_now = () =>
    picking?.enough
      ? { move: picking.move(), label: { text: "Choose these: {count}", with: { count: picking.chosen.length } } }
      : null;

  /**
   * A piece that cannot be chosen looks like no button; pressing it says why, while anything is asked.
   * @type {Offer["barred"]}
   */
  function barred(name, why = not_now) {
    const is_asked = ready && (picking !== null || (frame?.choices.length ?? 0) > 0);
    return html`<span class="unseen">${name}</span>${
      is_asked ? html`<span class="barred" @click=${() => explain(why)}></span>` : nothing
    }`;
  }

  /** @type {Offer["stand_for"]} */
  function stand_for(move, name, { confirm = false, can_be_taken_back = false, place = "", digit, label, why } = {}) {
    const choice = open.get(spelled(move));
    if (!choice) return barred(name, why);
    stood_for.add(spelled(move));
    if (label) names.set(spelled(move), label);
    const twice = takes_two({ sure: confirm, can_be_taken_back });
    return html`<button type="button" class="stand" data-focus=${place || nothing} data-digit=${digit ?? nothing}
      aria-label=${name}
      aria-pressed=${twice ? String(picked === spelled(move)) : nothing} aria-disabled=${ready ? nothing : "true"}
      @click=${() => press(choice, twice)}></button>`;
  }

  return {
    stand_for,
    barred,
    answer: (choice) => ready && answer(choice),
    answer_by_button: (choice) =>
      press_button(choice, { put_together: choice === plan?.choice && Object.keys(said).length > 0 }),
    commit() {
      const choice = set_now();
      if (choice) press_button(choice, { put_together: (picking?.chosen.length ?? 0) > 0 });
    },
    is_open: (move) => open.has(spelled(move)),
    among: (verb) => [...open.values()].filter((choice) => is_to(verb, choice)),
    is_picked: (move) => picked === spelled(move),
    rest: () => [...open].filter(([move]) => !stood_for.has(move)).map(([, choice]) => choice),
    picked: () =>
      (picked && (open.get(picked) ?? [set_now()].find((set) => set && spelled(set.move) === picked))) || null,
    label: ({ move }) => names.get(spelled(move)) ?? (move.do === picking?.do ? picking.label() : undefined),
    show_as: (move, drawing) => void drawings.set(spelled(move), drawing),
    drawing: ({ move }) => drawings.get(spelled(move)),
    picking,
    said,
    ready,
    tell: (more) => ready && tell(more, plan !== null),
    plan(now) {
      plan = now;
      for (const { move } of now.among) stood_for.add(spelled(move));
    },
    planned: () => plan,
    button(choice, { beside = null, confirm = false, can_be_taken_back = false, label } = {}) {
      const move = spelled(choice.move);
      const place = beside && spelled(beside);
      const press = () => press_button(choice, { sure: confirm, can_be_taken_back });
      open.set(move, open.get(move) ?? choice);
      stood_for.add(move);
      buttons.set(place, [...(buttons.get(place) ?? []), { choice, label: label ?? choice.label, press }]);
    },
    buttons: () => buttons.get(picked) ?? [],
    note(words) {
      note = words;
    },
    noted: () => note,
  };
}

/** Whether this reader is asked. @param {Page} page */
export const is_asked = ({ known }) =>
  known.frame !== null && known.frame.you !== null && known.frame.asked.includes(known.frame.you);
