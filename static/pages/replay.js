// @ts-check
// The replay page: a finished game, step by step, through anybody's eyes.

/** @import { Noise } from "#types/noise" */
/** @import { Game, Hindsight } from "#types/room" */
/** @import { Replay } from "#types/api" */
/** @import { Address, Boot, Clip, Eyes, Viewing, Commands } from "#types/replay" */
import { html, nothing, render } from "lit-html";
import { announce } from "#kit/announce.js";
import { copy_fingerprint } from "#kit/deal_details.js";
import { flip, is_overwritten, keep_focus, still } from "#kit/flip.js";
import { keep_language } from "#kit/languages.js";
import { sprite } from "#kit/pieces.js";
import { copy } from "#kit/share.js";
import { teller } from "#kit/text.js";
import { analysis_of, hash_of, link_to, place_in, source_of, spelled_eyes } from "#replay/address.js";
import { clip_between, clips_play, within_game } from "#replay/clips.js";
import { caption, controls } from "#replay/controls.js";
import { listen_to_keys } from "#replay/keys.js";
import { heard_in, rail } from "#replay/rail.js";
import { is_seen_through, table_at } from "#replay/table.js";
import { turn_here, turning_points } from "#replay/turning_points.js";

/** Time per step during playback; longer if something is shown for a moment. */
const STEP_MS = 1500;
const SIGHT_MS = 2600;
/** The address is updated after a pause: browsers limit how often. */
const SETTLED_MS = 300;
const COPIED_MS = 8000;
const root = /** @type {HTMLElement} */ (document.getElementById("room"));
/** @type {Boot} */
const boot = JSON.parse(document.getElementById("boot")?.textContent ?? "");
/** @type {Game} */
const game = await import(`#games/${boot.game}/board.js`);

/** @param {number} seat */
const name = (seat) => boot.names[seat] || say("Seat {number}", { number: seat + 1 });
const say = teller(name);
/** Replays fetched so far, by viewpoint. @type {Map<Eyes, Promise<Replay>>} */
const fetched = new Map();
/** @type {Viewing | null} */
let viewing = null;
/** @type {Hindsight | undefined} */
let hindsight;
/** @type {Noise} */
let noise = {};
/** @type {ReturnType<typeof import("#room/stage.js").stage_of> | null} */
let stage = null;
/** The latest request. @type {Address | null} */
let wanted = null;
let settling = 0;
let next_step = 0;

/** @type {Commands} */
const commands = {
  go_to(step) {
    pause();
    go_on_from(step);
    move_to(step);
  },
  drag_to(step) {
    pause();
    go_on_from(step);
    move_to(step, false);
  },
  toggle_playing: () => (viewing?.playing ? pause() : play()),
  look_through: (eyes) => void look({ eyes, step: 0, seq: 0, clip: null }),
  toggle_ahead() {
    if (viewing) viewing.ahead = !viewing.ahead;
    redraw();
  },
  copy_link: () => void copy_link(null),
  cut_clip,
  leave_clip() {
    if (viewing) viewing.clip = null;
    settle();
    redraw();
  },
  choose_way(way) {
    if (viewing) viewing.way = way;
    redraw();
  },
  bring_chances: () => void bring_chances(),
  play_on: () => void play_on(),
  show_more: () => viewing && keep({ more: viewing.more + 1 }),
  unfold(what, is_open) {
    if (!viewing || viewing.unfolded.includes(what) === is_open) return;
    const others = viewing.unfolded.filter((other) => other !== what);
    keep({ unfolded: is_open ? [...others, what] : others });
  },
  async copy_deal() {
    const worked = await copy_fingerprint(say, boot.deal);
    if (!worked) return;
    keep({ deal_is_copied: true });
    setTimeout(() => keep({ deal_is_copied: false }), COPIED_MS);
  },
  /** The address holds everything the reader has chosen. */
  change_language: (language) => void keep_language(language).then(() => location.reload(), say_no_answer),
};

// --- Fetching -----------------------------------------------------------------------------------------------

/** @param {Eyes} eyes @returns {Promise<Replay>} */
async function bring(eyes) {
  const needed = /** @type {const} */ ([game.hindsight?.(), import(`#games/${boot.game}/consequences.js`)]);
  const [answer, afterwards, consequences] = await Promise.all([fetch(source_of(boot, eyes)), ...needed]);
  hindsight = afterwards;
  noise = consequences.noise ?? {};
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

/** The last request counts, in whatever order responses arrive. @param {Address} address */
async function look(address) {
  const { eyes } = address;
  wanted = address;
  if (!fetched.has(eyes)) fetched.set(eyes, bring(eyes));
  const replay = await fetched.get(eyes)?.catch(() => null);
  if (!replay) fetched.delete(eyes);
  if (wanted !== address) return;
  if (replay) show(address, replay);
  else lose();
}

/** @param {Address} address @param {Replay} replay */
function show({ eyes, step, seq, clip }, replay) {
  const before = viewing;
  const had_focus = !before && root.contains(document.activeElement);
  const { playing = false, ahead = false, copied = null, clip_from = null } = before ?? {};
  const { more = 0, unfolded = [], deal_is_copied = false } = before ?? {};
  viewing = {
    ...{ boot, replay, say, name, commands, hindsight, noise },
    ...{ eyes, playing, ahead, copied, clip_from, more, unfolded, deal_is_copied },
    step: within(replay, before?.step ?? step_of(replay, { step, seq })),
    ...{ way: before?.way ?? "known", analysis: before?.analysis, chances: before?.chances },
    clip: before ? before.clip : within_game(clip, replay.steps.length - 1),
    heard: heard_in(replay),
    turning: turning_points(replay),
    trace: before?.eyes === eyes ? before.trace : game.trace?.initial,
  };
  follow_step(viewing);
  redraw();
  if (had_focus) document.getElementById("prompt")?.focus();
  settle();
  if (!before && !still.matches) bring_stage().catch(() => {}); // without it, pieces glide
  if (!before && boot.analysed) bring_chances();
}

/** Loads the stage: from then on moves are acted as at the table. */
async function bring_stage() {
  const needed = /** @type {const} */ ([import("#room/stage.js"), import(`#games/${boot.game}/stage.js`)]);
  const [{ stage_of }, of_motion] = await Promise.all(needed);
  stage = stage_of(of_motion, root);
}

/** The chances take the server some seconds. The viewer may have changed before they come. */
async function bring_chances() {
  keep({ analysis: undefined });
  const chances = await import("#replay/chances.js").catch(() => null);
  keep({ chances });
  keep({ analysis: chances && (await analysis()) });
}

/** @param {Partial<Viewing>} more */
function keep(more) {
  if (viewing) Object.assign(viewing, more);
  redraw();
}

/** The analysis; null if it does not come, or is cut short. @returns {Promise<Viewing["analysis"]>} */
const analysis = () =>
  fetch(analysis_of(boot))
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => null);

/**
 * The step of an address, or the one after its event.
 * @param {Replay} replay
 * @param {Pick<Address, "step" | "seq">} address
 */
const step_of = ({ steps }, { step, seq }) => (seq ? steps.filter((each) => each.seq <= seq).length - 1 : step);

/** The dialog is loaded on demand. */
async function play_on() {
  pause();
  const asking = await import("#replay/onward.js").catch(() => null);
  if (viewing && asking) asking.ask(viewing);
  else say_no_answer();
}

function say_no_answer() {
  announce([say("The server does not answer. Check your connection and try again.")]);
}

/** @param {Replay} replay @param {number} step */
const within = ({ steps }, step) => Math.max(0, Math.min(step, steps.length - 1));

function lose() {
  pause();
  const sentence = root.querySelector(".sentence");
  const again = Object.assign(document.createElement("button"), {
    type: "button",
    textContent: say("Try again"),
    onclick: () => follow(location.hash),
  });
  if (viewing) choose_again(viewing.eyes);
  else if (!sentence?.contains(document.activeElement))
    sentence?.replaceChildren(say("The replay could not be fetched."), " ", again);
  announce([say("The replay could not be fetched.")]);
}

/** Reselects the present viewpoint. @param {Eyes} eyes */
function choose_again(eyes) {
  const choice = root.querySelector(`[name=eyes][value="${spelled_eyes(eyes)}"]`);
  if (choice instanceof HTMLInputElement) choice.checked = true;
}

// --- Moving -------------------------------------------------------------------------------------------------

/** @param {number} wanted @param {boolean} [aloud] */
function move_to(wanted, aloud = true) {
  if (!viewing) return;
  const step = within(viewing.replay, wanted);
  const { steps } = viewing.replay;
  const [before, after, away] = [steps[viewing.step].frame, steps[step].frame, step - viewing.step];
  viewing.step = step;
  follow_step(viewing);
  if (away) stage?.clear();
  if (Math.abs(away) !== 1) redraw();
  else flip(root, draw, true, away > 0 && stage ? stage.perform(before, { frame: after }, after.lines) : null);
  settle();
  const words = caption(viewing);
  if (aloud) announce([words, turn_here(viewing, words)].filter(Boolean));
}

/** Takes note of a step that is shown now, for what depends on those before. @param {Viewing} viewing */
function follow_step(viewing) {
  viewing.trace = game.trace?.next(viewing.trace, viewing.replay.steps[viewing.step].frame);
}

/** Leaves the clip if the reader goes beyond it. @param {number} step */
function go_on_from(step) {
  const clip = viewing?.clip;
  if (viewing && clip && (step < clip.from || step > clip.to)) viewing.clip = null;
}

function play() {
  if (!viewing) return;
  const { from, to } = stretch(viewing);
  if (viewing.step === to) move_to(from);
  viewing.playing = true;
  redraw();
  wait();
}

function wait() {
  if (!viewing) return;
  const { lines } = viewing.replay.steps[viewing.step].frame;
  next_step = setTimeout(go_on, lines.some(({ sight }) => sight) ? SIGHT_MS : STEP_MS);
}

/** Advances playback. A clip loops, but is announced only once. */
function go_on() {
  if (!viewing?.playing) return;
  const { from, to } = stretch(viewing);
  const again = viewing.clip !== null && clips_play();
  if (viewing.step < to) move_to(viewing.step + 1, !again);
  else move_to(from, false);
  if (viewing.step < to || again) wait();
  else pause();
}

/** The range of steps to play. @param {Viewing} now @returns {Clip} */
const stretch = ({ clip, replay }) => clip ?? { from: 0, to: replay.steps.length - 1 };

function pause() {
  clearTimeout(next_step);
  if (!viewing?.playing) return;
  viewing.playing = false;
  redraw();
}

// --- The moment in the address ------------------------------------------------------------------------------

function settle() {
  clearTimeout(settling);
  settling = setTimeout(() => viewing && history.replaceState(null, "", hash_of(viewing)), SETTLED_MS);
}

/** @param {string} hash */
async function follow(hash) {
  clearTimeout(settling);
  pause();
  const address = place_in(hash, boot.names.length);
  if (viewing) {
    viewing.clip = within_game(address.clip, viewing.replay.steps.length - 1);
    move_to(step_of(viewing.replay, address));
  }
  if (viewing?.eyes !== address.eyes) await look(address);
  if (viewing?.clip && viewing.eyes === address.eyes && !viewing.playing && clips_play()) play();
}

/** Copies the link to this moment, or to a clip. @param {Clip | null} clip */
async function copy_link(clip) {
  if (!viewing) return;
  const worked = await copy(link_to(boot, { ...viewing, clip }));
  announce([say(worked ? "The link is copied." : "The link could not be copied. Copy it from the address bar.")]);
  if (worked) viewing.copied = clip ? "clip" : "moment";
  redraw();
  if (worked) setTimeout(forget_copied, COPIED_MS);
}

function forget_copied() {
  if (viewing) viewing.copied = null;
  redraw();
}

/** Marks a clip: the first press sets its start, the second its end. */
function cut_clip() {
  if (!viewing) return;
  const { clip_from, step, replay } = viewing;
  viewing.clip_from = clip_from === null ? step : null;
  if (clip_from !== null) copy_link(clip_between(clip_from, step, replay.steps.length - 1));
  else announce([say("The clip begins here. Go to where it ends.")]);
  redraw();
}

// --- Drawing ------------------------------------------------------------------------------------------------

function redraw() {
  keep_focus(root, draw);
}

function draw() {
  guarded(draw_all);
}

function draw_all() {
  if (!viewing) return;
  const { felt, place } = table_at(game, viewing);
  if (is_overwritten(root)) render(nothing, root);
  const sent = document.documentElement.dataset.ready ? [] : [...root.childNodes];
  render(
    html`${sprite(say)}
      <main id="main" data-state="over" data-game=${boot.game} ?data-through=${is_seen_through(viewing)}>
        <div class="felt">${felt}</div>
        ${controls(viewing)}${place}
      </main>
      ${rail(viewing)}`,
    root,
  );
  for (const node of sent) node.remove(); // what the server sent stays until something has been drawn
  publish(viewing);
}

/** For tests and style sheets. @param {Viewing} now */
function publish(now) {
  const { dataset } = document.documentElement;
  dataset.ready = "true";
  dataset.step = String(now.step);
  dataset.seq = String(now.replay.steps[now.step].seq);
  dataset.eyes = spelled_eyes(now.eyes);
  dataset.playing = String(now.playing);
}

// Follows the address; that of the previous moment may have been written before this event is handled.
addEventListener("hashchange", ({ newURL }) => {
  if (location.href !== newURL) history.replaceState(null, "", newURL);
  follow(new URL(newURL).hash);
});
listen_to_keys(commands, () => viewing);
follow(location.hash);
