// @ts-check
// Everything that the replay page knows, in one object, and what follows from each event. No DOM, no timer and no
// request: the time is an argument.

/** @import { Analysis, Replay } from "#types/api" */
/** @import { Noise } from "#types/noise" */
/** @import { Address, Clip, Company, Eyes, Viewing, Way } from "#types/replay" */
/** @import { Drawing, Hindsight } from "#types/room" */
/** @import { Frame, LooksBack } from "#types/wire" */
/** @import { OfCompany } from "#effects/together.js" */
/** @import { Known } from "#kit/could_be.js" */
import { within_game } from "#replay/clips.js";

/** Time per step during playback; longer if something is shown for a moment. */
const STEP_MS = 1500;
const SIGHT_MS = 2600;

/** @param {unknown} trace  of the game: its trace before the first frame */
export const initial_state = (trace) => ({
  /** When the last event happened. */
  now: 0,
  /** The latest request: the last one counts, in whatever order answers arrive. */
  wanted: /** @type {Address | null} */ (null),
  /** The game through these eyes; null until it has come. */
  replay: /** @type {Replay | null} */ (null),
  eyes: /** @type {Eyes} */ ("all"),
  hindsight: /** @type {Hindsight | undefined} */ (undefined),
  noise: /** @type {Noise} */ ({}),
  step: 0,
  /** What the game's pictures show of the steps before: see `Game.trace`. */
  trace,
  playing: false,
  next_step_at: Infinity,
  clip: /** @type {Clip | null} */ (null),
  /** The start of the clip being made. */
  clip_from: /** @type {number | null} */ (null),
  /** Lines of later steps are listed, too. */
  ahead: false,
  /** How often more lines were asked for. */
  more: 0,
  /** What is unfolded beyond its first line. */
  unfolded: /** @type {string[]} */ ([]),
  /** What was copied, or where the copied link leads: said until then. */
  copied: /** @type {"moment" | "clip" | "position" | null} */ (null),
  copied_until: Infinity,
  /** The same of the fingerprint of the deal. */
  deal_is_copied: false,
  deal_copied_until: Infinity,
  way: /** @type {Way} */ ("known"),
  /** The analysis; undefined until it is known, null if it could not be computed. */
  analysis: /** @type {Analysis | null | undefined} */ (undefined),
  /** The module that draws the chances, once loaded. */
  chances: /** @type {typeof import("#replay/chances.js") | null | undefined} */ (undefined),
  /** Draws what was drawn; undefined until it is known, null if it could not be counted. */
  draws: /** @type {((viewing: Viewing) => Drawing) | null | undefined} */ (undefined),
  /** Draws what a seat could know; undefined until it is loaded, null if it could not be. */
  could_be: /** @type {((known: Known) => Drawing) | null | undefined} */ (undefined),
  /** Looking back together; null until the reader asks for it. */
  company: /** @type {Company | null} */ (null),
  /** The line to the table, once it is loaded. */
  together: /** @type {Together | null} */ (null),
  /** Of the last event alone: what is shown now is read aloud. */
  is_told: false,
});

/** @typedef {ReturnType<typeof import("#effects/together.js").make_together> &
 *   Pick<typeof import("#effects/together.js"), "show_ring">} Together */
/** @typedef {ReturnType<typeof initial_state>} State */
/** @typedef {State & { replay: Replay }} Loaded */

/**
 * `follow`: the address has changed. `look`: the reader looks through other eyes.
 * @typedef {{ type: "follow" | "look" | "lost", address: Address } |
 *   { type: "came", address: Address, replay: Replay, hindsight: Hindsight | undefined, noise: Noise } |
 *   { type: "go_to", step: number, is_told: boolean } | { type: "toggle_playing" } | { type: "pause" } |
 *   { type: "unfold", what: string, is_open: boolean } | { type: "look_together", role: Company["role"] } |
 *   { type: "line", line: Company["line"] } | { type: "heard", message: OfCompany } |
 *   { type: "change", fields: Partial<State> } |
 *   { type: "tick" }} Event
 */

/**
 * @typedef {object} World
 * @property {number} now
 * @property {boolean} clips_play  by themselves
 * @property {unknown} initial_trace  of the game
 * @property {((trace: unknown, frame: Frame) => unknown) | undefined} next_trace
 */

/** @param {State} before @param {Event} event @param {World} world @returns {State} */
export function reduce(before, event, world) {
  const state = { ...before, now: world.now, is_told: false };
  happen(state, event, world);
  return state;
}

/** When something is due by itself; Infinity: never. @param {State} state */
export const next_event_at = ({ next_step_at, copied_until, deal_copied_until }) =>
  Math.min(next_step_at, copied_until, deal_copied_until);

/** @param {State} state @param {Event} event @param {World} world */
function happen(state, event, world) {
  switch (event.type) {
    case "follow":
      return follow(state, event.address, world);
    case "look":
      go_alone(state);
      state.wanted = event.address;
      return;
    case "came":
      if (event.address === state.wanted) come(state, event, world);
      return;
    case "lost":
      if (event.address === state.wanted) pause(state);
      return;
    case "go_to":
      go_alone(state);
      pause(state);
      return go_to(state, event, world);
    case "toggle_playing":
      go_alone(state);
      return state.playing ? pause(state) : play(state, world);
    case "pause":
      return pause(state);
    case "unfold":
      return unfold(state, event);
    case "look_together":
      return look_together(state, event.role);
    case "line":
      return change_company(state, { line: event.line });
    case "heard":
      return hear(state, event.message, world);
    case "change":
      return void Object.assign(state, event.fields);
    case "tick":
      if (state.next_step_at <= state.now) go_on(state, world);
      return pass(state);
  }
}

/** @param {State} state @returns {state is Loaded} */
const is_loaded = (state) => state.replay !== null;

// --- Whose eyes -------------------------------------------------------------------------------------------------

/** @param {State} state @param {Address} address @param {World} world */
function follow(state, address, world) {
  pause(state);
  state.wanted = null;
  if (is_loaded(state)) {
    state.clip = within_game(address.clip, last_step(state));
    move_to(state, step_of(state, address), true, world);
  }
  if (!is_loaded(state) || state.eyes !== address.eyes) state.wanted = address;
  else play_clip(state, world);
}

/** @param {State} state @param {World} world */
function play_clip(state, world) {
  if (state.clip && !state.playing && world.clips_play) play(state, world);
}

/** @param {State} state @param {Event & { type: "came" }} event @param {World} world */
function come(state, { address, replay, hindsight, noise }, world) {
  const is_first = !is_loaded(state);
  if (state.eyes !== address.eyes) state.trace = world.initial_trace;
  Object.assign(state, { replay, hindsight, noise, eyes: address.eyes });
  const now = /** @type {Loaded} */ (state);
  if (is_first) state.clip = within_game(address.clip, last_step(now));
  move_to(now, is_first ? step_of(now, address) : state.step, false, world);
  if (address.is_followed) play_clip(state, world);
}

/** The step of an address, or the one after its event. @param {Loaded} state @param {Address} address */
const step_of = ({ replay: { steps } }, { step, seq }) =>
  seq ? steps.filter((each) => each.seq <= seq).length - 1 : step;

/** @param {Loaded} state */
const last_step = ({ replay }) => replay.steps.length - 1;

// --- Together ---------------------------------------------------------------------------------------------------

/** @param {State} state @param {Company["role"]} role */
function look_together(state, role) {
  state.company ??= { line: "opening", role, leader: null, problem: null, pointed: null, table: null };
  change_company(state, { role, problem: null });
}

/** @param {State} state @param {Partial<Company>} fields */
function change_company(state, fields) {
  if (state.company) state.company = { ...state.company, ...fields };
}

/** Who follows and moves by themselves goes their own way from then on. @param {State} state */
function go_alone(state) {
  if (state.company?.role === "following") change_company(state, { role: "alone" });
}

/** @param {State} state @param {OfCompany} message @param {World} world */
function hear(state, message, world) {
  if (message.type === "looks_back") return hear_of_leader(state, message, world);
  if (message.type === "refused") return change_company(state, { problem: message.text, role: "alone" });
  if (message.type === "plays_on")
    return change_company(state, { table: { room: message.room, name: message.from.name } });
  change_company(state, { pointed: { at: message.at, name: message.from.name } });
}

/** @param {State} state @param {LooksBack} message @param {World} world */
function hear_of_leader(state, { leader, you_lead, seq, eyes }, world) {
  const { role } = state.company ?? {};
  const otherwise = leader && role !== "alone" ? "following" : role === "asking" ? "leading" : "alone";
  change_company(state, { leader, role: you_lead ? "leading" : otherwise });
  if (leader && !you_lead && role !== "alone") follow(state, address_of(seq, eyes), world);
}

/** Where the leader is. @param {number} seq @param {string} eyes @returns {Address} */
const address_of = (seq, eyes) => ({ eyes: eyes_of(eyes), step: 0, seq, clip: null });

/** @param {string} said @returns {Eyes} */
const eyes_of = (said) => (said === "all" ? said : said === "none" ? null : Number(said));

// --- Moving -----------------------------------------------------------------------------------------------------

/** @param {Loaded} state @param {number} wanted @param {boolean} is_told @param {World} world */
function move_to(state, wanted, is_told, { next_trace }) {
  state.step = Math.max(0, Math.min(wanted, last_step(state)));
  state.trace = next_trace?.(state.trace, state.replay.steps[state.step].frame);
  state.is_told = is_told;
}

/**
 * Whoever goes beyond a clip leaves it.
 * @param {State} state
 * @param {Event & { type: "go_to" }} event
 * @param {World} world
 */
function go_to(state, { step, is_told }, world) {
  const { clip } = state;
  if (clip && (step < clip.from || step > clip.to)) state.clip = null;
  if (is_loaded(state)) move_to(state, step, is_told, world);
}

/** @param {State} state @param {World} world */
function play(state, world) {
  if (!is_loaded(state)) return;
  const { from, to } = stretch(state);
  if (state.step === to) move_to(state, from, true, world);
  state.playing = true;
  wait(state);
}

/** @param {State} state */
function pause(state) {
  Object.assign(state, { playing: false, next_step_at: Infinity });
}

/** @param {Loaded} state */
function wait(state) {
  const { lines } = state.replay.steps[state.step].frame;
  state.next_step_at = state.now + (lines.some(({ sight }) => sight) ? SIGHT_MS : STEP_MS);
}

/** Advances playback. A clip loops, but is announced only once. @param {State} state @param {World} world */
function go_on(state, world) {
  if (!is_loaded(state)) return;
  const { from, to } = stretch(state);
  const again = state.clip !== null && world.clips_play;
  if (state.step < to) move_to(state, state.step + 1, !again, world);
  else move_to(state, from, false, world);
  if (state.step < to || again) wait(state);
  else pause(state);
}

/** The range of steps to play. @param {Loaded} state @returns {Clip} */
const stretch = (state) => state.clip ?? { from: 0, to: last_step(state) };

// --- The rail ---------------------------------------------------------------------------------------------------

/** @param {State} state @param {Event & { type: "unfold" }} event */
function unfold(state, { what, is_open }) {
  if (state.unfolded.includes(what) === is_open) return;
  state.unfolded = is_open ? [...state.unfolded, what] : state.unfolded.filter((other) => other !== what);
}

/** What was shown until now is over. @param {State} state */
function pass(state) {
  if (state.copied_until <= state.now) Object.assign(state, { copied: null, copied_until: Infinity });
  if (state.deal_copied_until <= state.now)
    Object.assign(state, { deal_is_copied: false, deal_copied_until: Infinity });
}
