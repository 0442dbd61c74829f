// @ts-check
// The table's sounds and vibrations: at most one of each per event. No sound reveals more than the reader sees, and
// nothing is played before they have pressed something.

/** @import { Event, Sound, SoundsOfGame } from "#types/sound" */
/** @import { Sight } from "#types/wire" */
/** @import { Volume } from "#room/volume.js" */
/** @import { State } from "#state/state.js" */
import { still } from "#kit/flip.js";
import { rendered } from "#room/sound_recipes.js";
import { can_vibrate, volume } from "#room/volume.js";

/** @type {Record<Volume, number>} */
const GAINS = { off: 0, soft: 0.4, full: 1 };
/** In milliseconds: on, off, on … */
const BUZZES = { turn: [60], taken: [30, 40, 30], won: [30, 50, 60, 50, 120] };
/** Played when the motion lands, or this many seconds before; sounds not listed are played at once. */
const BEFORE_LANDING_S = /** @type {Partial<Record<Sound, number>>} */ ({
  thud: 0,
  pawn: 0,
  coin: 0.07,
  card: 0.07,
  die: 0.3,
});
/** The duration of a plain glide. */
const GLIDE_MS = 200;
/** A sound delayed longer than this is dropped: its event is no longer seen. */
const LATE_MS = 300;
/** Sounds played without variation. No two pieces fall alike. */
const MUSIC = new Set(["turn", "end"]);

/** Milliseconds until the first moving piece lands; null if none moves. @typedef {() => number | null} Landing */
/** @typedef {{ name: Sound | null, buzz: number[] | null, first_lands_in: Landing }} Due */

/**
 * @param {SoundsOfGame} pieces  the sounds of the game
 * @param {() => State} state
 */
export function make_sound(pieces, state) {
  const { play, wake } = make_player();
  const gain = () => GAINS[volume(state())];
  /** The pending sound and vibration: of several events at once, the most important. */
  let due = /** @type {Due | null} */ (null);

  // Audio has to be resumed within a press: WebKit keeps silent whatever begins at another time. Which of these events
  // counts as a press depends on the browser.
  for (const press of ["pointerdown", "pointerup", "keydown"])
    addEventListener(press, () => gain() && wake(), { capture: true });

  /**
   * What has happened is heard, and so is a volume just chosen.
   * @param {State} before
   * @param {State} after
   * @param {boolean} is_called  just now
   * @param {Landing} first_lands_in
   */
  function sound(before, after, is_called, first_lands_in) {
    if (!gain()) return;
    if (is_other_volume(before.settings, after.settings)) return tell("pawn", BUZZES.turn, first_lands_in);
    const event = event_between(before, after);
    const won = event?.now.outcome?.winners.includes(event.now.you ?? -1) && BUZZES.won;
    const taken = event && pieces.is_taken?.(event) && BUZZES.taken;
    const buzz = won || taken || (is_called && BUZZES.turn) || null;
    const name = is_called ? "turn" : event && sound_of(event);
    if ((name || buzz) && (!after.is_hidden || is_called)) tell(name, buzz, first_lands_in);
  }

  /** @param {Event} event @returns {Sound | null} */
  const sound_of = (event) => (event.now.outcome ? "end" : pieces.sound(event));

  /** @param {Sound | null} name @param {number[] | null} buzz @param {Landing} first_lands_in */
  function tell(name, buzz, first_lands_in) {
    if (!due) queueMicrotask(tell_now);
    const outdone = due?.name && MUSIC.has(due.name) && !MUSIC.has(name ?? "");
    due = { name: (!outdone && name) || (due?.name ?? null), buzz: buzz ?? due?.buzz ?? null, first_lands_in };
  }

  function tell_now() {
    const { name, buzz, first_lands_in } = /** @type {Due} */ (due);
    due = null;
    if (!navigator.userActivation?.hasBeenActive) return;
    if (name) play(name, gain(), first_lands_in);
    if (buzz && state().settings.vibrate && can_vibrate()) navigator.vibrate(buzz);
  }

  return sound;
}

/** @param {State["settings"]} before @param {State["settings"]} after */
const is_other_volume = (before, after) => before.volume !== after.volume || before.vibrate !== after.vibrate;

/**
 * The event between two states; null if nothing has happened, another game begins, or the viewer has changed.
 * @param {State} earlier
 * @param {State} later
 * @returns {Event | null}
 */
function event_between({ frame: before }, { frame: now, moments }) {
  if (!before || !now || now.seq <= before.seq || now.you !== before.you || before.outcome) return null;
  /** @type {Sight[]} */
  const sights = moments.flatMap(({ seq, sight }) => (sight && seq > before.seq ? sight : []));
  return { before, now, sights };
}

/** Plays sounds as the browser allows. */
function make_player() {
  /** @type {AudioContext | null} */
  let audio = null;
  /** @type {Map<Sound, AudioBuffer>} */
  const buffers = new Map();

  function wake() {
    if (audio?.state === "running") return;
    audio ??= new AudioContext();
    audio.resume().catch(() => undefined);
  }

  /** @param {Sound} name @param {number} gain @param {Landing} first_lands_in */
  function play(name, gain, first_lands_in) {
    wake();
    if (!audio) return;
    if (audio.state === "running") return start(audio, name, gain, first_lands_in);
    const since = performance.now();
    const context = audio;
    context.resume().then(
      () => performance.now() - since < LATE_MS && start(context, name, gain, first_lands_in),
      () => undefined,
    );
  }

  /** @param {AudioContext} context @param {Sound} name @param {number} gain @param {Landing} first_lands_in */
  function start(context, name, gain, first_lands_in) {
    const playbackRate = MUSIC.has(name) ? 1 : 0.97 + 0.06 * Math.random();
    const source = new AudioBufferSourceNode(context, { buffer: buffer(context, name), playbackRate });
    source.connect(new GainNode(context, { gain })).connect(context.destination);
    const landing_s = still.matches ? 0 : (first_lands_in() ?? GLIDE_MS) / 1000;
    source.start(context.currentTime + Math.max(0, landing_s - (BEFORE_LANDING_S[name] ?? Infinity)));
  }

  /** @param {AudioContext} context @param {Sound} name */
  function buffer(context, name) {
    const made = buffers.get(name);
    if (made) return made;
    const samples = rendered(name, context.sampleRate);
    const buffer = new AudioBuffer({ length: samples.length, sampleRate: context.sampleRate });
    buffer.copyToChannel(samples, 0);
    buffers.set(name, buffer);
    return buffer;
  }

  return { play, wake };
}
