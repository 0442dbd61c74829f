// @ts-check
// The table's sounds and vibrations: of each event what moves is heard, then what it means to the reader. No sound
// reveals more than the reader sees, and nothing is played before they have pressed something.

/** @import { Cue, Sound, SoundsOfGame, Stroke } from "#types/sound" */
/** @import { Table } from "#types/wire" */
/** @import { Volume } from "#room/volume.js" */
/** @import { State } from "#state/state.js" */
import { still } from "#kit/flip.js";
import { cues_between, event_between, nudges_between } from "#room/sound_cues.js";
import { is_music, side_of, strokes } from "#room/sound_phrases.js";
import { rendered, room, SOUNDS } from "#room/sound_synth.js";
import { can_vibrate, volume } from "#room/volume.js";

/** In the middle both ears get half of the power: this is the rest. @type {Record<Volume, number>} */
const GAINS = { off: 0, soft: 0.4 * Math.SQRT2, full: Math.SQRT2 };
/** In milliseconds: on, off, on … */
const BUZZES = { turn: [60], taken: [30, 40, 30], won: [30, 50, 60, 50, 120] };
/** The duration of a plain glide. */
const GLIDE_MS = 200;
/** A sound delayed longer than this is dropped: its event is no longer seen. */
const LATE_MS = 300;
/** From the computation of one sound to the next. */
const APART_MS = 40;

/** Milliseconds until the first moving piece lands; null if none moves. @typedef {() => number | null} Landing */
/** @typedef {{ cues: Cue[], buzz: number[] | null, first_lands_in: Landing }} Due */

/**
 * @param {SoundsOfGame} pieces  the sounds of the game
 * @param {() => State} state
 */
export function make_sound(pieces, state) {
  const { play, wake } = make_player();
  const gain = () => GAINS[volume(state())];
  /** The pending sounds and vibration: of several events at once, the last, but all calls. */
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
    if (is_other_volume(before.settings, after.settings)) return tell([{ name: "pawn" }], BUZZES.turn, first_lands_in);
    const event = event_between(before, after);
    const all = after.is_hidden ? [] : cues_between(before, after, event ? pieces.cues(event) : [], still.matches);
    const cues = after.hand ? [] : all; // the big screen plays them
    const won = all.some(({ name }) => name === "won") && BUZZES.won;
    const taken = event && pieces.is_taken?.(event) && BUZZES.taken;
    const nudges = nudges_between(before, after);
    const calls = is_called || nudges.length > 0;
    const buzz = won || taken || (calls && BUZZES.turn) || null;
    cues.push(...nudges, ...(is_called ? [/** @type {Cue} */ ({ name: "turn" })] : []));
    if (cues.length || (buzz && (!after.is_hidden || calls))) tell(cues, buzz, first_lands_in);
  }

  /** @param {Cue[]} cues @param {number[] | null} buzz @param {Landing} first_lands_in */
  function tell(cues, buzz, first_lands_in) {
    if (!due) queueMicrotask(tell_now);
    const earlier = due?.cues ?? [];
    const is_new = cues.some((cue) => !is_music(cue));
    due = {
      cues: [...earlier.filter((cue) => !is_new && !is_music(cue)), ...cues, ...earlier.filter(is_music)],
      buzz: buzz ?? due?.buzz ?? null,
      first_lands_in,
    };
  }

  function tell_now() {
    const { cues, buzz, first_lands_in } = /** @type {Due} */ (due);
    due = null;
    if (!navigator.userActivation?.hasBeenActive) return;
    const { table, frame } = state();
    const landing = still.matches ? 0 : (first_lands_in() ?? GLIDE_MS) / 1000;
    if (cues.length && table) play(strokes(cues, frame?.seq ?? 0, landing), table, gain());
    if (buzz && state().settings.vibrate && can_vibrate()) navigator.vibrate(buzz);
  }

  return sound;
}

/** @param {State["settings"]} before @param {State["settings"]} after */
const is_other_volume = (before, after) => before.volume !== after.volume || before.vibrate !== after.vibrate;

/** Plays sounds as the browser allows. */
function make_player() {
  /** @type {AudioContext | null} */
  let audio = null;
  /** @type {AudioNode | null} */
  let walls = null;
  /** @type {Map<Sound, AudioBuffer>} */
  const buffers = new Map();

  function wake() {
    if (audio?.state === "running") return;
    audio ??= prepared(new AudioContext());
    audio.resume().catch(() => undefined);
  }

  /** Computes all sounds before they are needed, one at a time. @param {AudioContext} context */
  function prepared(context) {
    for (const [nth, name] of SOUNDS.entries()) setTimeout(buffer, nth * APART_MS, context, name);
    return context;
  }

  /** @param {Stroke[]} heard @param {Table} table @param {number} gain */
  function play(heard, table, gain) {
    wake();
    if (!audio) return;
    if (audio.state === "running") return start(audio, heard, table, gain);
    const since = performance.now();
    const context = audio;
    context.resume().then(
      () => performance.now() - since < LATE_MS && start(context, heard, table, gain),
      () => undefined,
    );
  }

  /** @param {AudioContext} context @param {Stroke[]} heard @param {Table} table @param {number} volume */
  function start(context, heard, table, volume) {
    walls ??= walls_of(context);
    const now = context.currentTime;
    for (const { name, at, gain, rate, seat } of heard) {
      const source = new AudioBufferSourceNode(context, { buffer: buffer(context, name), playbackRate: rate });
      const place = new StereoPannerNode(context, { pan: side_of(table, seat) });
      source.connect(new GainNode(context, { gain: volume * gain })).connect(place);
      place.connect(context.destination);
      place.connect(walls);
      source.start(now + at);
    }
  }

  /** @param {AudioContext} context @param {Sound} name */
  function buffer(context, name) {
    const made = buffers.get(name) ?? buffer_of(context, [rendered(name, context.sampleRate)]);
    buffers.set(name, made);
    return made;
  }

  return { play, wake };
}

/** The room, which answers. @param {AudioContext} context */
function walls_of(context) {
  const buffer = buffer_of(context, room(context.sampleRate));
  const walls = new ConvolverNode(context, { buffer, disableNormalization: true });
  walls.connect(context.destination);
  return walls;
}

/** @param {AudioContext} context @param {Float32Array<ArrayBuffer>[]} channels */
function buffer_of({ sampleRate }, channels) {
  const buffer = new AudioBuffer({ length: channels[0].length, sampleRate, numberOfChannels: channels.length });
  for (const [nth, samples] of channels.entries()) buffer.copyToChannel(samples, nth);
  return buffer;
}
