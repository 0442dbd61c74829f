// @ts-check
// The replay page: a finished game, step by step, through anybody's eyes.

/** @import { Game } from "#types/room" */
/** @import { Replay, ReplayStep } from "#types/api" */
/** @import { Boot, Eyes, Heard, Viewing, Commands } from "#types/replay" */
import { html, render } from "lit-html";
import { announce } from "#kit/announce.js";
import { flip, keep_focus } from "#kit/flip.js";
import { keep_language } from "#kit/languages.js";
import { sprite } from "#kit/pieces.js";
import { copy } from "#kit/share.js";
import { teller } from "#kit/text.js";
import { hash_of, link_to, place_in, source_of, spelled_eyes } from "#replay/address.js";
import { caption, controls } from "#replay/controls.js";
import { rail } from "#replay/rail.js";
import { table_at } from "#replay/table.js";

/** How long a step is shown while the replay plays; longer when something is shown for a moment. */
const STEP_MS = 1500;
const SIGHT_MS = 2600;
/** The address is updated when the reader has stopped for a moment: browsers limit how often. */
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
let draw_board = game.board(say);
let wanted = /** @type {Eyes} */ ("all");
let settling = 0;
let next_step = 0;

/** @type {Commands} */
const commands = {
  go_to(step) {
    pause();
    move_to(step);
  },
  drag_to(step) {
    pause();
    move_to(step, false);
  },
  toggle_playing: () => (viewing?.playing ? pause() : play()),
  look_through: (eyes) => void look(eyes, 0),
  toggle_ahead() {
    if (viewing) viewing.ahead = !viewing.ahead;
    redraw();
  },
  copy_link,
  redraw,
  /** The address holds all that the reader has chosen. */
  change_language: (language) => void keep_language(language).then(() => location.reload()),
};

// --- Fetching -----------------------------------------------------------------------------------------------

/** @param {Eyes} eyes @returns {Promise<Replay>} */
async function bring(eyes) {
  const [answer] = await Promise.all([fetch(source_of(boot, eyes)), game.rest?.bring()]);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

/** The last request counts, in whatever order they are answered. @param {Eyes} eyes @param {number} step */
async function look(eyes, step) {
  wanted = eyes;
  if (!fetched.has(eyes)) fetched.set(eyes, bring(eyes));
  const replay = await fetched.get(eyes)?.catch(() => null);
  if (!replay) fetched.delete(eyes);
  if (wanted !== eyes) return;
  if (replay) show(eyes, replay, viewing?.step ?? step);
  else lose(eyes, step);
}

/** @param {Eyes} eyes @param {Replay} replay @param {number} step */
function show(eyes, replay, step) {
  const { playing = false, ahead = false, copied = false } = viewing ?? {};
  if (!viewing) root.replaceChildren();
  if (viewing?.eyes !== eyes) draw_board = game.board(say);
  const heard = heard_in(replay);
  viewing = { boot, replay, say, name, eyes, step: within(replay, step), playing, ahead, copied, heard, commands };
  redraw();
  settle();
}

/** @param {Replay} replay @param {number} step */
const within = ({ steps }, step) => Math.max(0, Math.min(step, steps.length - 1));

/** @param {Replay} replay @returns {Heard[]} */
const heard_in = ({ steps }) => steps.flatMap(({ frame }, step) => told_in(frame).map((line) => ({ line, step })));

/** What fades comes first, unless the very same words stay. @param {ReplayStep["frame"]} frame */
const told_in = ({ lines }) =>
  lines.filter(
    (line) =>
      !line.fades || !lines.some((other) => !other.fades && JSON.stringify(other.text) === JSON.stringify(line.text)),
  );

/** @param {Eyes} eyes @param {number} step */
function lose(eyes, step) {
  pause();
  const sentence = root.querySelector(".sentence");
  const again = Object.assign(document.createElement("button"), {
    type: "button",
    textContent: say("Try again"),
    onclick: () => look(eyes, step),
  });
  if (viewing) choose_again(viewing.eyes);
  else sentence?.replaceChildren(say("The replay could not be fetched."), " ", again);
  announce([say("The replay could not be fetched.")]);
}

/** The reader goes on from the viewpoint they had. @param {Eyes} eyes */
function choose_again(eyes) {
  const choice = root.querySelector(`[name=eyes][value="${spelled_eyes(eyes)}"]`);
  if (choice instanceof HTMLInputElement) choice.checked = true;
}

// --- Moving -------------------------------------------------------------------------------------------------

/** @param {number} wanted @param {boolean} [aloud] */
function move_to(wanted, aloud = true) {
  if (!viewing) return;
  const step = within(viewing.replay, wanted);
  const near = Math.abs(step - viewing.step) === 1;
  viewing.step = step;
  if (near) flip(root, draw);
  else redraw();
  settle();
  if (aloud) announce([caption(viewing)]);
}

function play() {
  if (!viewing) return;
  if (viewing.step === viewing.replay.steps.length - 1) move_to(0);
  viewing.playing = true;
  redraw();
  wait();
}

function wait() {
  if (!viewing) return;
  const { lines } = viewing.replay.steps[viewing.step].frame;
  next_step = setTimeout(go_on, lines.some(({ sight }) => sight) ? SIGHT_MS : STEP_MS);
}

function go_on() {
  if (!viewing?.playing) return;
  move_to(viewing.step + 1);
  if (viewing.step < viewing.replay.steps.length - 1) wait();
  else pause();
}

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
function follow(hash) {
  clearTimeout(settling);
  pause();
  const { eyes, step } = place_in(hash, boot.names.length);
  if (viewing) move_to(step);
  if (viewing?.eyes !== eyes) look(eyes, step);
}

async function copy_link() {
  if (!viewing) return;
  const worked = await copy(link_to(boot, viewing));
  announce([say(worked ? "The link is copied." : "The link could not be copied. Copy it from the address bar.")]);
  viewing.copied = worked;
  redraw();
  if (worked) setTimeout(forget_copied, COPIED_MS);
}

function forget_copied() {
  if (viewing) viewing.copied = false;
  redraw();
}

// --- Keys ---------------------------------------------------------------------------------------------------

/** @type {Record<string, (now: Viewing) => void>} */
const KEYS = {
  ArrowLeft: ({ step }) => commands.go_to(step - 1),
  ArrowRight: ({ step }) => commands.go_to(step + 1),
  Home: () => commands.go_to(0),
  End: ({ replay }) => commands.go_to(replay.steps.length - 1),
  " ": commands.toggle_playing,
};

/** What has the focus keeps the keys that are its own. @param {KeyboardEvent} event */
function press(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (!viewing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !(event.key in KEYS)) return;
  if (target.matches(event.key === " " ? "button, a, input:not([type=range])" : "input")) return;
  event.preventDefault();
  KEYS[event.key](viewing);
}

// --- Drawing ------------------------------------------------------------------------------------------------

function redraw() {
  keep_focus(root, draw);
}

function draw() {
  if (!viewing) return;
  const { felt, place } = table_at(draw_board, viewing);
  render(
    html`${sprite(say)}
      <main id="main" data-state="over" data-game=${boot.game}>
        <div class="felt">${felt}</div>
        ${controls(viewing)}${place}
      </main>
      ${rail(viewing)}`,
    root,
  );
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

// Where the reader goes; the address of where they were may be written down before this is heard.
addEventListener("hashchange", ({ newURL }) => follow(new URL(newURL).hash));
document.addEventListener("keydown", press);
follow(location.hash);
